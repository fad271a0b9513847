/** The published runs of conversions (docs/fairness-vectors.json), and what an order is owed whose receipt promises them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LeverageProof } from '../contract/leverage';
import type { Tick, TickAnchor } from '../contract/market';
import { minuteRoot, sha256, tickHash } from '../fairness';
import { explainsCut, isCut, lastTickState, maxLastTickRun } from './lastTick';

const { conversions } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/fairness-vectors.json'), 'utf8')) as {
  readonly conversions: {
    readonly ticks: readonly Tick[];
    readonly anchor: TickAnchor;
    readonly cases: readonly {
      readonly name: string;
      readonly atMs: number;
      readonly seqs: readonly [number, number];
      readonly isAnchored: boolean;
      readonly changedPrice?: string;
      readonly incident?: readonly [number, number];
      readonly state: string;
    }[];
  };
};
const deps = { digest: sha256, receipts: undefined };
type Proof = Parameters<typeof lastTickState>[0];
/** Of another market than the tick; `terms`: of the order's receipt. */
const proofOf = ({ terms, ...rest }: Partial<Proof> & { readonly terms?: object }): Proof => ({
  order: { receipt: terms && { terms } } as unknown as LeverageProof['order'],
  deal: { symbol: 'EUR-JPY', tickSeq: 1, tickAtMs: 1 } as LeverageProof['deal'],
  ticks: [],
  anchors: [],
  ...rest,
});

/** As the vector's `about` says. */
function runOf({ atMs, seqs: [from, to], isAnchored, changedPrice, incident }: (typeof conversions.cases)[number]) {
  const [first, ...after] = conversions.ticks.filter(({ seq }) => seq >= from && seq <= to);
  if (first === undefined) throw new Error(`tick ${from} is there`);
  const bent = changedPrice === undefined ? first : { ...first, price: changedPrice };
  const tick = { ...bent, hash: tickHash(bent.previousHash, bent, sha256) };
  const [fromMs, toMs] = incident ?? [];
  const said = { id: '1', symbol: tick.symbol, reason: 'late', publishedAtMs: atMs };
  const incidents = fromMs === undefined || toMs === undefined ? [] : [{ ...said, fromMs, toMs }];
  return { tick, run: { atMs, ticks: [tick, ...after], anchor: isAnchored ? conversions.anchor : null, incidents } };
}

test.each(conversions.cases)('$name: $state', async (vector) => {
  const { tick, run } = runOf(vector);
  expect(await lastTickState(proofOf({ conversions: [run] }), tick, vector.atMs, deps)).toBe(vector.state);
});

const [honest] = conversions.cases as readonly [(typeof conversions.cases)[number]];
test('another run, or none, says nothing of a tick; where the receipt promises runs it has failed', async () => {
  const { tick, run } = runOf(honest);
  const stateOf = (proof: Proof, atMs = honest.atMs) => lastTickState(proof, tick, atMs, deps);
  expect(await stateOf(proofOf({}))).toBeUndefined();
  expect(await stateOf(proofOf({ conversions: [run] }), honest.atMs + 1)).toBeUndefined();
  const terms = { showsLastTicks: true };
  expect(await stateOf(proofOf({ terms }))).toBe('failed');
  expect(await stateOf(proofOf({ terms, conversions: [run] }), honest.atMs + 1)).toBe('failed');
  expect(await stateOf(proofOf({ terms, conversions: [run] }))).toBe('partial');
});

test('one minute has one root', async () => {
  const { tick, run } = runOf(honest);
  const stateWith = (root: string) =>
    lastTickState(proofOf({ conversions: [run], anchors: [{ ...conversions.anchor, root }] }), tick, honest.atMs, deps);
  expect(await stateWith(conversions.anchor.root)).toBe('partial');
  expect(await stateWith('f'.repeat(64))).toBe('failed');
});

test('a run is cut where the root comes thousands of ticks later, and only a pause or an incident explains that', async () => {
  const { tick, run } = runOf(honest);
  const anchorAt = (seq: number): TickAnchor => {
    const heads = { [tick.symbol]: { seq, hash: 'a'.repeat(64) } };
    const { previousRoot, minuteMs } = conversions.anchor;
    return { previousRoot, minuteMs, heads, root: minuteRoot(previousRoot, minuteMs, heads, sha256) };
  };
  const cut = (later: number) => ({ ...run, ticks: [tick], anchor: anchorAt(tick.seq + later) });
  const stateOf = (later: number) => lastTickState(proofOf({ conversions: [cut(later)] }), tick, honest.atMs, deps);
  expect(await stateOf(maxLastTickRun)).toBe('partial');
  expect(await stateOf(maxLastTickRun - 1)).toBe('failed');
  expect(isCut(cut(maxLastTickRun))).toBe(true);
  expect(isCut(run)).toBe(false);
  const pause = { fromMs: tick.atMs, toMs: tick.atMs + 1 };
  expect(explainsCut(cut(maxLastTickRun), [pause])).toBe(true);
  expect(explainsCut(cut(maxLastTickRun), [{ fromMs: tick.atMs - 1, toMs: tick.atMs }])).toBe(false);
});

test("the deal's own tick is followed by the proof's own run", async () => {
  const { tick } = runOf(honest);
  const deal = { symbol: tick.symbol, tickSeq: tick.seq, tickAtMs: tick.atMs } as LeverageProof['deal'];
  const stateOf = (ticks: Tick[], atMs = tick.atMs) => lastTickState(proofOf({ deal, ticks }), tick, atMs, deps, true);
  expect(await stateOf([tick])).toBe('ok');
  expect(await stateOf([{ ...tick, hash: 'f'.repeat(64) }])).toBe('failed');
  // At another instant a later one may have been there.
  expect(await stateOf([tick], tick.atMs + 1)).toBe('failed');
});
