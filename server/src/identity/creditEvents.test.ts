import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { creditEvents, creditRules, creditScore, monthMs, mostCredit, type CreditFacts } from './creditEvents';

const startMs = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;
const facts = (more: Partial<CreditFacts> = {}): CreditFacts => ({
  nowMs: startMs,
  registeredMs: startMs,
  primaryMs: undefined,
  advancedMs: undefined,
  oneTimeCodesMs: undefined,
  paymentPasswordMs: undefined,
  ordersMs: new Map(),
  lockedMs: [],
  ...more,
});
const scoreOf = (more: Partial<CreditFacts>) => creditScore(creditEvents(facts(more)));

describe('the credit score', () => {
  it('who has just registered has the points of that', () => {
    expect(creditEvents(facts())).toEqual([{ kind: 'registered', points: 100, atMs: startMs }]);
  });

  it('a month counts once it is over, and ten of them at most', () => {
    expect(scoreOf({ nowMs: startMs + monthMs - 1 })).toBe(100);
    expect(scoreOf({ nowMs: startMs + monthMs })).toBe(103);
    expect(scoreOf({ nowMs: startMs + 400 * monthMs })).toBe(130);
  });

  it('everything that earns points is the most that there is', () => {
    const atMs = startMs + 1;
    const all = { primaryMs: atMs, advancedMs: atMs, oneTimeCodesMs: atMs, paymentPasswordMs: atMs };
    const ordersMs = new Map([
      [1, atMs],
      [10, atMs],
      [100, atMs],
    ]);
    expect(scoreOf({ nowMs: startMs + 400 * monthMs, ...all, ordersMs })).toBe(mostCredit);
    expect(mostCredit).toBe(300);
  });

  it('a lock costs points for a year, each, and the score never falls below 0', () => {
    const nowMs = startMs + 1;
    expect(scoreOf({ nowMs, lockedMs: [nowMs] })).toBe(50);
    expect(scoreOf({ nowMs, lockedMs: [nowMs, nowMs, nowMs] })).toBe(0);
    expect(scoreOf({ nowMs: nowMs + 365 * dayMs, lockedMs: [nowMs] })).toBe(130);
  });

  it('newest first', () => {
    const events = creditEvents(facts({ nowMs: startMs + monthMs, primaryMs: startMs + 5, lockedMs: [startMs + 7] }));
    expect(events.map(({ kind }) => kind)).toEqual(['month', 'locked', 'primary', 'registered']);
  });

  it('the published table is the formula', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/credit.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)`\s*\|[^|]*\|\s*(-?\d+)\s*\|\s*([\d-]*)\s*\|/gm)].map(([, kind, points, times]) => [
      kind,
      Number(points),
      times,
    ]);
    expect(rows).toEqual(creditRules.map(({ kind, points, times }) => [kind, points, times === undefined ? '-' : `${times}`]));
  });
});
