/** An order is placed: the merchant's promise is booked with it, or neither is. */
import { c2cLimits, type C2cOrder, type EndpointRequest } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import {
  add,
  amount,
  compare,
  decimalsOf,
  isPositive,
  min,
  multiply,
  price,
  toText,
  type Amount,
  fiatOf,
} from '@tessera/shared/money';
import { sql } from 'kysely';
import type { HandlerCall } from '../http/handler';
import { holdSession } from '../identity/holdPerson';
import { post } from '../ledger/Ledger';
import type { Tx } from '../store/database';
import { once } from '../store/idempotency';
import { enterLock } from '../store/lockOrder';
import { rowId } from '../store/rowId';
import { requireWithinOwnLimit } from '../topups/requireWithinOwnLimit';
import { worthOf } from '../topups/worthOf';
import { utcText } from '../content/utcText';
import type { C2cDeps } from './C2c';
import { findOffer, slowedUntil, type OpenOffer } from './offers';
import { findOrder, openStatuses, shownOrder } from './orderRows';
import { holdPosting } from './posting';
import { requireOpen, requireReal } from './requirements';

const numberLength = 10;
const needScale = 2;
const minuteMs = 60_000;

type Asked = Pick<EndpointRequest<'c2cOrder'>, 'offerId' | 'version' | 'wayId' | 'amount'>;

/**
 * Throws C2C_OFFER_CHANGED where it is not what the person saw, C2C_LEFT where it has not that much, C2C_ORDERS_OPEN, C2C_ORDERS_SLOWED,
 * WALLET_BELOW_MIN, WALLET_ABOVE_MAX, LIMIT_DEPOSIT_REACHED.
 */
export async function placeOrder(deps: C2cDeps, call: HandlerCall<'c2cOrder'>): Promise<C2cOrder> {
  const { db, box } = deps;
  const { user, request, nowMs } = call;
  requireReal(user);
  const userId = rowId(user.userId);
  const { offerId, version, wayId, amount: sum } = request;
  const asked: Asked = { offerId, version, wayId, amount: sum };
  const onceCall = { userId, call: 'c2cOrder', key: call.idempotencyKey, request: asked, nowMs };
  const { response: publicId } = await once(db, onceCall, async (tx) => {
    await holdSession(tx, user, nowMs);
    return reserve(tx, deps, { userId, asked, nowMs });
  });
  const row = await findOrder(db, { userId, publicId });
  invariant(row !== undefined, 'what was placed a moment ago is there');
  return shownOrder(box, row);
}

async function reserve(
  tx: Tx,
  deps: C2cDeps,
  { userId, asked, nowMs }: { readonly userId: number; readonly asked: Asked; readonly nowMs: number },
): Promise<string> {
  const { catalog, random } = deps;
  const offerId = rowId(asked.offerId);
  const sold = await tx
    .selectFrom('c2cOffer')
    .innerJoin('c2cMerchant', 'c2cMerchant.id', 'c2cOffer.merchantId')
    .select(['c2cMerchant.asset', 'c2cMerchant.id as merchantId'])
    .where('c2cOffer.id', '=', offerId)
    .executeTakeFirst();
  if (sold === undefined) throw new AppError('DATA_NOT_FOUND');
  const term = requireOpen(catalog, sold.asset);
  const promised = await requireOrderAllowed(tx, userId, nowMs);
  enterLock(tx, 'order');
  await sql`select hold_c2c_offer(${offerId}::bigint)`.execute(tx);
  const offer = await findOffer(tx, term, { userId, id: offerId });
  const way = offer?.row.ways.find(({ id }) => id === rowId(asked.wayId));
  if (offer === undefined || way === undefined || offer.row.version !== asked.version) throw new AppError('C2C_OFFER_CHANGED');
  const { asset, currency, price: asking, payMinutes, merchantId } = offer.row;
  const sum = judged(asked.amount, offer, {
    asset,
    scale: catalog.assets().find((one) => one.asset === asset)?.scale ?? 0,
    term,
  });
  // Whoever pays one order after the other is not credited beyond what he allows himself.
  await requireWithinOwnLimit(tx, { userId, asset, amount: add(sum, promised), nowMs });
  const worth = await worthOf(tx, asset, sum);
  const fiatAmount = fiatOf(sum, asking, currency);
  if (!isPositive(fiatAmount)) throw new AppError('PARAMETER_WRONG', { params: { field: 'amount' } });
  const order = {
    publicId: random.letters(numberLength),
    userId,
    merchantId,
    offerId,
    offerVersion: offer.row.version,
    wayId: way.id,
    asset,
    amount: toText(sum),
    currency,
    price: toText(price(asking)),
    fiatAmount: toText(fiatAmount),
    worth: toText(worth),
    turnoverNeed: toText(multiply(worth, term.turnoverFactor, needScale, 'up')),
    catalogVersion: catalog.version(),
    reservedAtMs: nowMs,
    payByMs: nowMs + payMinutes * minuteMs,
  };
  await tx.insertInto('c2cOrder').values(order).execute();
  await post(tx, holdPosting(order, nowMs));
  return order.publicId;
}

/** With the person held; answers how much his open orders are worth. Throws C2C_ORDERS_OPEN and C2C_ORDERS_SLOWED. */
async function requireOrderAllowed(tx: Tx, userId: number, nowMs: number): Promise<Amount> {
  const { open, worth } = await tx
    .selectFrom('c2cOrder')
    .select((row) => [row.fn.countAll<number>().as('open'), row.fn.sum<string | null>('worth').as('worth')])
    .where('userId', '=', userId)
    .where('status', 'in', openStatuses)
    .executeTakeFirstOrThrow();
  if (open >= c2cLimits.open) throw new AppError('C2C_ORDERS_OPEN', { params: { max: String(c2cLimits.open) } });
  const until = await slowedUntil(tx, userId, nowMs);
  if (until !== null)
    throw new AppError('C2C_ORDERS_SLOWED', { params: { max: String(c2cLimits.unpaid), until: utcText(until) } });
  return amount(worth ?? '0');
}

function judged(
  text: string,
  offer: OpenOffer,
  { asset, scale, term }: { readonly asset: string; readonly scale: number; readonly term: { readonly max: Amount } },
): Amount {
  const sum = amount(text);
  if (!isPositive(sum) || decimalsOf(sum) > scale) throw new AppError('PARAMETER_WRONG', { params: { field: 'amount' } });
  if (compare(sum, offer.min) < 0) throw new AppError('WALLET_BELOW_MIN', { params: { min: toText(offer.min), asset } });
  const most = min(amount(offer.row.orderMax), term.max);
  if (compare(sum, most) > 0) throw new AppError('WALLET_ABOVE_MAX', { params: { max: toText(most), asset } });
  if (compare(sum, offer.max) > 0) throw new AppError('C2C_LEFT', { params: { left: toText(offer.max), asset } });
  return sum;
}
