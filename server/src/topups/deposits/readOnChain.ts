/** Where a payment is on its chain, as its person sees it. */
import type { TopUp } from '@tessera/shared/contract';
import { amount, compare, max, toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import type { Db } from '../../store/database';
import { termOf } from '../openTerms';
import type { TopUpRow } from '../topUpRows';

interface Found {
  readonly topupId: number;
  readonly txid: string;
  readonly state: string;
  /** Blocks on top of it that were read. */
  readonly depth: string;
  /** Of all of the person's that wait, of this asset on this network. */
  readonly together: string;
}

/** By top-up; those that no chain brought are not in it. */
export async function readOnChain(
  db: Db,
  catalog: Pick<Catalog, 'networks' | 'topUps'>,
  topUps: readonly Pick<TopUpRow, 'id' | 'asset' | 'network' | 'status' | 'byChain'>[],
): Promise<ReadonlyMap<number, NonNullable<TopUp['onChain']>>> {
  const brought = topUps.filter(({ byChain }) => byChain);
  if (brought.length === 0) return new Map();
  const { rows } = await sql<Found>`
    select d.topup_id, d.txid, d.state, greatest(0, c.block_number - d.block_number)::text as depth, case d.state when 'confirming' then (
        select sum(w.amount) from chain_deposit w
        where w.user_id = d.user_id and w.network = d.network and w.asset = d.asset and w.state = 'confirming') else d.amount end::text as together
    from chain_deposit d join chain_cursor c on c.network = d.network where d.topup_id = any (${brought.map(({ id }) => id)}::bigint[])`.execute(
    db,
  );
  return new Map(
    rows.flatMap(({ topupId, txid, state, depth, together }) => {
      const topUp = brought.find(({ id }) => id === topupId);
      const terms = catalog.networks().find(({ asset, network }) => asset === topUp?.asset && network === topUp.network);
      if (topUp === undefined || terms === undefined) return [];
      const { confirmations: needed, topUpMin } = terms;
      const term = termOf(catalog, 'crypto', topUp.asset);
      const min = term === undefined ? topUpMin : max(topUpMin, term.min);
      const waits = state === 'confirming' && compare(amount(together), min) < 0;
      const isOver = topUp.status !== 'callback_in_progress';
      return [
        [
          topupId,
          {
            transaction: txid,
            confirmations: isOver ? needed : state === 'confirming' ? Math.min(needed, Number(depth)) : 0,
            needed,
            isGone: state === 'gone' || state === 'lost' || state === 'missing' || state === 'taken_back' || state === 'owed',
            waitsFor: waits ? { have: toText(amount(together)), min: toText(min) } : null,
          },
        ] as const,
      ];
    }),
  );
}
