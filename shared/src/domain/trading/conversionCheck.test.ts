/** The published runs of conversions: docs/fairness-vectors.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tick, TickAnchor } from '../contract/market';
import { sha256, tickHash } from '../fairness';
import { conversionState } from './conversionCheck';

const { conversions } = JSON.parse(readFileSync(join(__dirname, '../../../../docs/fairness-vectors.json'), 'utf8')) as {
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
  expect(await conversionState({ conversions: [run], anchors: [] }, tick, vector.atMs, deps)).toBe(vector.state);
});

const [honest] = conversions.cases as readonly [(typeof conversions.cases)[number]];
test('another run, or none, says nothing of a tick', async () => {
  const { tick, run } = runOf(honest);
  expect(await conversionState({ anchors: [] }, tick, honest.atMs, deps)).toBeUndefined();
  expect(await conversionState({ conversions: [run], anchors: [] }, tick, honest.atMs + 1, deps)).toBeUndefined();
});

test('one minute has one root', async () => {
  const { tick, run } = runOf(honest);
  const stateWith = (root: string) =>
    conversionState({ conversions: [run], anchors: [{ ...conversions.anchor, root }] }, tick, honest.atMs, deps);
  expect(await stateWith(conversions.anchor.root)).toBe('partial');
  expect(await stateWith('f'.repeat(64))).toBe('failed');
});
