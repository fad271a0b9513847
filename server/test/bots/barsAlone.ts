/**
 * What recorded bars tell by themselves, whatever is drawn inside: a bet from a minute's open to its close, against the minute before. What
 * it gains no drawing gave, and none takes away.
 */
import type { Bar } from './markets';
import type { Score } from './playBots';

const minuteMs = 60_000;

export function barsAlone(bars: readonly Bar[]): Pick<Score, 'orders' | 'won' | 'lost' | 'deviations' | 'gross' | 'grossError'> {
  let [orders, won, lost] = [0, 0, 0];
  bars.forEach(({ atMs, open, close }, index) => {
    const before = bars[index - 1];
    if (before === undefined || before.atMs + minuteMs !== atMs || before.open === before.close) return;
    orders += 1;
    const went = Math.sign(close - open) * Math.sign(before.close - before.open);
    if (went < 0) won += 1;
    if (went > 0) lost += 1;
  });
  const decided = won + lost;
  return {
    ...{ orders, won, lost },
    deviations: (won - decided / 2) / Math.sqrt(decided / 4),
    gross: (won - lost) / orders,
    grossError: (2 * Math.sqrt((won * lost) / decided)) / orders,
  };
}
