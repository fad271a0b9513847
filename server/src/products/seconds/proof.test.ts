import type { TickAnchor } from '@tessera/shared/contract';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { secondsProof, type SecondsOrder, type SecondsProof } from '@tessera/shared/contract';
import { sha256, verifyProof } from '@tessera/shared/fairness';
import { anchorMinute } from '../../feed/minuteAnchors';
import { deleteOldTicks } from '../../feed/tickLog';
import type { Handler, SignedIn } from '../../http/handler';
import { useFreshDatabases } from '../../../test/freshDatabases';
import { openSecondsDesk, startMs, type SecondsDesk, type TickAt } from '../../../test/secondsDesk';
import { anIncident } from '../../../test/anIncident';
import { nothingKnown } from '../../../../tools/verify/Known';
import { rootHash } from '../../../../tools/verify/log';
import { verifyFile } from '../../../../tools/verify/verifyFile';
import { testSignatures, testSigningKey } from '../../../test/testReceipts';

const freshDatabase = useFreshDatabases();
let desk: SecondsDesk & { close(): Promise<void> };
beforeEach(async () => {
  desk = await openSecondsDesk(freshDatabase);
});
afterEach(() => desk.close());

const proveFor = (user: SignedIn, orderId: string): Promise<SecondsProof> =>
  (desk.seconds.handlers.secondsProve as Handler<'secondsProve'>)({
    request: { orderId },
    user,
    nowMs: desk.clock.now(),
    language: 'en',
    ip: '',
    traceId: '',
    idempotencyKey: undefined,
  });
const states = async (proof: SecondsProof) =>
  Object.fromEntries(
    (await verifyProof(secondsProof.parse(JSON.parse(JSON.stringify(proof))), sha256, testSignatures)).map((check) => [
      check.name,
      check.state,
    ]),
  );
const allOk = {
  rule: 'ok',
  run: 'ok',
  chain: 'ok',
  expiry: 'ok',
  entry: 'ok',
  exit: 'ok',
  next: 'ok',
  outcome: 'ok',
  fee: 'ok',
  returned: 'ok',
  setOff: 'absent',
  receipt: 'ok',
  anchorRoots: 'ok',
  rootSigned: 'ok',
  anchored: 'ok',
  feedSeed: 'absent',
};

async function settledOrder(ticks: readonly TickAt[], settleAtMs = 60_200): Promise<{ user: SignedIn; order: SecondsOrder }> {
  await desk.ticks('ETH-USDT', [[-90_000, '5']]);
  await desk.ticks('BTC-USDT', [
    [-70_000, '99'],
    [-200, '99.5'],
    [-100, '100'],
  ]);
  const user = await desk.aUser();
  const order = await desk.buy(user, { seconds: 60, stake: '12.345678' });
  await desk.ticks('BTC-USDT', ticks);
  await desk.settleAt(settleAtMs);
  return { user, order };
}
const rise: TickAt[] = [
  [200, '100'],
  [30_000, '99'],
  [59_900, '100.01'],
  [60_100, '1'],
  [90_000, '2'],
];

test("the server's proof convinces the published verifier, anchors included", async () => {
  const { user, order } = await settledOrder(rise);
  await anchorMinute(desk.database.db, startMs, 1, testSigningKey);
  await anchorMinute(desk.database.db, startMs + 60_000, 1, testSigningKey);
  await anchorMinute(desk.database.db, startMs + 120_000, 1, testSigningKey);
  const proof = await proveFor(user, order.id);
  expect(proof.ticks.map((tick) => tick.seq)).toEqual([3, 4, 5, 6, 7, 8]);
  expect(proof.anchors.map((anchor) => anchor.minuteMs - startMs)).toEqual([0, 60_000, 120_000]);
  expect(await states(proof)).toEqual(allOk);
});

test('before the minute is anchored the proof says pending', async () => {
  const { user, order } = await settledOrder(rise);
  expect(await states(await proveFor(user, order.id))).toEqual({
    ...allOk,
    anchorRoots: 'pending',
    rootSigned: 'pending',
    anchored: 'pending',
  });
});

test.each<[string, TickAt[], number]>([
  [
    'no entry',
    [
      [2500, '100'],
      [59_000, '100'],
      [61_000, '100'],
    ],
    61_100,
  ],
  ['no entry and no tick since', [], 4000],
  [
    'too few ticks',
    [
      [500, '100'],
      [61_000, '100'],
    ],
    61_100,
  ],
  [
    'an old exit',
    [
      [500, '100'],
      [1000, '100'],
      [2000, '100'],
      [61_000, '100'],
    ],
    61_100,
  ],
  [
    'a feed that fell silent',
    [
      [500, '100'],
      [1000, '100'],
      [58_000, '101'],
    ],
    62_000,
  ],
  [
    'a silent feed whose ticks came later',
    [
      [500, '100'],
      [1000, '100'],
      [2000, '100'],
      [59_000, '1', true],
      [61_000, '1', true],
    ],
    62_000,
  ],
])('a void or silent order proves as well: %s', async (_, ticks, settleAtMs) => {
  const { user, order } = await settledOrder(ticks, settleAtMs);
  const proof = await proveFor(user, order.id);
  expect(proof.order.status).toBe('settled');
  expect(Object.values(await states(proof))).not.toContain('failed');
});

