import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { decide, decideEntry, outcomeOf, secondsRule, type Decision, type OrderToDecide, type TickPoint } from './settle';

interface Vector {
  readonly name: string;
  readonly ruleVersion: number;
  readonly order: OrderToDecide;
  readonly nowMs: number;
  readonly ticks: readonly (readonly [number, number, string, boolean?])[];
  readonly expected:
    | 'wait'
    | { entrySeq: number | null; exitSeq: number | null; nextSeq: number | null; outcome: string; voidReason: string | null };
}
const { decisions } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/fairness-vectors.json'), 'utf8')) as {
  decisions: Vector[];
};

const summary = (decision: Decision | 'wait') =>
  decision === 'wait'
    ? decision
    : {
        entrySeq: decision.entry?.seq ?? null,
        exitSeq: decision.exit?.seq ?? null,
        nextSeq: decision.next?.seq ?? null,
        outcome: decision.outcome,
        voidReason: decision.voidReason,
      };

it.each(decisions.map((vector) => [vector.name, vector] as const))(
  'published vector: %s',
  (_, { order, ruleVersion, ticks, nowMs, expected }) => {
    const points = ticks.map(([seq, atMs, price, isFilled = false]) => ({ seq, atMs, price, isFilled }));
    expect(summary(decide(order, secondsRule(ruleVersion), points, nowMs))).toEqual(expected);
  },
);

const t0 = 1_700_000_000_000;
const rule = secondsRule(1);
const order = { direction: 'long', acceptedAtMs: t0, expiresAtMs: t0 + 30_000, isInIncident: false } as const;
const priceText = fc
  .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: 99 }))
  .map(([whole, part]) => `${whole}.${String(part).padStart(2, '0')}`);
/** A log around an order: gapless numbers, ascending times, sometimes with long silences. */
const logs = fc
  .array(
    fc.record({
      pauseMs: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 1500 }) }, fc.integer({ min: 1500, max: 9000 })),
      price: priceText,
      isFilled: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.boolean()),
    }),
    { minLength: 1, maxLength: 80 },
  )
  .map((steps) => {
    let atMs = t0 - 3000;
    return steps.map(({ pauseMs, ...tick }, index): TickPoint => ({ ...tick, seq: index + 5, atMs: (atMs += pauseMs) }));
  });
const instants = fc.integer({ min: t0, max: t0 + 40_000 });

it('decides the same on the whole run and on entry, exit and next alone', () => {
  fc.assert(
    fc.property(logs, instants, (ticks, nowMs) => {
      const first = ticks.find((tick) => tick.atMs > order.acceptedAtMs && !tick.isFilled);
      const last = ticks.findLast((tick) => tick.atMs <= order.expiresAtMs && !tick.isFilled);
      const next = ticks.find((tick) => tick.atMs > order.expiresAtMs);
      const reduced = [
        ...new Map(
          [first, last, next, ticks.at(-1)].flatMap((tick) => (tick === undefined ? [] : [[tick.seq, tick] as const])),
        ).values(),
      ];
      expect(decide(order, rule, reduced, nowMs)).toEqual(decide(order, rule, ticks, nowMs));
    }),
    { numRuns: 500 },
  );
});

it('never changes a decision when more ticks arrive or time goes on', () => {
  fc.assert(
    fc.property(logs, instants, fc.nat(79), (ticks, nowMs, cut) => {
      const early = decide(order, rule, ticks.slice(0, cut), nowMs);
      if (early === 'wait' || early.exit === null || early.next === null) return;
      expect(decide(order, rule, ticks, nowMs + 5000)).toEqual(early);
    }),
    { numRuns: 500 },
  );
});

it('lets nothing but direction, entry price and exit price decide a valid order', () => {
  fc.assert(
    fc.property(logs, logs, fc.constantFrom('long', 'short'), (ticks, otherTicks, direction) => {
      const one = decide({ ...order, direction }, rule, ticks, t0 + 60_000);
      const other = decide({ ...order, direction }, rule, otherTicks, t0 + 60_000);
      if (one === 'wait' || other === 'wait' || one.voidReason !== null || other.voidReason !== null) return;
      expect(one.outcome).toBe(outcomeOf(direction, one.entry?.price ?? '', one.exit?.price ?? ''));
      const hasSamePrices = one.entry?.price === other.entry?.price && one.exit?.price === other.exit?.price;
      if (hasSamePrices) expect(other.outcome).toBe(one.outcome);
    }),
    { numRuns: 1000 },
  );
});

it('gives long and short opposite results, and both the same when prices are equal', () => {
  fc.assert(
    fc.property(priceText, priceText, (entry, exit) => {
      const opposite = { won: 'lost', lost: 'won', equal: 'equal' } as const;
      expect(outcomeOf('short', entry, exit)).toBe(opposite[outcomeOf('long', entry, exit)]);
    }),
  );
});

it('ignores anything else that a caller hands along', () => {
  const ticks = [
    [1, t0 + 1, '10'],
    [2, t0 + 9000, '11'],
    [3, t0 + 29_000, '12'],
    [4, t0 + 30_001, '1'],
  ] as const;
  const points = ticks.map(([seq, atMs, price]) => ({ seq, atMs, price }));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (extra) => {
      const burdened = { ...extra, ...order };
      expect(decide(burdened, rule, points, t0 + 40_000)).toEqual(decide(order, rule, points, t0 + 40_000));
    }),
  );
});

it('knows the entry long before the result', () => {
  expect(decideEntry({ acceptedAtMs: t0 }, rule, [{ seq: 7, atMs: t0 + 250, price: '1.1' }], t0 + 260)).toEqual({
    seq: 7,
    atMs: t0 + 250,
    price: '1.1',
  });
});

it('refuses a rule version that was never published', () => {
  expect(() => secondsRule(0)).toThrow('rule version 0 was published');
});

it('version 2: a tick that was public at acceptance is no entry, whatever its time says', () => {
  const ticks = [0, 1, 2, 3, 4].map((step) => ({ seq: 7 + step, atMs: t0 + 100 + step * 200, price: String(100 + step) }));
  const accepted = { ...order, acceptedSeq: 8 };
  expect(decideEntry(accepted, secondsRule(2), ticks, t0 + 1000)).toMatchObject({ seq: 9 });
  expect(decideEntry(accepted, secondsRule(1), ticks, t0 + 1000)).toMatchObject({ seq: 7 });
  // Nor is one that was there before acceptance and not yet in the log.
  expect(decideEntry({ ...accepted, acceptedAtMs: t0 + 600 }, secondsRule(2), ticks, t0 + 1000)).toMatchObject({ seq: 10 });
});
