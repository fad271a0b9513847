/** What merchants offer at this moment, and what a person may take of it. */
import { c2cLimits, type C2cOffer } from '@tessera/shared/contract';
import { amount, compare, divide, max, min, price, rate, toText, type Amount } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Db, Tx } from '../store/database';
import type { TopUpTerm } from '../topups/TopUpTerm';

interface OfferRow {
  readonly id: number;
  readonly merchantId: number;
  readonly version: number;
  readonly name: string;
  readonly released: number;
  readonly refused: number;
  readonly asset: string;
  readonly currency: string;
  readonly price: string;
  readonly orderMin: string;
  readonly orderMax: string;
  readonly payMinutes: number;
  readonly available: string;
  /** Until the merchant's limit, and what others who are not known leave to somebody who is not either. */
  readonly room: string;
  readonly ways: readonly { readonly id: number; readonly name: string }[];
}

const mostShown = 50;
const rateScale = 4;

/** Open offers with somebody to pay, as this person may order of them, the best price of each currency first. `id`: that one alone. */
async function readOffers(of: Db | Tx, asset: string, userId: number, id?: number): Promise<readonly OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    select o.id, o.merchant_id, o.version, m.name, m.released, m.refused, m.asset, o.currency, t.price, t.order_min, t.order_max, t.pay_minutes,
      o.available,
      trim_scale(least(m.liability_limit - m.owed, trunc(c2c_room(o.id, ${userId}::bigint), a.scale)))::text as room, w.ways
    from c2c_offer o join c2c_merchant m on m.id = o.merchant_id join asset a on a.id = m.asset
    join c2c_offer_term t on t.offer_id = o.id and t.version = o.version
    cross join lateral (
      select json_agg(json_build_object('id', w.id, 'name', w.name) order by w.id) as ways from c2c_way w
      where w.merchant_id = m.id and w.currency = o.currency and w.confirmed_by is not null and w.retired_at_ms is null
    ) w
    where m.asset = ${asset} and m.state = 'open' and o.state = 'open' and w.ways is not null and (${id ?? null}::bigint is null or o.id = ${id ?? null}::bigint)
    order by o.currency, t.price, o.id`.execute(of);
  return rows;
}

export interface OpenOffer {
  readonly row: OfferRow;
  readonly min: Amount;
  /** What can be bought now; below `min` there is nothing. */
  readonly max: Amount;
}

/** Within the terms of the method. */
function opened(row: OfferRow, term: TopUpTerm): OpenOffer {
  const left = min(amount(row.available), amount(row.room));
  return { row, min: max(amount(row.orderMin), term.min), max: min(min(amount(row.orderMax), term.max), left) };
}

/** undefined: it is not open now. */
export async function findOffer(
  of: Db | Tx,
  term: TopUpTerm,
  { userId, id }: { readonly userId: number; readonly id: number },
): Promise<OpenOffer | undefined> {
  const [row] = await readOffers(of, term.asset, userId, id);
  return row === undefined ? undefined : opened(row, term);
}

interface ListedOffers {
  readonly userId: number;
  readonly currency: string | undefined;
  readonly wanted: Amount | undefined;
}

export async function listOffers(
  db: Db,
  term: TopUpTerm,
  { userId, currency, wanted }: ListedOffers,
): Promise<{ readonly items: C2cOffer[]; readonly currencies: string[] }> {
  const open = (await readOffers(db, term.asset, userId))
    .map((row) => opened(row, term))
    .filter((one) => compare(one.min, one.max) <= 0);
  const items = open
    .filter(({ row }) => currency === undefined || row.currency === currency)
    .filter((one) => wanted === undefined || (compare(one.min, wanted) <= 0 && compare(wanted, one.max) <= 0));
  return { items: items.slice(0, mostShown).map(shownOffer), currencies: [...new Set(open.map(({ row }) => row.currency))] };
}

const shownOffer = ({ row, min: least, max: most }: OpenOffer): C2cOffer => ({
  id: String(row.id),
  version: row.version,
  merchant: { name: row.name, completed: row.released, completionRate: completionRate(row) },
  asset: row.asset,
  currency: row.currency,
  price: toText(price(row.price)),
  min: toText(least),
  max: toText(most),
  minutes: row.payMinutes,
  ways: row.ways.map((way) => ({ id: String(way.id), name: way.name })),
});

export function completionRate({ released, refused }: Pick<OfferRow, 'released' | 'refused'>): string | null {
  const ended = released + refused;
  return ended === 0 ? null : toText(divide(rate(String(released)), rate(String(ended)), rateScale, 'down'));
}

/** Until when a person places none, too many of whose orders came to nothing, also those that he said he had paid; null while he may. */
export async function slowedUntil(of: Db | Tx, userId: number, nowMs: number): Promise<number | null> {
  const { unpaid, unpaidMs } = c2cLimits;
  const recent = await of
    .selectFrom('c2cOrder')
    .select('endedAtMs')
    .where('userId', '=', userId)
    .where('status', 'in', ['cancelled', 'expired'])
    .where('endedAtMs', '>', nowMs - unpaidMs)
    .orderBy('endedAtMs', 'desc')
    .limit(unpaid)
    .execute();
  const oldest = recent.at(-1)?.endedAtMs;
  return recent.length < unpaid || oldest == null ? null : oldest + unpaidMs;
}