test('a tick that comes after a decision by the clock does not spoil the proof', async () => {
  const { user, order } = await settledOrder(
    [
      [500, '100'],
      [1000, '100'],
      [58_000, '101'],
    ],
    62_000,
  );
  await desk.ticks('BTC-USDT', [
    [59_500, '50'],
    [63_000, '50'],
  ]);
  const proof = await proveFor(user, order.id);
  expect(proof.ticks.filter((tick) => tick.isFilled === true).map((tick) => tick.price)).toEqual(['50']);
  expect(Object.values(await states(proof))).not.toContain('failed');
});

test.each<[string, TickAt[], number, number]>([
  [
    'an exit',
    [
      [500, '100'],
      [1000, '100'],
      [58_000, '101'],
    ],
    62_000,
    120_000,
  ],
  ['no entry', [], 4000, 60_000],
])('what the clock decided is sealed by the first root from then on: %s', async (_, ticks, settleAtMs, sealedAtMs) => {
  const { user, order } = await settledOrder(ticks, settleAtMs);
  await anchorMinute(desk.database.db, startMs, 1, testSigningKey);
  if (sealedAtMs > 60_000) await anchorMinute(desk.database.db, startMs + 60_000, 1, testSigningKey);
  const early = await proveFor(user, order.id);
  expect(await states(early)).toMatchObject({ run: 'pending' });
  await desk.ticks('BTC-USDT', [
    [settleAtMs + 1000, '50'],
    [130_000, '50'],
  ]);
  await anchorMinute(desk.database.db, startMs + sealedAtMs, 1, testSigningKey);
  const proof = await proveFor(user, order.id);
  expect(proof.anchors.at(-1)?.minuteMs).toBe(startMs + sealedAtMs);
  expect(await states(proof)).toEqual(allOk);
  const verify = (one: unknown) =>
    verifyFile(JSON.parse(JSON.stringify(one)))[0]?.checks.find(({ name }) => name === 'run')?.state;
  expect([verify(early), verify(proof)]).toEqual(['pending', 'ok']);
  const seals = (one: unknown, waitedMs: number) => {
    const known = { ...nothingKnown, nowMs: order.expiresAtMs + waitedMs };
    const names = ['run', 'anchorRoots', 'anchored'];
    const checks = verifyFile(JSON.parse(JSON.stringify(one)), known)[0]?.checks ?? [];
    return names.map((name) => checks.find((check) => check.name === name)?.state);
  };
  expect(seals({ ...early, anchors: [] }, 86_400_000)).toEqual(['pending', 'pending', 'pending']);
  // The next tick of a closed market may be days away.
  expect(seals({ ...early, anchors: [] }, 86_400_001)).toEqual(['pending', 'failed', 'failed']);
  expect(seals({ ...early, anchors: [] }, 7 * 86_400_000 + 1)).toEqual(['failed', 'failed', 'failed']);
  // A root that calls an older tick its head shows nothing: only the next tick does.
  const [told] = proof.anchors as [TickAnchor];
  const held = { 'BTC-USDT': { seq: early.ticks.at(-1)!.seq, hash: early.ticks.at(-1)!.hash } };
  const older = { ...told, heads: held, root: rootHash({ ...told, heads: held } as never) };
  const forged = { ...early, anchors: [older] };
  expect([(await states(forged))['run'], verify(forged)]).toEqual(['pending', 'pending']);
  const between = proof.anchors.map((anchor) => ({ ...anchor, minuteMs: anchor.minuteMs + 1 }));
  const heads = { ...between[0], previousRoot: '0'.repeat(64) };
  const root = rootHash(heads as never);
  expect(seals({ ...proof, anchors: [{ ...heads, root }] }, 0)[1]).toBe('failed');
  expect(
    seals(
      { ...proof, anchors: [{ ...heads, minuteMs: startMs, root: rootHash({ ...heads, minuteMs: startMs } as never) }] },
      0,
    )[1],
  ).toBe('ok');
  const cut = { ...proof, ticks: proof.ticks.slice(0, -1) };
  expect([(await states(cut))['run'], verify(cut)]).toEqual(['failed', 'failed']);
});

