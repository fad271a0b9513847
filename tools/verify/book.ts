/** The book of a tick, drawn from its price, its hash and the symbol's figures (docs/trading.md). */
import { unhex } from './bytes';
import { compare, exact, least, minus, over, plus, rounded, sumOf, times, timesIn, whole, zero, type Exact } from './Exact';
import type { SpotProof } from './shapes';

const levelsPerSide = 20;

export interface Level {
  readonly price: Exact;
  readonly quantity: Exact;
}
export interface Book {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}
type BookTerms = Pick<SpotProof['book'], 'digits' | 'spreadSteps' | 'levelQuantity' | 'quantityStep'>;

export function bookOf(tick: { readonly price: string; readonly hash: string }, terms: BookTerms): Book {
  const draw = sfc32(unhex(tick.hash));
  const at = exact(tick.price);
  const step: Exact = { n: 1n, d: 10n ** BigInt(terms.digits) };
  const below = Math.floor(terms.spreadSteps / 2);
  const bid = minus(at, times(step, whole(below)));
  const ask = plus(at, times(step, whole(terms.spreadSteps - below)));
  const unit = timesIn(times(at, exact('0.00002')), step);
  const fullSteps = timesIn(exact(terms.levelQuantity), exact(terms.quantityStep));
  const touchSteps = fullSteps > 1n ? fullSteps : 1n;
  const side = (touch: Exact, sign: bigint): Level[] => {
    let distance = 0n;
    return Array.from({ length: levelsPerSide }, (_, k) => {
      const room = (unit * BigInt(8 + k)) / 8n;
      if (k > 0) distance += 1n + (draw() % (room > 1n ? room : 1n));
      const steps = (touchSteps * BigInt(4 + k) * (256n + (draw() % 1537n))) / 4096n;
      return {
        price: plus(touch, times(step, whole(sign * distance))),
        quantity: times(exact(terms.quantityStep), whole(steps > 1n ? steps : 1n)),
      };
    }).filter(({ price }) => price.n > 0n);
  };
  const bids = side(bid.n > 0n ? bid : at, -1n);
  return { bids, asks: side(ask, 1n) };
}

/** Words of the hash, folded; twelve rounds are thrown away. */
function sfc32(hash: Buffer): () => bigint {
  const word = (index: number): number => hash.readInt32BE(index * 4) ^ hash.readInt32BE(index * 4 + 16);
  let [a, b, c, counter] = [word(0), word(1), word(2), word(3)];
  const draw = (): bigint => {
    const out = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + out) | 0;
    return BigInt(out >>> 0);
  };
  for (let round = 0; round < 12; round++) draw();
  return draw;
}

export interface Wanted {
  readonly side: 'buy' | 'sell';
  readonly quantity: Exact | undefined;
  readonly total: Exact | undefined;
  /** No level worse than it. */
  readonly limit: Exact;
}

export interface Taken {
  readonly quantity: Exact;
  readonly total: Exact;
  readonly average: Exact;
}

/** undefined: nothing. */
export function takeFrom(book: Book, wanted: Wanted, terms: BookTerms, quoteScale: number): Taken | undefined {
  const isBuying = wanted.side === 'buy';
  const rounding = isBuying ? 'up' : 'down';
  const step = exact(terms.quantityStep);
  const money = wanted.total === undefined ? undefined : rounded(wanted.total, quoteScale, 'down');
  const taken: Level[] = [];
  for (const level of isBuying ? book.asks : book.bids) {
    if (compare(level.price, wanted.limit) * (isBuying ? 1 : -1) > 0) break;
    const sofar = sumOf(taken.map(({ quantity }) => quantity));
    const spent = sumOf(taken.map(({ price, quantity }) => times(price, quantity)));
    const bounds = [
      level.quantity,
      ...(wanted.quantity === undefined ? [] : [minus(wanted.quantity, sofar)]),
      ...(money === undefined ? [] : [over(minus(money, spent), level.price)]),
    ];
    const quantity = times(step, whole(timesIn(bounds.reduce(least), step)));
    if (compare(quantity, zero) <= 0) break;
    taken.push({ price: level.price, quantity });
    if (compare(quantity, level.quantity) < 0) break;
  }
  if (taken.length === 0) return undefined;
  const quantity = sumOf(taken.map((level) => level.quantity));
  const exactTotal = sumOf(taken.map(({ price, quantity: of }) => times(price, of)));
  return {
    quantity,
    total: rounded(exactTotal, quoteScale, rounding),
    average: rounded(over(exactTotal, quantity), terms.digits, rounding),
  };
}
