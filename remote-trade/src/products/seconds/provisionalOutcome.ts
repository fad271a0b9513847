import type { Direction } from '@tessera/shared/contract';
import { compare, parsePrice } from '@tessera/shared/money';

export type ProvisionalOutcome = 'winning' | 'losing' | 'level';

/** What would come of an order at a price. Only a word for now: the exit decides, and the server finds it. */
export function provisionalOutcome(direction: Direction, entry: string, now: string): ProvisionalOutcome | undefined {
  const [from, to] = [parsePrice(entry), parsePrice(now)];
  if (from === undefined || to === undefined) return undefined;
  const move = compare(to, from);
  if (move === 0) return 'level';
  return move > 0 === (direction === 'long') ? 'winning' : 'losing';
}
