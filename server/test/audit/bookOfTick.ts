/**
 * The modelled book of a tick, written a second time from its published description (the head of shared/trading/orderBook.ts): in
 * whole numbers only. Prices are whole steps of the last digit, quantities whole quantity steps.
 */
import { compared, exact, floorAt, greater, minus, plus, quotientFloor, times, type Exact } from './exact';

export interface AuditedLevel {
  readonly price: Exact;
  readonly quantity: Exact;
}
export interface AuditedBook {
  readonly bids: readonly AuditedLevel[];
  readonly asks: readonly AuditedLevel[];
}
export interface AuditedBookTerms {
  readonly digits: number;
  readonly spreadSteps: number;
  readonly levelQuantity: Exact;
  readonly quantityStep: Exact;
}

const levels = 20;
const steps = (count: bigint, digits: number): Exact => ({ units: count, places: digits });

export function spreadSides({ spreadSteps, digits }: Pick<AuditedBookTerms, 'spreadSteps' | 'digits'>): {
  readonly below: Exact;
  readonly above: Exact;
} {
  const below = BigInt(spreadSteps) / 2n;
  return { below: steps(below, digits), above: steps(BigInt(spreadSteps) - below, digits) };
}

export const askAt = (price: Exact, above: Exact): Exact => plus(price, above);
/** Where the spread is as large as the price there is no room below. */
export function bidAt(price: Exact, below: Exact): Exact {
  const bid = minus(price, below);
  return bid.units > 0n ? bid : price;
}

export function drawBook(tick: { readonly price: Exact; readonly hash: Buffer }, terms: AuditedBookTerms): AuditedBook {
  const draw = sfc32(tick.hash);
  const { below, above } = spreadSides(terms);
  const unit = floorAt(times(tick.price, exact('0.00002')), terms.digits).units;
  const touch = greater(quotientFloor(terms.levelQuantity, terms.quantityStep, 0), exact(1)).units;
  const side = (start: Exact, direction: bigint): AuditedLevel[] => {
    const found: AuditedLevel[] = [];
    let distance = 0n;
    for (let k = 0n; k < levels; k += 1n) {
      if (k > 0n) distance += 1n + (draw() % atLeastOne((unit * (8n + k)) / 8n));
      const factor = 256n + (draw() % 1537n);
      const count = atLeastOne((touch * (4n + k) * factor) / 4096n);
      const price = plus(start, steps(direction * distance, terms.digits));
      if (compared(price, exact(0)) > 0) found.push({ price, quantity: times(terms.quantityStep, exact(String(count))) });
    }
    return found;
  };
  const bids = side(bidAt(tick.price, below), -1n);
  return { bids, asks: side(askAt(tick.price, above), 1n) };
}

const atLeastOne = (value: bigint): bigint => (value < 1n ? 1n : value);
const word = (value: bigint): bigint => BigInt.asUintN(32, value);

function sfc32(hash: Buffer): () => bigint {
  const folded = (index: number): bigint => BigInt(hash.readUInt32BE(index * 4)) ^ BigInt(hash.readUInt32BE(index * 4 + 16));
  let [a, b, c, counter] = [folded(0), folded(1), folded(2), folded(3)];
  const draw = (): bigint => {
    const out = word(a + b + counter);
    counter = word(counter + 1n);
    a = b ^ (b >> 9n);
    b = word(c + (c << 3n));
    c = word(((c << 21n) | (c >> 11n)) + out);
    return out;
  };
  for (let round = 0; round < 12; round += 1) draw();
  return draw;
}
