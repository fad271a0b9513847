import type { TickAnchor } from '../contract/market';
import type { Tick } from '../contract/market';
import { chainCheck, hashOfTick, rootSignedCheck } from './logChecks';
import { sha256 } from './sha256';
import { genesisHash } from './tickHash';

const head = { seq: 0, hash: genesisHash };
const anOld: TickAnchor = { minuteMs: 60_000, root: 'aa'.repeat(32), previousRoot: genesisHash, heads: {} };
const aNew = (minuteMs: number, change: Partial<TickAnchor> = {}): TickAnchor => ({
  ...anOld,
  minuteMs,
  logs: { record: head, audit: head },
  signed: { keyId: 'k1', signature: `${minuteMs}` },
  ...change,
});
const text = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
/** Signs by naming what was signed. */
const knows = async ({ keyId, atMs }: { keyId: string; atMs: number }, message: Uint8Array, signature: string) =>
  keyId === 'k1' && signature === String(atMs) && text(message).startsWith(`tessera root 1\n{"minuteMs":${atMs},"root":"aa`);

test.each<[string, TickAnchor[], string]>([
  ['no root yet', [], 'pending'],
  ['roots of format 1', [anOld], 'absent'],
  ['format 1, then signed ones', [anOld, aNew(120_000), aNew(180_000)], 'ok'],
  ['a signature of another minute', [aNew(120_000), aNew(180_000, { signed: { keyId: 'k1', signature: '120000' } })], 'failed'],
  ['a key that nobody published', [aNew(120_000, { signed: { keyId: 'k2', signature: '120000' } })], 'failed'],
  ['a root without a signature after a signed one', [aNew(120_000), aNew(180_000, { signed: undefined })], 'failed'],
  ['format 1 after a signed one', [aNew(120_000), { ...anOld, minuteMs: 180_000 }], 'failed'],
  ['format 2 that nobody signed', [aNew(120_000, { signed: undefined })], 'failed'],
])('%s: %s', async (_, anchors, state) => {
  expect(await rootSignedCheck(anchors, knows)).toMatchObject({ state });
});

test('without keys nobody can tell', async () => {
  expect(await rootSignedCheck([aNew(60_000)], undefined)).toMatchObject({ state: 'partial' });
  expect(await rootSignedCheck([aNew(60_000)], async () => undefined)).toMatchObject({ state: 'partial' });
});

test('after the first key there is no root of format 1; one from before stays checkable', async () => {
  expect(await rootSignedCheck([anOld], knows, 60_000)).toMatchObject({ state: 'absent' });
  expect(await rootSignedCheck([anOld], knows, 59_999)).toMatchObject({ state: 'failed' });
});

test('after the first key there is no tick of format 1, whose flags no hash covers; one from before stays checkable', async () => {
  const bare = { symbol: 'BTC-USDT', seq: 1, atMs: 1000, price: '1', previousHash: genesisHash, hash: genesisHash };
  const tick: Tick = { ...bare, hash: await hashOfTick(bare, genesisHash, sha256) };
  const filled = { ...tick, isFilled: true };
  for (const one of [tick, filled]) {
    expect(await chainCheck([one], sha256)).toMatchObject({ state: 'ok' });
    expect(await chainCheck([one], sha256, 1000)).toMatchObject({ state: 'ok' });
    expect(await chainCheck([one], sha256, 999)).toMatchObject({ state: 'failed' });
  }
});
