/**
 * The stand-alone verifier (tools/verify) on real orders of all products: a crowd trades on a drawn market, every proof of what came
 * of it holds, and each forged field is found. TESSERA_VERIFY_SCENES makes the week fuller.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { joined, nothingKnown, type Known } from '../../tools/verify/Known';
import { verifyFile } from '../../tools/verify/verifyFile';
import { readTermsText, recordAllTerms } from '../src/record/catalogTerms';
import { readRecord } from '../src/record/readRecord';
import { publishSigningKeys } from '../src/record/SigningKey';
import { testSigningKey } from './testReceipts';
import { openTradingFloor, type TradingFloor } from './tradingFloor';
import { drawnMarket, proofsOf, tradeAsACrowd } from './verifiedCrowd';

const scenes = Number.parseInt(process.env['TESSERA_VERIFY_SCENES'] ?? '3', 10);
const isLong = process.env['TESSERA_VERIFY_SCENES'] !== undefined;
const weekMs = 7 * 86_400_000;

let floor: TradingFloor;
let known: Known;
const proofs: Json[] = [];
beforeAll(
  async () => {
    floor = await openTradingFloor();
    await publishSigningKeys(floor.database.db, [testSigningKey], floor.now());
    await recordAllTerms(floor.database.db, floor.now());
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
    for await (const proof of proofsOf(floor, users)) proofs.push(proof);
    const { entries } = await readRecord(floor.database.db, { fromSeq: 1, limit: 500, kind: undefined });
    known = joined(nothingKnown, { entries, terms: [{ version: 1, text: await readTermsText(floor.database.db, 1) }] });
  },
  isLong ? 3_600_000 : 60_000,
);
afterAll(() => floor.close());

const failing = (content: unknown): readonly string[] =>
  verifyFile(content, known).flatMap(({ of, checks }) =>
    checks
      .filter(({ state }) => state === 'failed')
      .map(({ name, stated, computed }) => `${of}: ${name}: told ${stated}, computed ${computed}`),
  );

test('every proof of a crowd holds, to the last digit', () => {
  const verdicts = verifyFile({ proofs }, known);
  const counts = new Map<string, number>();
  for (const { checks } of verdicts)
    for (const { name, state } of checks) counts.set(`${name} ${state}`, (counts.get(`${name} ${state}`) ?? 0) + 1);
  const count = (name: string, state: string): number => counts.get(`${name} ${state}`) ?? 0;
  if (isLong) process.stdout.write(`${proofs.length} proofs: ${JSON.stringify(Object.fromEntries(counts))}\n`);
  expect(failing({ proofs }).slice(0, 20)).toEqual([]);
  for (const name of ['receipt', 'terms']) expect([name, count(name, 'ok')]).toEqual([name, proofs.length]);
  for (const name of ['newest', 'outcome', 'average', 'profit', 'nights', 'account', 'rootSigned', 'record', 'anchored'])
    expect([name, count(name, 'ok') > 0]).toEqual([name, true]);
});

test('the pauses of a decision’s day are counted, and one of its market alone leaves it partial', () => {
  for (const proof of proofs) {
    const { symbol, acceptedAtMs } = (proof as Json).order;
    const atMs = (proof as Json).deal?.tickAtMs ?? (proof as Json).order.expiresAtMs;
    if (atMs === undefined) continue;
    const paused = (symbols: readonly string[]) => {
      const named = symbols.map((one) => ({ symbol: one, fromMs: atMs - 1000, toMs: atMs + 1000 }));
      const body = JSON.stringify({ why: 'source_silent', symbols: named });
      const entries = [{ seq: 1, atMs: acceptedAtMs, kind: 'pause', body, hash: '' }];
      return verifyFile(proof, { ...nothingKnown, entries })
        .flatMap(({ checks }) => checks)
        .find(({ name }) => name === 'pauses');
    };
    expect(paused([symbol])).toMatchObject({ state: 'partial', computed: expect.stringMatching(/^1 pauses, .* 1 of them/) });
    expect(paused([symbol, 'XAU-USD'])).toMatchObject({ state: 'ok', computed: expect.stringMatching(/ 0 of them/) });
    return;
  }
  throw new Error('no contract and no deal');
});

type Change = (proof: Json) => void;
const forgeries: readonly (readonly [product: string, field: string, change: Change, check: string])[] = [
  ...(['seconds', 'spot', 'deal'] as const).flatMap((product): (readonly [string, string, Change, string])[] => [
    [product, 'a price', (proof) => (proof.ticks[1].price = '1'), 'chain'],
    [product, 'the bid that was hashed', (proof) => (proof.ticks[1].format2.bid = '1'), 'chain'],
    [product, 'a live tick is called filled', (proof) => (proof.ticks[1].isFilled = true), 'chain'],
    [product, 'a tick is left out', (proof) => proof.ticks.splice(1, 1), 'run'],
    [product, 'acceptance', (proof) => (proof.order.acceptedAtMs += 250), 'receipt'],
    [product, 'a term', (proof) => (proof.order.feeRate = '0.5'), 'receipt'],
    [
      product,
      'the term in the receipt as well',
      (proof) => (proof.order.feeRate = proof.order.receipt.terms.feeRate = '0.5'),
      'receipt',
    ],
    [product, 'the receipt', (proof) => (proof.order.receipt.signature = '0'.repeat(128)), 'receipt'],
    [product, 'no receipt', (proof) => delete proof.order.receipt, 'receipt'],
    [product, "a root's head", (proof) => (Object.values<Json>(proof.anchors[0].heads)[0].seq += 1), 'anchorRoots'],
    [product, "a root's signature", (proof) => (proof.anchors[0].signed.signature = '0'.repeat(128)), 'rootSigned'],
    [
      product,
      'the log in which an incident would stand',
      (proof) => (proof.anchors[0].logs.record.hash = '0'.repeat(64)),
      'record',
    ],
    [
      product,
      'an incident that nobody published',
      (proof) => void (product === 'seconds' ? (proof.incident = anIncident(proof)) : proof.incidents.push(anIncident(proof))),
      'incident',
    ],
  ]),
  ['seconds', 'the entry', (proof) => (proof.order.entry = proof.order.exit), 'entry'],
  ['seconds', 'the exit', (proof) => (proof.order.exit = proof.order.entry), 'exit'],
  ['seconds', 'the outcome', (proof) => (proof.order.outcome = proof.order.outcome === 'won' ? 'lost' : 'won'), 'outcome'],
  ['seconds', 'what came back', (proof) => (proof.order.returned = '1'), 'returned'],
  ['seconds', 'the stake', (proof) => (proof.order.stake = '11'), 'receipt'],
  ['seconds', 'the end', (proof) => (proof.order.expiresAtMs += 1000), 'expiry'],
  ['seconds', 'the rule', (proof) => (proof.rule.entryWithinMs = 1), 'rule'],
  ['flash', 'a price', (proof) => (proof.ticks[0].price = '1'), 'chain'],
  ['flash', 'the tick', (proof) => (tickOf(proof).seq += 1), 'tick'],
  ['flash', 'another price of the tick', (proof) => (tickOf(proof).price = '1'), 'rate'],
  ['flash', 'what it brought', (proof) => (proof.order.received = '1'), 'received'],
  ['flash', 'the fee', (proof) => (proof.order.fee = '0'), 'fee'],
  ['flash', 'the rate', (proof) => (proof.order.rate = '1'), 'rate'],
  ['flash', 'the spread', (proof) => (proof.order.toSpread = '0.5'), 'receipt'],
  [
    'flash',
    'the spread that was signed as well',
    (proof) => (proof.order.fromSpread = proof.order.receipt.terms.fromSpread = '0.5'),
    'terms',
  ],
  ['flash', 'an older tick', (proof) => (proof.order.quotedAtMs += 60_000), 'newest'],
  ['flash', 'the time of the quote', (proof) => (proof.order.atMs = proof.order.expiresAtMs + 1), 'time'],
  ['flash', 'no receipt', (proof) => delete proof.order.receipt, 'receipt'],
  ['flash', 'a market beside', (proof) => (proof.order.fromTick = proof.order.toTick = tickOf(proof)), 'tick'],
  ['flash', 'the decimals', (proof) => (proof.assetScales.to -= 1), 'receipt'],
  ['flash', "a root's signature", (proof) => (proof.anchors[0].signed.signature = '0'.repeat(128)), 'rootSigned'],
  ['spot', 'the average', (proof) => (fillOf(proof).price = '1'), 'average'],
  ['spot', 'the quantity', (proof) => (fillOf(proof).quantity = '1'), 'quantity'],
  ['spot', 'the total', (proof) => (fillOf(proof).total = '1'), 'total'],
  ['spot', 'the fee', (proof) => (fillOf(proof).fee = '1'), 'fee'],
  ['spot', 'the book', (proof) => (proof.book.levelQuantity = '0.001'), 'receipt'],
  ...(['spot', 'deal'] as const).map((product): (typeof forgeries)[number] => [
    product,
    'a run that is called incomplete',
    (proof) => {
      const seq = proof.deal?.tickSeq ?? fillOf(proof).seq;
      proof.ticks = proof.ticks.filter((tick: Json) => tick.seq >= seq);
      proof.isRunComplete = false;
    },
    'run',
  ]),
  [
    'seconds',
    'the end and the duration',
    (proof) => {
      proof.order.seconds += 2;
      proof.order.expiresAtMs += 2000;
    },
    'receipt',
  ],
  ['seconds', 'the end that was signed', (proof) => (proof.order.receipt.terms.expiresAtMs += 2000), 'receipt'],
  ['deal', 'the price that was seen', (proof) => (proof.trigger = { ...proof.trigger, price: '1' }), 'trigger'],
  ['deal', 'the swap', (proof) => (proof.nightTerms.perNight = '-900'), 'receipt'],
  ['deal', 'the mode of the swap', (proof) => (proof.nightTerms.mode = 'none'), 'receipt'],
  ['deal', 'the triple day', (proof) => (proof.nightTerms.tripleWeekday = 5), 'receipt'],
  ['deal', 'the rule of the deal', (proof) => (proof.ruleVersion = 3 - proof.ruleVersion), 'receipt'],
  ['deal', 'a night at no rollover', (proof) => proof.swaps.push(aNight(proof), aNight(proof)), 'nights'],
  [
    'deal',
    'a conversion of another market',
    (proof) => {
      const isOther = (tick: Json): boolean =>
        tick.symbol !== proof.order.symbol && tick.isFilled !== true && tick.atMs <= proof.deal.tickAtMs;
      proof.divisorTick = proofs.flatMap(({ ticks }) => ticks).find(isOther);
      proof.deal.divisor = proof.divisorTick.price;
    },
    'divisor',
  ],
  ['deal', 'the price of the deal', (proof) => (proof.deal.price = '1'), 'price'],
  ['deal', 'the notional', (proof) => (proof.deal.notional = '1'), 'notional'],
  ['deal', 'the margin', (proof) => (proof.deal.margin = '1'), 'margin'],
  ['deal', 'the fee of the deal', (proof) => (proof.deal.fee = '0.000001'), 'fee'],
  ['deal', 'the insurance', (proof) => (proof.deal.insured = '1'), 'insured'],
  ['deal', 'the reason', (proof) => (proof.deal.reason = 'liquidation'), 'trigger'],
  ['deal', 'the spread', (proof) => (proof.order.spreadAbove = '1'), 'receipt'],
  ['deal', 'the tick that decided', (proof) => (proof.deal.tickSeq += 1), 'tick'],
];

test.each(forgeries)('%s: %s is noticed', (product, _, change, name) => {
  // Its minute is anchored, and it opened: everything can be checked.
  const proof = proofs.find(
    (one) =>
      productOf(one) === product && one.anchors.length > 0 && one.ticks.length > 2 && (one.order.outcome ?? 'won') !== 'void',
  );
  expect(proof).toBeDefined();
  const forged = structuredClone(proof) as Json;
  change(forged);
  expect(failing(forged).map((line) => line.split(': ')[1])).toContain(name);
});

// oxlint-disable-next-line typescript/no-explicit-any -- any field of any proof is forged
type Json = any;
const productOf = (proof: Json): string =>
  proof.order.quoteId !== undefined
    ? 'flash'
    : proof.deal !== undefined
      ? 'deal'
      : proof.fillId !== undefined
        ? 'spot'
        : 'seconds';
const tickOf = ({ order }: Json): Json => order.fromTick ?? order.toTick;
const fillOf = (proof: Json): Json => proof.order.fills.find(({ id }: Json) => id === proof.fillId);
const aNight = ({ deal }: Json): Json => ({ rolloverMs: deal.tickAtMs - 1, nights: 1, amount: '0', fromMargin: '0' });
const anIncident = ({ order, ticks }: Json): Json => ({
  id: '1',
  symbol: order.symbol,
  fromMs: ticks[0].atMs,
  toMs: ticks.at(-1).atMs,
});
