/**
 * What all people's positions in a symbol are worth on one side, long less short. It is read once a second, beside the catalogue, and
 * what this process accepts in between is added: an acceptance asks memory, and nobody waits for anybody. So the bound is kept
 * to what other processes accept within that second (docs/decisions/0085).
 */
import type { AccountMode, Direction } from '@tessera/shared/contract';
import { add, amount, negate, zero, type Amount } from '@tessera/shared/money';
import { readOpenPositions } from './openPositions';
import type { Db } from '../../store/database';

export interface HouseExposure {
  /** In the funding asset, at the opening prices; above zero when people are long. */
  net(symbol: string, mode: AccountMode): Amount;
  /** An order that was accepted here. */
  accepted(order: {
    readonly symbol: string;
    readonly mode: AccountMode;
    readonly direction: Direction;
    readonly notional: Amount;
  }): void;
  /** Reads all of it from the open orders. */
  follow(): Promise<void>;
}

const keyOf = (symbol: string, mode: AccountMode): string => `${symbol} ${mode}`;
const signedOf = (direction: Direction, notional: Amount): Amount => (direction === 'long' ? notional : negate(notional));

export function createHouseExposure(db: Db): HouseExposure {
  let known = new Map<string, Amount>();
  /** What came while a reading was under way is in it or not: it is counted until the next one. */
  let since: [string, Amount][] = [];
  const count = (key: string, signed: Amount) => known.set(key, add(known.get(key) ?? zero, signed));
  return {
    net: (symbol, mode) => known.get(keyOf(symbol, mode)) ?? zero,
    accepted({ symbol, mode, direction, notional }) {
      const key = keyOf(symbol, mode);
      const signed = signedOf(direction, notional);
      since.push([key, signed]);
      count(key, signed);
    },
    async follow() {
      since = [];
      const open = await readOpenPositions(db);
      known = new Map();
      for (const { symbolId, mode, direction, notional } of open)
        count(keyOf(symbolId, mode), signedOf(direction, amount(notional)));
      for (const [key, signed] of since) count(key, signed);
    },
  };
}
