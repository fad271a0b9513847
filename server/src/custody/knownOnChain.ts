/** What lies on a chain besides what is booked, or is missing of it, for reasons that are known: the house's own, gas, and what is on its way. */
import { sql } from 'kysely';
import type { Db } from '../store/database';
import { endOfDay } from '../calendar/days';

export interface KnownAt {
  readonly network: string;
  readonly asset: string;
  readonly isOwnCoin: boolean;
  /** Of the network's own coin. */
  readonly decimals: number;
  readonly day: number;
  /** The last block of the day. */
  readonly block: bigint;
}

/**
 * What comes and what goes is booked when it is deep, so what was mined before the end of the day may be booked after it; a deposit that is credited
 * to nobody is known all the same. Answers what people's money there is
 * by the book at the end of the day, and what is known besides: decimal text, one state of the database.
 */
export async function knownOnChain(
  db: Db,
  { network, asset, isOwnCoin, decimals, day, block }: KnownAt,
): Promise<{ readonly booked: string; readonly known: string }> {
  const endMs = endOfDay(day);
  const gas = isOwnCoin
    ? sql`(select coalesce(sum(gas_paid), 0) from payout_sending where network = ${network} and block_number <= ${String(block)}::bigint) * ${`1e-${decimals}`}::numeric`
    : sql`0`;
  const { rows } = await sql<{ booked: string; known: string }>`
    with sent as (
      select w.amount - w.fee as sum, s.block_number <= ${String(block)}::bigint and s.state in ('live', 'paid') as is_gone,
        coalesce(p.ended_at_ms < ${endMs}::bigint and s.state = 'paid', false) as is_booked
      from payout_sending s join payout p on p.id = s.payout_id join withdrawal w on w.id = p.withdrawal_id
      where s.network = ${network} and w.asset = ${asset} and s.block_number is not null
    ), come as (
      select d.raw * ('1e-' || d.decimals)::numeric as sum, d.amount, d.block_number <= ${String(block)}::bigint as is_there,
        coalesce(d.state = 'final' and t.decided_at_ms < ${endMs}::bigint, false) as is_booked
      from chain_deposit d join deposit_address a on a.id = d.address_id left join topup t on t.id = d.topup_id
      where d.network = ${network} and d.asset = ${asset} and d.state in ('confirming', 'unmatched', 'final')
        -- From one address of ours to another: nothing came.
        and d.why is distinct from 'own'
        and (a.confirmed_by is not null or a.key_id is not null)
    )
    select custody_booked(${network}, ${asset}, ${day}::int)::text as booked,
      (custody_owned(${network}, ${asset}, ${day}::int) - ${gas}
        + coalesce((select sum(sum) filter (where is_booked) from sent), 0)
        - coalesce((select sum(sum) filter (where is_gone) from sent), 0)
        + coalesce((select sum(sum) filter (where is_there) from come), 0)
        - coalesce((select sum(amount) filter (where is_booked) from come), 0))::text as known`.execute(db);
  return rows[0] ?? { booked: '0', known: '0' };
}
