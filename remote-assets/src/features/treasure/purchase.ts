/** The bounds of a purchase and its schedule, computed as the server does. */
import type { TreasureProduct } from '@tessera/shared/contract';
import { interestSchedule, type ScheduledDay } from '@tessera/shared/interest';
import { amount, compare, isPositive, max, min, multiply, rate, round, subtract, zero, type Amount } from '@tessera/shared/money';

const dayMs = 86_400_000;

/** Next 00:00 UTC. */
export const nextDayMs = (nowMs: number): number => (Math.floor(nowMs / dayMs) + 1) * dayMs;

export interface Schedule {
  readonly startsAtMs: number;
  readonly firstPaidAtMs: number;
  /** The instant of the last interest and of the principal's return. */
  readonly endsAtMs: number;
  readonly days: readonly (ScheduledDay & { readonly atMs: number })[];
}

/** The schedule of a purchase made now. `assetScale`: decimals of the asset, in which interest is paid; amounts may have fewer. */
export function scheduleOf(
  principal: Amount,
  { rate: share, rateKind, days, dayCount }: TreasureProduct,
  { assetScale, nowMs }: { readonly assetScale: number; readonly nowMs: number },
): Schedule {
  const startsAtMs = nextDayMs(nowMs);
  const schedule = interestSchedule(principal, { rate: rate(share), rateKind, days, dayCount, scale: assetScale });
  return {
    startsAtMs,
    firstPaidAtMs: startsAtMs + dayMs,
    endsAtMs: startsAtMs + days * dayMs,
    days: schedule.map((day) => ({ ...day, atMs: startsAtMs + day.day * dayMs })),
  };
}

/** The capacity that is left for all people; undefined: no bound. */
export const leftOf = ({ capacity, taken }: TreasureProduct): Amount | undefined =>
  capacity === null ? undefined : max(zero, subtract(amount(capacity), amount(taken)));

/** What this person may still add. */
const roomOf = ({ max: most, held }: TreasureProduct): Amount | undefined =>
  most === null ? undefined : max(zero, subtract(amount(most), amount(held)));

/** The largest purchase: the available balance, within every bound. */
export const mostOf = (product: TreasureProduct, available: Amount): Amount =>
  [leftOf(product), roomOf(product)].reduce<Amount>(
    (least, bound) => (bound === undefined ? least : min(least, bound)),
    min(available, amount(product.singleLimit)),
  );

/** A share of the largest purchase, cut to the product's decimals. */
export const shareOf = (most: Amount, share: string, { scale }: TreasureProduct): Amount =>
  round(multiply(most, rate(share), scale, 'down'), scale, 'down');

export type PurchaseProblem =
  | { readonly code: 'empty' | 'full' }
  | { readonly code: 'below' | 'above' | 'held' | 'left' | 'tooMuch'; readonly bound: Amount };

/** The problem of a purchase, if any; the server checks the same. `wanted`: undefined while the typed amount is not valid. */
export function purchaseProblem(
  wanted: Amount | undefined,
  product: TreasureProduct,
  available: Amount,
): PurchaseProblem | undefined {
  const [least, single] = [amount(product.min), amount(product.singleLimit)];
  const [left, room] = [leftOf(product), roomOf(product)];
  if (left !== undefined && compare(left, least) < 0) return { code: 'full' };
  if (wanted === undefined || !isPositive(wanted)) return { code: 'empty' };
  if (compare(wanted, least) < 0) return { code: 'below', bound: least };
  if (compare(wanted, single) > 0) return { code: 'above', bound: single };
  if (room !== undefined && compare(wanted, room) > 0) return { code: 'held', bound: room };
  if (left !== undefined && compare(wanted, left) > 0) return { code: 'left', bound: left };
  return compare(wanted, available) > 0 ? { code: 'tooMuch', bound: available } : undefined;
}
