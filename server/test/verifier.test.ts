/**
 * The stand-alone verifier (tools/verify) on real orders of all products: a crowd trades on a drawn market, every proof of what came
 * of it holds, and each forged field is found. TESSERA_VERIFY_SCENES makes the week fuller.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { joined, nothingKnown, type Known } from '../../tools/verify/Known';
import { verifyFile } from '../../tools/verify/verifyFile';
import { readRecord } from '../src/record/readRecord';
import { publishSigningKeys } from '../src/record/SigningKey';
import { testSigningKey } from './testReceipts';
import { openTradingFloor, type TradingFloor } from './tradingFloor';
import { drawnMarket, proofsOf, tradeAsACrowd } from './verifiedCrowd';

const scenes = Number.parseInt(process.env['TESSERA_VERIFY_SCENES'] ?? '3', 10);
const weekMs = 7 * 86_400_000;

let floor: TradingFloor;
let known: Known;
let proofs: readonly Record<string, never>[];
beforeAll(async () => {
  floor = await openTradingFloor();
  await publishSigningKeys(floor.database.db, [testSigningKey], floor.now());
  const users = await tradeAsACrowd({
    floor,
    symbols: ['BTC-USDT', 'ETH-USDT', 'EUR-USD', 'USD-JPY'],
    ticksIn: drawnMarket(floor, 400_000),
    seed: 20261122,
    people: 6,
    scenes,
    spanMs: weekMs,
    sceneMs: 160_000,
  });
  proofs = (await proofsOf(floor, users)) as never;
  known = joined(nothingKnown, { entries: await readRecord(floor.database.db, { fromSeq: 1, limit: 500 } as never) as never });
}, 600_000);
afterAll(() => floor.close());

const failing = (content: unknown): readonly string[] =>
  verifyFile(content, known).flatMap(({ of, checks }) =>
    checks.filter(({ state }) => state === 'failed').map(({ name, stated, computed }) => `${of}: ${name}: told ${stated}, computed ${computed}`),
  );

test('every proof of a crowd holds, to the last digit', () => {
  const verdicts = verifyFile({ proofs }, known);
  const counts = new Map<string, number>();
  for (const { checks } of verdicts) for (const { name, state } of checks) counts.set(`${name} ${state}`, (counts.get(`${name} ${state}`) ?? 0) + 1);
  process.stdout.write(`${proofs.length} proofs: ${JSON.stringify(Object.fromEntries(counts))}\n`);
  expect(failing({ proofs }).slice(0, 20)).toEqual([]);
});
