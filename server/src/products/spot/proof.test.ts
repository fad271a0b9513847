import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { spotProof, type SpotOrder, type SpotProof } from '@tessera/shared/contract';
import { sha256 } from '@tessera/shared/fairness';
import { verifyFill } from '@tessera/shared/trading';
import { anchorMinute } from '../../feed/minuteAnchors';
import type { Handler, SignedIn } from '../../http/handler';
import { useFreshDatabases } from '../../../test/freshDatabases';
import { openSpotDesk, startMs, type SpotDesk } from '../../../test/spotDesk';
import { anIncident } from '../../../test/anIncident';
import { testSignatures, testSigningKey } from '../../../test/testReceipts';

const freshDatabase = useFreshDatabases();
let desk: SpotDesk & { close(): Promise<void> };
beforeEach(async () => {
  desk = await openSpotDesk(freshDatabase);
  await desk.ticks('BTC-USDT', [
    [-2000, '99990'],
    [-100, '100000'],
  ]);
});
afterEach(() => desk.close());

const prove = (user: SignedIn, fillId: string): Promise<SpotProof> =>
  (desk.spot.handlers.spotProve as Handler<'spotProve'>)({
    request: { fillId },
    user,
    nowMs: desk.clock.now(),
    language: 'en',
    ip: '',
    traceId: '',
    idempotencyKey: undefined,
  });
async function verdict(proof: SpotProof) {
  const checks = await verifyFill(spotProof.parse(JSON.parse(JSON.stringify(proof))), sha256, testSignatures);
  return checks
    .filter(({ state }) => state !== 'ok' && state !== 'absent')
    .map(({ name, state, stated, computed }) => `${name} ${state}: ${stated} | ${computed}`);
}
/** Every fill of the order holds in full. Answers their ticks. */
async function expectProven(user: SignedIn, order: SpotOrder): Promise<number[]> {
  for (let minute = 0; minute <= 2; minute++) await anchorMinute(desk.database.db, startMs + minute * 60_000, 1, testSigningKey);
  const { fills } = await desk.findSpot(user, order);
  for (const fill of fills) {
    const proof = await prove(user, fill.id);
    expect(proof.isRunComplete).toBe(true);
    expect([fill.seq, ...(await verdict(proof))]).toEqual([fill.seq]);
  }
  return fills.map((fill) => fill.seq);
}

test('a limit purchase that several ticks fill: each fill follows from its book and from what was filled before', async () => {
  const user = await desk.aUser('900000');
  const order = await desk.place(user, { price: '100010', quantity: '8' });
  await desk.ticks('BTC-USDT', [
    [100, '100005'],
    [200, '100002', true],
    [300, '100100'],
    [400, '100003.37'],
    [500, '99999'],
  ]);
  await desk.executeAt(450);
  await desk.ticks('BTC-USDT', [[600, '99000']]);
  await desk.executeAt(700);
  expect((await expectProven(user, order)).length).toBeGreaterThan(2);
});

test('a market purchase for a total', async () => {
  const user = await desk.aUser('90000');
  const purchase = await desk.place(user, { side: 'buy', entrustment: 'market', total: '40000.123456', seenPrice: '100000' });
  await desk.ticks('BTC-USDT', [
    [100, '100001', true],
    [300, '100004.44'],
    [500, '100000'],
  ]);
  await desk.executeAt(600);
  expect(await expectProven(user, purchase)).toEqual([4]);
});

test('a market sale of a quantity', async () => {
  const user = await desk.aUser('10');
  await desk.give(user, 'BTC', '2');
  const sale = await desk.place(user, { side: 'sell', entrustment: 'market', quantity: '1.23456', seenPrice: '100000' });
  await desk.ticks('BTC-USDT', [
    [900, '99990.01'],
    [950, '99000'],
  ]);
  await desk.executeAt(1000);
  expect(await expectProven(user, sale)).toEqual([3]);
});

test('an order that waited for long shows the last 600 ticks before the fill, and says so', async () => {
  const user = await desk.aUser('5000');
  const order = await desk.place(user, { price: '99000', quantity: '0.01' });
  await desk.ticks(
    'BTC-USDT',
    Array.from({ length: 650 }, (_, index) => [100 + index * 10, '100000'] as const),
  );
  await desk.ticks('BTC-USDT', [[8000, '98999']]);
  await desk.executeAt(9000);
  const { fills } = await desk.findSpot(user, order);
  const proof = await prove(user, fills[0]!.id);
  expect([proof.isRunComplete, proof.ticks.length]).toEqual([false, 601]);
  expect((await verdict(proof)).map((text) => text.split(':')[0])).toEqual([
    'earlier partial',
    'anchorRoots pending',
    'rootSigned pending',
    'anchored pending',
  ]);
});

test('a tick within a published incident fills nothing, and the proof names the incident', async () => {
  const user = await desk.aUser('5000');
  const order = await desk.place(user, { price: '99500', quantity: '0.01' });
  const incident = { symbol: 'BTC-USDT', fromMs: startMs + 100, toMs: startMs + 200, publishedAtMs: startMs + 250 };
  await anIncident(desk.database.owner, incident);
  await desk.ticks('BTC-USDT', [
    [150, '99000'],
    [300, '99450'],
  ]);
  await desk.executeAt(400);
  expect(await expectProven(user, order)).toEqual([4]);
  const proof = await prove(user, (await desk.findSpot(user, order)).fills[0]!.id);
  expect(proof.incidents).toHaveLength(1);
  expect((await verdict({ ...proof, incidents: [] })).map((text) => text.split(':')[0])).toEqual(['earlier failed']);
});

test("nobody sees the proof of somebody else's fill, and both modes are apart", async () => {
  const user = await desk.aUser('5000');
  const order = await desk.place(user, { price: '100010', quantity: '0.01' });
  await desk.ticks('BTC-USDT', [[200, '100000']]);
  await desk.executeAt(300);
  const { id } = (await desk.findSpot(user, order)).fills[0]!;
  await expect(prove(await desk.aUser(), id)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  await expect(prove({ ...user, mode: 'real' }, id)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  await expect(prove(user, 'nonsense')).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
});