describe('an order that an incident voids keeps its ticks, and they are proved', () => {
  const voided = async (ticks: readonly TickAt[], settleAtMs: number, voidAtMs: number) => {
    // Short: a rise makes it lose.
    await desk.ticks('BTC-USDT', [[-100, '100']]);
    const user = await desk.aUser();
    const order = await desk.buy(user, { direction: 'short', seconds: 60, stake: '10' });
    await desk.ticks('BTC-USDT', ticks);
    if (settleAtMs > 0) await desk.settleAt(settleAtMs);
    const incident = { symbol: 'BTC-USDT', fromMs: startMs, toMs: startMs + 100, publishedAtMs: startMs + voidAtMs };
    await anIncident(desk.database.owner, incident);
    desk.clock.set(startMs + voidAtMs);
    await desk.seconds.settlementJob.run(new AbortController().signal);
    return { user, order };
  };
  const run = [...rise, [90_000, '2'] as TickAt].slice(0, 5);

  test.each<[string, TickAt[], number, number, readonly (number | null)[]]>([
    ['lost before', run, 60_200, 90_100, [2, 4, 5]],
    ['while it runs', run.slice(0, 2), 1000, 31_000, [2, null, null]],
    ['while it runs, before its entry was written down', run.slice(0, 2), 0, 31_000, [2, null, null]],
    ['over, and not settled yet', run, 0, 90_100, [2, 4, 5]],
    ['over, and no tick came since', run.slice(0, 3), 0, 62_100, [2, 4, null]],
    ['before its entry', [], 0, 50, [null, null, null]],
  ])('%s', async (_, ticks, settleAtMs, voidAtMs, seqs) => {
    const { user, order } = await voided(ticks, settleAtMs, voidAtMs);
    // What comes after the decision is no part of it.
    await desk.ticks('BTC-USDT', [
      [100_000, '7'],
      [200_000, '8'],
    ]);
    const proof = await proveFor(user, order.id);
    expect(proof).toMatchObject({ order: { voidReason: 'incident', returned: '10.2' }, incident: { symbol: 'BTC-USDT' } });
    expect([proof.order.entry, proof.order.exit, proof.order.next].map((tick) => tick?.seq ?? null)).toEqual(seqs);
    const checked = await states(proof);
    expect(checked).toMatchObject({ entry: 'ok', exit: 'ok', next: 'ok', outcome: 'ok', returned: 'ok', run: 'ok', chain: 'ok' });
    const forged = { ...proof, order: { ...proof.order, entry: { seq: 1, atMs: startMs, price: '1' } } };
    expect(await states(forged)).toMatchObject({ entry: 'failed' });
  });
});

test("the seed of the feed's day is shown only when it is revealed", async () => {
  await desk.database.db
    .insertInto('feedDay')
    .values({
      day: '2026-11-18',
      source: 'replay',
      seedHash: 'ab'.repeat(32),
      seed: 'cd'.repeat(32),
      publishedAtMs: startMs,
      revealedAtMs: null,
      opening: '{"BTC-USDT": "100"}',
      parameters: '{}',
    })
    .execute();
  const { user, order } = await settledOrder(rise);
  expect((await proveFor(user, order.id)).feedDay).toEqual({
    day: '2026-11-18',
    source: 'replay',
    seedHash: 'ab'.repeat(32),
    seed: null,
    opening: { 'BTC-USDT': '100' },
    // A day of version 1: drawn from the seed alone, which was committed to when it began.
    ...{ version: 1, attempt: 1, recordSeq: null, beacon: null, beaconHash: null, drawnFromMs: null, lostAtMs: null },
    ...{ committedAtMs: startMs, isLate: true, isInvented: false, revealedAtMs: null },
  });
  await desk.database.db.updateTable('feedDay').set({ revealedAtMs: startMs }).execute();
  expect((await proveFor(user, order.id)).feedDay?.seed).toBe('cd'.repeat(32));
});

test("nobody sees the proof of somebody else's order, nor of one that runs, and both modes are apart", async () => {
  const { user, order } = await settledOrder(rise.slice(0, 2), 30_100);
  await expect(proveFor(user, order.id)).rejects.toMatchObject({ code: 'ORDER_STATUS_WRONG' });
  await expect(proveFor({ ...user, mode: 'real' }, order.id)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  await expect(proveFor(await desk.aUser(), order.id)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  await expect(proveFor(user, 'nonsense')).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
});

test('what proves a settled order outlives retention, and nothing else', async () => {
  const { user, order } = await settledOrder(rise);
  for (const seconds of [0, 60, 120]) await anchorMinute(desk.database.db, startMs + seconds * 1000, 1, testSigningKey);
  const before = await proveFor(user, order.id);
  await desk.ticks('BTC-USDT', [
    [121_000, '3'],
    [122_000, '4'],
    [2 * 86_400_000, '5'],
  ]);
  await deleteOldTicks(desk.database.db, startMs + 86_400_000, 1000);
  const left = await desk.database.db
    .selectFrom('tick')
    .select('seq')
    .where('symbolId', '=', 'BTC-USDT')
    .orderBy('seq')
    .execute();
  // One before acceptance with the hash it names, and on to the tick that the third anchor names.
  expect(left.map(({ seq }) => seq)).toEqual([2, 3, 4, 5, 6, 7, 8, 11]);
  const proof = await proveFor(user, order.id);
  expect(proof).toEqual(before);
  expect(await states(proof)).toEqual(allOk);
});
