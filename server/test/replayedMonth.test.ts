/**
 * A month of a replayed market: a crowd trades all products in scenes over thirty days, on real quotes of the folder
 * TESSERA_QUOTES_DIR, and the stand-alone verifier (tools/verify) computes every order, fill and deal again.
 * TESSERA_VERIFY_SCENES: how many; 720 is one of every hour, and takes half an hour, so npm test leaves the month out.
 * TESSERA_SEED draws other people.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { joined, nothingKnown } from '../../tools/verify/Known';
import { verifyFile } from '../../tools/verify/verifyFile';
import { readTermsText, recordAllTerms } from '../src/record/catalogTerms';
import { readRecord } from '../src/record/readRecord';
import { publishSigningKeys } from '../src/record/SigningKey';
import { replayedMarket } from './replayedMarket';
import { testSigningKey } from './testReceipts';
import { openTradingFloor, type TradingFloor } from './tradingFloor';
import { proofsOf, tradeAsACrowd } from './verifiedCrowd';

const folder = process.env['TESSERA_QUOTES_DIR'] ?? '';
const wanted = process.env['TESSERA_VERIFY_SCENES'] ?? '';
const isPlayed = folder !== '' && wanted !== '';
if (!isPlayed)
  process.stderr.write(
    '\n*** TESSERA_QUOTES_DIR and TESSERA_VERIFY_SCENES are not both set: NO month of real quotes is verified in this run ***\n\n',
  );

const days = 30;
const dayMs = 86_400_000;
const scenes = Number.parseInt(wanted, 10);
const maxMs = 4 * 3_600_000;

let floor: TradingFloor;
beforeAll(async () => {
  if (isPlayed) floor = await openTradingFloor();
});
afterAll(() => (isPlayed ? floor.close() : undefined));

(isPlayed ? test : test.skip)(
  'every proof of a crowd holds on a month of replayed quotes, to the last digit',
  async () => {
    const { db, owner } = floor.database;
    await publishSigningKeys(db, [testSigningKey], floor.now());
    await recordAllTerms(db, floor.now());
    const market = replayedMarket(floor.catalog, folder);
    const startedAtMs = performance.now();
    const users = await tradeAsACrowd({
      floor,
      symbols: market.symbols,
      ticksIn: market.ticksIn,
      seed: Number.parseInt(process.env['TESSERA_SEED'] ?? '20261122', 10),
      people: 8,
      scenes,
      spanMs: days * dayMs,
      sceneMs: 132_000,
      onScene: (scene) => {
        if (scene % 24 === 0) say(`scene ${scene} of ${scenes}, ${Math.round((performance.now() - startedAtMs) / 1000)} s`);
      },
    });
    const { entries } = await readRecord(db, { fromSeq: 1, limit: 500, kind: undefined });
    // All roots are there: what waits for one now has none.
    const known = joined(nothingKnown, {
      entries,
      terms: [{ version: 1, text: await readTermsText(db, 1) }],
      nowMs: floor.now() + 2 * dayMs,
    });

    const counts = new Map<string, number>();
    const add = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
    const failed: string[] = [];
    for await (const proof of proofsOf(floor, users))
      for (const { of, checks } of verifyFile(proof, known)) {
        add(`proofs: ${of.split(' ')[0]}`);
        for (const { name, state, stated, computed } of checks) {
          add(`${name} ${state}`);
          if (state === 'failed') failed.push(`${of}: ${name}: told ${stated}, computed ${computed}`);
        }
      }
    const { rows } = await owner.query<{ what: string; count: number }>(
      `select 'deals: ' || kind || ' ' || coalesce(reason, '') as what, count(*)::int as count from leverage_deal group by 1
       union all select 'orders: seconds ' || coalesce(outcome, 'open'), count(*) from seconds_order group by 1
       union all select 'orders: spot ' || entrustment, count(*) from spot_order group by 1
       union all select 'nights', count(*) from leverage_swap
       union all select 'ticks', count(*) from tick union all select 'roots', count(*) from tick_anchor`,
    );
    say(`${scenes} scenes in ${days} days, recordings in days: ${JSON.stringify(market.days)}`);
    say(JSON.stringify(Object.fromEntries(rows.map(({ what, count }) => [what, count]))));
    say(JSON.stringify(Object.fromEntries([...counts].sort())));
    say(`${failed.length} checks failed`);
    expect(failed.slice(0, 30)).toEqual([]);
    expect([...counts.keys()].filter((what) => what.endsWith(' pending') && !what.startsWith('feedSeed'))).toEqual([]);
    expect((await floor.violations()).slice(0, 10)).toEqual([]);
  },
  maxMs,
);

const say = (line: string): void => void process.stdout.write(`${line}\n`);
