/**
 * Keeps a single wild figure out of the log. A price further than `limit` from the median of the last ones waits; when
 * the prices after it stand near it, the market has really moved and the level is taken over, otherwise it was an error
 * and nothing of it remains. A real jump so costs two refused ticks, an error costs none of the good ones.
 */
import { absolute, compare, multiply, subtract, type Price, type Rate } from '@tessera/shared/money';

const windowSize = 15;
const confirmations = 2;
const scale = 18;

export interface OutlierGuard {
  /** False: leave this price out. */
  admits(value: Price): boolean;
}

export function createOutlierGuard(limit: Rate): OutlierGuard {
  let recent: Price[] = [];
  let suspects: Price[] = [];

  const isNear = (value: Price, level: Price): boolean =>
    compare(absolute(subtract(value, level)), multiply(level, limit, scale, 'down')) <= 0;

  function take(value: Price): true {
    recent = [...recent.slice(1 - windowSize), value];
    suspects = [];
    return true;
  }

  return {
    admits(value) {
      const level = median(recent);
      if (level === undefined || isNear(value, level)) return take(value);
      const first = suspects[0];
      suspects = first !== undefined && isNear(value, first) ? [...suspects, value] : [value];
      if (suspects.length <= confirmations) return false;
      // The old level says nothing about the new one.
      recent = suspects;
      return take(value);
    },
  };
}

function median(values: readonly Price[]): Price | undefined {
  const ordered = [...values].sort(compare);
  return ordered[Math.floor(ordered.length / 2)];
}
