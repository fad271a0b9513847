/** What one operator has entered of merchants and a second one has to enter too (migrations 0406 and 0430). */
import type { MerchantEntry } from '@tessera/shared/operations';
import { sql } from 'kysely';
import type { Db } from '../store/database';

const weekMs = 7 * 86_400_000;
const shownMost = 100;

interface EntryRow extends Omit<MerchantEntry, 'what' | 'untilMs'> {
  readonly settles: string | null;
  readonly network: string;
  readonly transactionEnd: string;
  readonly offerId: string | null;
  readonly currency: string;
  readonly price: string | null;
  readonly limit: string;
}

/** Oldest first. */
export async function listEntries(
  db: Db,
  { nowMs, merchantId }: { readonly nowMs: number; readonly merchantId?: number },
): Promise<MerchantEntry[]> {
  const { rows } = await sql<EntryRow>`
    select e.id::text, e.merchant_id::text, m.name as merchant, m.asset, n.name as entered_by, e.entered_at_ms,
      what->>'settles' as settles, what->>'network' as network, right(what->>'transaction', 6) as transaction_end,
      what->>'offer' as offer_id, what->>'currency' as currency, what->>'price' as price, what->>'limit' as "limit"
    from c2c_entry e join c2c_merchant m on m.id = e.merchant_id join operator_name n on n.id = e.entered_by
    where e.confirmed_by is null and e.withdrawn_by is null and e.entered_at_ms > ${nowMs - weekMs}::bigint
      and e.merchant_id = coalesce(${merchantId ?? null}::bigint, e.merchant_id)
    order by e.id limit ${shownMost}`.execute(db);
  return rows.map(({ settles, network, transactionEnd, offerId, currency, price, limit, ...row }) => ({
    ...row,
    what:
      settles !== null
        ? { is: 'settlement', amount: settles, network, transactionEnd }
        : price !== null
          ? { is: 'price', offerId, currency, price }
          : { is: 'limit', limit },
    untilMs: row.enteredAtMs + weekMs,
  }));
}
