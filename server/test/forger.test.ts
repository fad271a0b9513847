/**
 * A forger with everything that the house has: the database as its owner, with no trigger in his way, and the key that signs. For
 * each forgery: which checks notice it. The table "Who notices what" of docs/fairness.md says it; here each of its rows is done.
 */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FeedDay, FlashProof, LeverageProof, Receipt, SecondsProof, TickAnchor } from '@tessera/shared/contract';
import {
  canonicalText,
  catalogVersionOf,
  compareEntries,
  compareHeads,
  compareReceipts,
  compareRequests,
  compareRoots,
  createRedraw,
  genesisHash,
  minuteRoot,
  readPauses,
  readWitnessKeys,
  scalesOf,
  someTicked,
  termsBytes,
  termsCheck,
  verifyProof,
  witnessCheck,
  type KeptEvidence,
  type PublicValue,
  type RecordEntry,
  type WitnessCheck,
  type WitnessStatement,
} from '@tessera/shared/fairness';
import { amount, price, rate, toText } from '@tessera/shared/money';
import { flashMoney, verifyDeal, verifyFlash } from '@tessera/shared/trading';
import { checkDay } from '../../tools/verify/day';
import { askedOf, nothingKnown } from '../../tools/verify/Known';
import { drawnTicks } from '../../tools/verify/simulatedDay';
import { verifyFile } from '../../tools/verify/verifyFile';
import { anchorMinute, minuteMs, readAnchors } from '../src/feed/minuteAnchors';
import { nativeSha256 } from '../src/feed/nativeSha256';
import type { SignedIn } from '../src/http/handler';
import { readTermsText, recordAllTerms } from '../src/record/catalogTerms';
import { publishRecord } from '../src/record/publishRecord';
import { readRecord } from '../src/record/readRecord';
import { publishSigningKeys, signingKeyOf } from '../src/record/SigningKey';
import { createCountersigner, Refused, type Countersigned, type Countersigner } from '../src/witness/countersigner/Countersigner';
import { publishWitnesses } from '../src/witness/publishWitnesses';
import { anIncident } from './anIncident';
import { startMs } from './secondsDesk';
import { testSignatures, testSigningKey, verifyNatively } from './testReceipts';
import { openTradingFloor, type TradingFloor } from './tradingFloor';

const symbol = 'BTC-USDT';
/** The tick that alone makes the order win. */
const winning = 10;
const forged = [
  'tick',
  'tick_anchor',
  'seconds_order',
  'leverage_order',
  'leverage_deal',
  'leverage_swap',
  'flash_exchange',
  'receipt',
  'public_record',
  'terms_text',
  'incident',
  'witnessed_root',
];
const witnessUrl = 'https://witness.example';
const witnessKey = signingKeyOf('6b'.repeat(32));
/** The market of a position that was closed. */
const other = 'ETH-USDT';
const rolloverMs = Math.ceil(startMs / 86_400_000) * 86_400_000;

/** A revealed day of three simulated markets, as far as its first hundred seconds. */
const drawnDay: FeedDay = {
  ...{ day: '2026-11-17', source: 'simulated', seedHash: null, seed: '07'.repeat(32), opening: { [symbol]: '64000' } },
  parameters: Object.fromEntries(
    [symbol, other, 'XAU-USD'].map((id) => [id, { digits: 2, volatilityPpm: 25_000, activity: 100, openSlots: [[0, 400]] }]),
  ),
};
const drawnLog = [...(drawnTicks(drawnDay as never, symbol) ?? [])];
/** Its ticks as they are published. */
let dayLog = drawnLog;

let floor: TradingFloor;
let anna: SignedIn;
/** Lost two contracts of a time that an incident voided, and won one. */
let bert: SignedIn;
let orderId: string;
/** What he got back for the first one. */
let refundId: string;
/** The second one, the one that he won, and the one that somebody else won. */
let [stillLostId, wonId, strangersId]: string[] = [];
let dealId: string;
/** Of a position in yen. */
let convertedId: string;
let exchangeId: string;
let acceptedAtMs: number;
let kept: KeptEvidence;
let witness: Countersigner;
/** Of the root of the minute before the newest, and of the newest. */
let said: readonly [Countersigned, Countersigned];
let folder: string;

/** As the owner, with no trigger and no key of another table in the way. */
async function asForger(text: string, values: readonly unknown[] = []): Promise<void> {
  const client = await floor.database.owner.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(text, [...values]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const proofNow = (): Promise<SecondsProof> => floor.ask(anna, 'secondsProve', { orderId });
const refundNow = (): Promise<SecondsProof> => floor.ask(bert, 'secondsProve', { orderId: refundId });
const dealNow = (): Promise<LeverageProof> => floor.ask(anna, 'leverageProve', { dealId });
const convertedNow = (): Promise<LeverageProof> => floor.ask(anna, 'leverageProve', { dealId: convertedId });
const exchangeNow = (): Promise<FlashProof> => floor.ask(anna, 'flashProve', { id: exchangeId });
const rootsNow = (): Promise<TickAnchor[]> => readAnchors(floor.database.db, 0, acceptedAtMs * 2, 100);
const entriesNow = async (): Promise<readonly RecordEntry[]> =>
  (await readRecord(floor.database.db, { fromSeq: 1, limit: 500, kind: undefined })).entries;
async function show(signer: Countersigner, leftOut = 0): Promise<Countersigned> {
  const keys = (await entriesNow()).filter(({ kind }) => kind === 'key').map(({ body }) => JSON.parse(body) as never);
  const all = (await rootsNow()).filter(({ signed }) => signed !== undefined);
  const roots = all.slice(0, all.length - leftOut);
  return signer.show({ exchange: testSigningKey.publicKey, keys, roots: roots as never });
}

/** Two ticks of one price after the close was asked for: another instant than the signed one would only make it the later. */
async function aClosedPosition(): Promise<string> {
  const passTo = async (afterMs: number): Promise<void> => {
    floor.clock.set(floor.now() + afterMs);
    await floor.ticks([[other, floor.now(), '3000']]);
  };
  await passTo(100);
  const asked = {
    symbol: other,
    direction: 'long',
    entrustment: 'market',
    lots: '0.1',
    leverage: 10,
    seenPrice: '3000',
  } as const;
  const { id } = await floor.ask(anna, 'leverageSubmit', { ...asked, clientOrderId: '0f6a52a0-9c44-4c7e-8c65-0f5a7b7b2c33' });
  await passTo(300);
  await floor.judge();
  // A night, valued by the third tick.
  floor.clock.set(rolloverMs - 1000);
  for (const _ of [1, 2, 3]) await passTo(700);
  await floor.judge();
  await floor.ask(anna, 'leverageClose', { id }, 'the-close-of-anna');
  for (const _ of [1, 2]) await passTo(200);
  await floor.judge();
  const { deals } = await floor.ask(anna, 'leverageDetail', { id });
  return deals.at(-1)?.id ?? '';
}

/** Its opening is converted by the last of three ticks of the other market, two of them before it. */
async function aConvertedPosition(): Promise<string> {
  const at = floor.now();
  await floor.ticks([
    ['EUR-JPY', at + 10, '165'],
    ['USD-JPY', at + 20, '150'],
  ]);
  floor.clock.set(at + 100);
  const asked = { symbol: 'EUR-JPY', direction: 'long', entrustment: 'market', lots: '0.1', leverage: 100 } as const;
  const clientOrderId = '1c6a52a0-9c44-4c7e-8c65-0f5a7b7b2c34';
  const { id } = await floor.ask(anna, 'leverageWhSubmit', { ...asked, seenPrice: '165.008', clientOrderId });
  await floor.ticks([
    ['USD-JPY', at + 200, '150.5'],
    ['EUR-JPY', at + 300, '165'],
    ['USD-JPY', at + 400, '150.7'],
  ]);
  floor.clock.set(at + 500);
  await floor.judge();
  const { deals } = await floor.ask(anna, 'leverageDetail', { id });
  return deals.at(-1)?.id ?? '';
}

/** At the second tick of a market of its own; the first is older than what a node may not have seen yet. */
async function anExchange(): Promise<string> {
  await floor.ticks([
    ['SOL-USDT', floor.now() - 6000, '150'],
    ['SOL-USDT', floor.now() - 2600, '187.5'],
  ]);
  const { quote } = await floor.ask(anna, 'flashList', { from: 'USDT', to: 'SOL', amount: '100' });
  return (await floor.ask(anna, 'flash', { quoteId: quote?.quoteId ?? '' })).id;
}

const buyOther = async (user: SignedIn, direction: 'long' | 'short', stake: string): Promise<string> => {
  const { quoteId } = await floor.ask(user, 'secondsTerms', { symbol: other, seconds: 30 });
  const asked = { symbol: other, direction, seconds: 30, stake, asset: 'USDT', quoteId, clientOrderId: randomUUID() } as const;
  return (await floor.ask(user, 'secondsSubmit', asked)).id;
};

/** One published incident, as two operators would have published it. */
async function voidOther(): Promise<void> {
  const span = { symbol: other, fromMs: acceptedAtMs + 10_000, toMs: acceptedAtMs + 11_000, publishedAtMs: floor.now() };
  const body = { id: String(await anIncident(floor.database.owner, span)), reason: 'wrong source', ...span };
  await floor.database.staff.db.transaction().execute((tx) => publishRecord(tx, { kind: 'incident', atMs: floor.now(), body }));
  await floor.judge();
}

beforeAll(async () => {
  floor = await openTradingFloor();
  folder = await mkdtemp(join(tmpdir(), 'tessera-forger-'));
  const { db } = floor.database;
  await publishSigningKeys(db, [testSigningKey], floor.now());
  await recordAllTerms(db, floor.now());
  const seed = { day: '2026-11-20', source: 'simulated', attempt: 1, seedHash: 'a'.repeat(64), beaconHash: 'b'.repeat(64) };
  await db.transaction().execute((tx) => publishRecord(tx, { kind: 'seed_committed', atMs: floor.now(), body: seed }));
  const published = { kind: 'countersigner', url: witnessUrl, publicKey: witnessKey.publicKey };
  await publishWitnesses(db, [{ published } as never], floor.now());
  anna = await floor.aPerson({ coin: '1000', contract: '1000' });
  dealId = await aClosedPosition();
  convertedId = await aConvertedPosition();
  exchangeId = await anExchange();
  await floor.ticks([[symbol, floor.now(), '100000']]);
  const { quoteId } = await floor.ask(anna, 'secondsTerms', { symbol, seconds: 30 });
  const asked = { symbol, direction: 'long', seconds: 30, stake: '10', asset: 'USDT', quoteId } as const;
  const order = await floor.ask(anna, 'secondsSubmit', { ...asked, clientOrderId: '6f1c8f2e-53d4-4f7b-9d4b-7a1f4b2f5c11' });
  ({ id: orderId, acceptedAtMs } = order);
  bert = await floor.aPerson({ coin: '1000' });
  const stranger = await floor.aPerson({ coin: '1000' });
  refundId = await buyOther(bert, 'short', '20');
  stillLostId = await buyOther(bert, 'short', '10');
  wonId = await buyOther(bert, 'long', '20');
  strangersId = await buyOther(stranger, 'long', '40');
  await floor.ticks(
    [200, 10_000, 20_000, 29_500, 31_100, 65_000, 125_000].map((afterMs) => [
      other,
      acceptedAtMs + afterMs,
      String(3000 + afterMs),
    ]),
  );
  // Entry 100000.1 after 200 ms, then up; the last tick before the end alone wins.
  await floor.ticks(
    [200, 900, 1800, 5000, 10_000, 15_000, 20_000, 25_000, 29_500, 31_100, 65_000, 125_000].map((afterMs, index) => {
      const price =
        afterMs === 29_500
          ? '100000.9'
          : afterMs === 900
            ? '100000.4'
            : afterMs === 1800
              ? '100000.6'
              : index === 0
                ? '100000.1'
                : '99990';
      return [symbol, acceptedAtMs + afterMs, price] as const;
    }),
  );
  floor.clock.set(acceptedAtMs + 130_000);
  await floor.judge();
  await voidOther();
  const firstMs = Math.ceil(acceptedAtMs / minuteMs) * minuteMs;
  for (const endMs of [firstMs, firstMs + minuteMs, firstMs + 2 * minuteMs]) await anchorMinute(db, endMs, 1, testSigningKey);
  const proof = await proofNow();
  expect(proof.order).toMatchObject({ outcome: 'won' });
  const refund = await refundNow();
  expect(refund.order).toMatchObject({ outcome: 'void', voidReason: 'incident', returned: '14.6' });
  expect(refund.setOff).toMatchObject({ won: [{ order: { id: wonId } }], others: [{ order: { id: stillLostId } }] });
  const keptAtMs = floor.now();
  kept = {
    roots: (await rootsNow()).map(({ minuteMs: minute, root, signed }) => ({
      minuteMs: minute,
      root,
      signed: signed ?? null,
      keptAtMs,
    })),
    heads: [{ symbol, seq: winning, hash: proof.ticks.find(({ seq }) => seq === winning)?.hash ?? '', keptAtMs }],
    entries: (await entriesNow()).map((entry) => ({ ...entry, keptAtMs })),
    receipts: (await receiptsNow(proof)).map((receipt) => ({ receipt, keptAtMs })),
  };
  witness = await createCountersigner({
    exchanges: new Set(),
    folder,
    key: witnessKey,
    now: () => floor.now(),
    onRefused: () => undefined,
  });
  said = [await show(witness, 1), await show(witness)];
  for (const table of forged) await asForger(`create table saved_${table} as select * from ${table}`);
});
afterEach(async () => {
  dayLog = drawnLog;
  for (const table of forged) {
    await asForger(`delete from ${table}`);
    const { rows: columns } = await floor.database.owner.query<{ names: string }>(
      `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const names = columns[0]?.names ?? '';
    await asForger(`insert into ${table} (${names}) overriding system value select ${names} from saved_${table}`);
  }
});
afterAll(async () => {
  await floor.close();
  await rm(folder, { recursive: true, force: true });
});

/** All that the proofs show. */
async function receiptsNow({ order }: SecondsProof): Promise<Receipt[]> {
  const { receipt, requests = [] } = (await dealNow()).order;
  return [order.receipt, receipt, ...requests].flatMap((one) => one ?? []);
}

/** Every hash of the symbol again, in order. */
const rehash = (): Promise<void> =>
  asForger(`do $$ declare previous bytea := decode(repeat('0', 64), 'hex'); t tick; begin
    for t in select * from tick where symbol_id = '${symbol}' order by seq loop
      t.hash := tick_hash(previous, t); previous := t.hash;
      update tick set hash = t.hash where symbol_id = t.symbol_id and seq = t.seq;
    end loop; end $$`);

/** Every entry of the record again; a changed one takes all after it along. */
const rehashRecord = (): Promise<void> =>
  asForger(`do $$ declare previous text := repeat('0', 64); e public_record; begin
    for e in select * from public_record order by seq loop
      e.previous_hash := previous;
      previous := encode(sha256('\\x01'::bytea || decode(previous, 'hex') || int8send(e.seq) || int8send(e.at_ms)
        || substring(int4send(length(e.kind)) from 4) || convert_to(e.kind, 'UTF8') || int4send(length(e.body)) || convert_to(e.body, 'UTF8')), 'hex');
      update public_record set previous_hash = e.previous_hash, hash = previous where seq = e.seq;
    end loop; end $$`);

/** Every root again over what is there now, with the house's own signature. */
async function resign(): Promise<void> {
  const { rows: ticks } = await floor.database.owner.query<{ seq: string; at_ms: string; hash: Buffer }>(
    `select seq, at_ms, hash from tick where symbol_id = $1 order by seq`,
    [symbol],
  );
  const entries = new Map((await entriesNow()).map(({ seq, hash }) => [seq, hash]));
  let previousRoot = genesisHash;
  for (const anchor of await rootsNow()) {
    const newest = ticks.findLast(({ at_ms }) => Number(at_ms) < anchor.minuteMs);
    const head = newest && { seq: Number(newest.seq), hash: newest.hash.toString('hex') };
    const heads = { ...anchor.heads, ...(head === undefined ? {} : { [symbol]: head }) };
    const { record, audit } = anchor.logs as NonNullable<TickAnchor['logs']>;
    const logs = { record: { seq: record.seq, hash: entries.get(record.seq) ?? record.hash }, audit };
    const root = minuteRoot(previousRoot, anchor.minuteMs, heads, nativeSha256, logs);
    await asForger(
      'update tick_anchor set root = $2, previous_root = $3, heads = $4, record_hash = $5, key_id = $6, signature = $7 where minute_ms = $1',
      [
        anchor.minuteMs,
        root,
        previousRoot,
        JSON.stringify(heads),
        logs.record.hash,
        testSigningKey.id,
        testSigningKey.sign('root', { minuteMs: anchor.minuteMs, root }),
      ],
    );
    previousRoot = root;
  }
}

/** The receipt again, as the house would have signed it for this. */
async function reissue(
  change: (body: Record<string, PublicValue>, terms: Record<string, PublicValue>) => void,
  receipt?: Receipt,
): Promise<void> {
  receipt ??= (await proofNow()).order.receipt as Receipt;
  const [body, terms] = [{ ...receipt.body } as Record<string, PublicValue>, { ...receipt.terms } as Record<string, PublicValue>];
  change(body, terms);
  body['termsHash'] = Buffer.from(nativeSha256(termsBytes(terms as never))).toString('hex');
  await asForger('update receipt set body = $1, terms = $2, signature = $3 where key = $4 and request = $5', [
    JSON.stringify(body),
    JSON.stringify(terms),
    testSigningKey.sign('receipt', body),
    receipt.body.key,
    receipt.body.request,
  ]);
}

/** The order as the rule would decide it on the log as it is now. */
const lose = (exitSeq: number): Promise<void> =>
  asForger(
    `update seconds_order o set exit_seq = t.seq, exit_at_ms = t.at_ms, exit_price = t.price, outcome = 'lost', returned = 0, profit = -stake - fee
     from tick t where t.symbol_id = o.symbol_id and t.seq = $1 and o.id = $2`,
    [exitSeq, orderId],
  );
/** With the entry that the rule gives then. */
async function moveAcceptance(byMs: number): Promise<void> {
  await asForger(
    'update seconds_order set accepted_at_ms = accepted_at_ms + $1, expires_at_ms = expires_at_ms + $1 where id = $2',
    [byMs, orderId],
  );
  await asForger(
    `update seconds_order o set entry_seq = t.seq, entry_at_ms = t.at_ms, entry_price = t.price
    from (select t.* from tick t join seconds_order o on t.symbol_id = o.symbol_id and t.at_ms > o.accepted_at_ms and o.id = $1
          order by t.seq limit 1) t where o.id = $1`,
    [orderId],
  );
}

/** With the deal at the tick that the rule gives then. */
const moveClose = (byMs: number): Promise<void> =>
  asForger(
    `update leverage_deal d set trigger_since_ms = trigger_since_ms + ${byMs}, tick_seq = t.seq, tick_at_ms = t.at_ms
     from (select t.* from tick t join leverage_deal d on t.symbol_id = d.symbol_id and d.id = ${dealId}
           and t.at_ms > d.trigger_since_ms + ${byMs} order by t.seq limit 1) t where d.id = ${dealId}`,
  );

/** Every figure of the opening follows from another conversion: with less room for the margin. */
const convertBy = (seq: number): Promise<void> =>
  asForger(
    `update leverage_deal d set divisor_seq = t.seq, divisor = t.price, notional = n.notional,
       margin = ceil(n.notional / o.leverage * 1e6) / 1e6, fee = ceil(n.notional * o.fee_rate * 1e6) / 1e6
     from leverage_order o, tick t, lateral (select ceil(d2.lots * o.contract_size * d2.price / t.price * 1e6) / 1e6 as notional
       from leverage_deal d2 where d2.id = ${convertedId}) n
     where d.id = ${convertedId} and o.id = d.order_id and t.symbol_id = 'USD-JPY' and t.seq = ${seq}`,
  );

const forgeries: Readonly<Record<string, () => Promise<void>>> = {
  'a live tick is called filled': async () => {
    await asForger(`update tick set kind = 'history', is_live = false where seq = $1 and symbol_id = $2`, [winning, symbol]);
    await lose(winning - 1);
  },
  'a price is changed': async () => {
    await asForger('update tick set price = 99999, bid = 99999, ask = 99999 where seq = $1 and symbol_id = $2', [
      winning,
      symbol,
    ]);
    await lose(winning);
  },
  'a tick is dropped': async () => {
    await asForger('delete from tick where seq = $1 and symbol_id = $2', [winning, symbol]);
    await lose(winning - 1);
  },
  'a live tick is called filled, hashed and signed again': async () => {
    await forgeries['a live tick is called filled']?.();
    await rehash();
    await resign();
  },
  'acceptance is moved by 250 ms': () => moveAcceptance(250),
  'acceptance is moved by 500 ms': () => moveAcceptance(500),
  'acceptance is moved by 1,000 ms': () => moveAcceptance(1000),
  'acceptance is moved, and the receipt signed again': async () => {
    await reissue((body, terms) => {
      body['acceptedAtMs'] = acceptedAtMs + 250;
      terms['expiresAtMs'] = Number(terms['expiresAtMs']) + 250;
    });
    await moveAcceptance(250);
  },
  'a term is changed': () =>
    asForger(`update seconds_order set payout_rate = 0.5, returned = stake * 1.5, profit = stake * 0.5 - fee where id = $1`, [
      orderId,
    ]),
  'a term is changed, and the receipt signed again': async () => {
    await reissue((_, terms) => (terms['payoutRate'] = '0.5'));
    await forgeries['a term is changed']?.();
  },
  'a version of the terms that nobody published, and the receipt signed again': async () => {
    await reissue((_, terms) => Object.assign(terms, { payoutRate: '0.5', catalogVersion: 2 }));
    await forgeries['a term is changed']?.();
  },
  'a version of the terms is published afterwards, and the receipt signed again': async () => {
    const { db } = floor.database;
    const text = (await readTermsText(db, 1)).replaceAll(/"payout_rate":"[^"]*"/g, '"payout_rate":"0.5"');
    const hash = Buffer.from(nativeSha256(Buffer.from(text))).toString('hex');
    const body = { version: 2, validFromMs: 0, note: 'Opening catalogue', hash };
    await db.transaction().execute((tx) => publishRecord(tx, { kind: 'terms', atMs: floor.now(), body }));
    await asForger('insert into terms_text values (2, $1)', [text]);
    await forgeries['a version of the terms that nobody published, and the receipt signed again']?.();
  },
  'the margin before closings is changed, and the receipt signed again': async () => {
    const closingMargin = { leverage: 5, spans: [[0, 10_080]] };
    await reissue((_, terms) => (terms['closingMargin'] = canonicalText(closingMargin)), (await convertedNow()).order.receipt);
    await asForger(`update leverage_order o set closing_margin = $1 from leverage_deal d where d.order_id = o.id and d.id = $2`, [
      JSON.stringify(closingMargin),
      convertedId,
    ]);
  },
  'the margin before holidays is left out, and the receipt signed again': async () => {
    const { order } = await convertedNow();
    const { leverage, spans } = order.closingMargin ?? {};
    const closingMargin = { leverage, spans };
    expect(order.closingMargin?.dates?.length).toBeGreaterThan(1);
    await reissue((_, terms) => (terms['closingMargin'] = canonicalText(closingMargin as never)), order.receipt);
    await asForger(`update leverage_order o set closing_margin = $1 from leverage_deal d where d.order_id = o.id and d.id = $2`, [
      JSON.stringify(closingMargin),
      convertedId,
    ]);
  },
  'the instant of a close is moved by 250 ms': () => moveClose(250),
  'the instant of a close is moved, and its receipt signed again': async () => {
    const close = (await dealNow()).order.requests?.at(-1);
    await reissue((body) => (body['acceptedAtMs'] = Number(body['acceptedAtMs']) + 250), close);
    await moveClose(250);
  },
  'the receipt of a close is withheld, and another one signed': async () => {
    const close = (await dealNow()).order.requests?.at(-1) as Receipt;
    await reissue(
      (body) => Object.assign(body, { key: 'another-close', acceptedAtMs: Number(body['acceptedAtMs']) + 250 }),
      close,
    );
    await asForger(`update receipt set key = 'another-close' where key = $1`, [close.body.key]);
    await moveClose(250);
  },
  'a tick that converts is invented': async () => {
    await asForger(`update tick set price = 149, bid = 149, ask = 149 where symbol_id = 'USD-JPY' and seq = 2`);
    await asForger(`update tick t set hash = tick_hash(before.hash, t) from tick before
      where t.symbol_id = 'USD-JPY' and t.seq = 2 and before.symbol_id = 'USD-JPY' and before.seq = 1`);
    await convertBy(2);
  },
  'an older tick converts than the last one': () => convertBy(1),
  'a tick that converts is invented, and the ticks after it are withheld': async () => {
    await forgeries['a tick that converts is invented']?.();
    await asForger(`delete from tick where symbol_id = 'USD-JPY' and seq = 3`);
  },
  'a tick that values a night is invented': async () => {
    await asForger(`update tick set price = 3300, bid = 3300, ask = 3300 where symbol_id = $1 and seq = 3`, [other]);
    await asForger(`update tick t set hash = tick_hash(before.hash, t) from tick before
      where t.symbol_id = '${other}' and t.seq = 3 and before.symbol_id = '${other}' and before.seq = 2`);
    await asForger('update leverage_swap set amount = amount * 1.1');
  },
  'an exchange is priced by an older tick, and the receipt signed again': async () => {
    const { order, assetScales } = await exchangeNow();
    const { rows: ticks } = await floor.database.owner.query<{ at_ms: string; hash: string }>(
      `select at_ms, encode(hash, 'hex') as hash from tick where symbol_id = 'SOL-USDT' and seq = 1`,
    );
    const { at_ms: atMs = '', hash = '' } = ticks[0] ?? {};
    const money = flashMoney(amount(order.given), {
      ...{ fromPrice: undefined, toPrice: price('150'), fromSpread: rate(order.fromSpread), toSpread: rate(order.toSpread) },
      ...{ feeRate: rate(order.feeRate), toScale: assetScales.to },
    });
    const sums = { received: toText(money.received), fee: toText(money.fee), rate: toText(money.rate) };
    await reissue((body, terms) => {
      Object.assign(body, { headSeq: 1, headHash: hash });
      Object.assign(terms, { ...sums, toSeq: 1, toPrice: '150', toHash: hash });
    }, order.receipt);
    await asForger(
      `update flash_exchange set to_seq = 1, to_at_ms = $1, to_price = 150, to_hash = $2, received = $3, fee = $4, rate = $5 where id = $6`,
      [atMs, hash, sums.received, sums.fee, sums.rate, exchangeId],
    );
  },
  'another seed is put in the place of the committed one': async () => {
    await asForger(
      `update public_record set body = replace(body, repeat('a', 64), repeat('c', 64)) where kind = 'seed_committed'`,
    );
    await rehashRecord();
    await resign();
  },
  'a winner is voided by an incident that nobody published': async () => {
    const span = { symbol, fromMs: acceptedAtMs + 1, toMs: acceptedAtMs + 2, publishedAtMs: floor.now() };
    const id = await anIncident(floor.database.owner, span);
    await asForger(
      `update seconds_order set outcome = 'void', void_reason = 'incident', incident_id = $1, returned = stake + fee, profit = 0
       where id = $2`,
      [id, orderId],
    );
  },
  'more of a refund is set off than was won': () => setOffMore('0.01'),
  'a refund is set off against a contract that lost': async () => {
    await asForger(
      `update seconds_order set outcome = 'won', returned = stake * (1 + payout_rate), profit = stake * payout_rate - fee where id = $1`,
      [stillLostId],
    );
    await setOffMore('1');
  },
  'a refund is set off against what somebody else won': async () => {
    await asForger('update seconds_order set user_id = $1 where id = $2', [bert.userId, strangersId]);
    await setOffMore('1');
  },
  'what a refund was set off against is not shown': () =>
    asForger('update seconds_order set user_id = user_id + 1000 where id = $1', [wonId]),
  'drawn ticks are withheld, and two markets are said to have paused': async () => {
    dayLog = drawnLog.toSpliced(40, 10);
    const [fromMs, toMs] = [drawnLog[39]?.atMs ?? 0, drawnLog[50]?.atMs ?? 0];
    const body = {
      why: 'feed_silent',
      symbols: [symbol, other].map((one) => ({ symbol: one, fromMs, toMs, firstSeq: 1, lastSeq: 2 })),
    };
    await floor.database.db.transaction().execute((tx) => publishRecord(tx, { kind: 'pause', atMs: floor.now(), body }));
  },
  'everything is rewritten from a minute on': async () => {
    await forgeries['a price is changed']?.();
    await rehash();
    await resign();
  },
  'two people are shown two logs': async () => {
    await asForger('update tick set price = 100001, bid = 100001, ask = 100001 where seq = 12 and symbol_id = $1', [symbol]);
    await rehash();
    await resign();
  },
  'a witness’s statement is invented': () => keepStatement({ ...said[1], signature: '0'.repeat(128) }),
  'a witness’s statement is signed by a key of the house': () => {
    const { exchange, minuteMs: minute, root, atMs } = said[1];
    const stray = signingKeyOf('6e'.repeat(32));
    const signature = stray.sign('witness', { exchange, minuteMs: minute, root, atMs });
    return keepStatement({ ...said[1], publicKey: stray.publicKey, signature });
  },
  'a witness’s statements of two minutes are swapped': () => keepStatement({ ...said[1], signature: said[0].signature }),
  'a witness’s statement of the true log is used again after everything was rewritten': async () => {
    await forgeries['everything is rewritten from a minute on']?.();
    await keepStatement(said[1]);
  },
  'the same, and the statement says the new root': async () => {
    await forgeries['everything is rewritten from a minute on']?.();
    const root = (await rootsNow()).find(({ minuteMs: minute }) => minute === said[1].minuteMs)?.root ?? '';
    await keepStatement({ ...said[1], root });
  },
};

/** So much less came back. */
const setOffMore = (amount: string): Promise<void> =>
  asForger('update seconds_order set returned = returned - $1::numeric, profit = profit - $1::numeric where id = $2', [
    amount,
    refundId,
  ]);

/** What a witness said, as the exchange keeps it for every proof. */
function keepStatement({ minuteMs: minute, root, atMs, publicKey, signature }: Countersigned): Promise<void> {
  const statement = JSON.stringify({ publicKey, signature });
  const row = [witnessUrl, 'countersigner', minute, root, atMs, statement];
  return asForger(
    'insert into witnessed_root (witness, kind, minute_ms, root, at_ms, statement) values ($1, $2, $3, $4, $5, $6)',
    row,
  );
}

const requestsOf = ({ order, deal }: LeverageProof) => ({ product: 'leverage', order: order.id, beforeSeq: deal.tickSeq });

/** The app's look at the revealed day. */
function redrawnOf(entries: readonly RecordEntry[]): readonly { readonly name: string; readonly state: string }[] {
  const redraw = createRedraw(drawnDay, symbol, nativeSha256, readPauses(entries, symbol), someTicked(drawnDay, symbol, entries));
  redraw?.take(dayLog);
  const { differing, missingOutside } = redraw?.finish() ?? { differing: 1, missingOutside: 1 };
  return [{ name: 'redrawn', state: differing + missingOutside === 0 ? 'ok' : 'failed' }];
}

/** The app's look at what a proof names of witnesses, under the keys that were published first. */
const witnessedOf = (
  { anchors, witnessed }: Pick<SecondsProof, 'anchors' | 'witnessed'>,
  entries: readonly RecordEntry[],
): Promise<WitnessCheck> =>
  witnessCheck(
    { anchors, statements: (witnessed?.statements ?? []) as readonly WitnessStatement[], roots: witnessed?.roots ?? [] },
    { verify: verifyNatively, exchange: testSigningKey.publicKey, keys: readWitnessKeys(entries) },
  );

/** What each of those who could notice it says; empty: nothing. */
async function noticed(): Promise<Readonly<Record<'app' | 'verifier' | 'device' | 'witness', readonly string[]>>> {
  const [proof, deal, converted, refund] = [await proofNow(), await dealNow(), await convertedNow(), await refundNow()];
  const exchange = await exchangeNow();
  const proofs = [proof, deal, converted, refund, exchange];
  const [roots, entries] = [await rootsNow(), await entriesNow()];
  const terms = await Promise.all(
    proofs.map(async ({ order }) => {
      const version = catalogVersionOf(order.receipt as Receipt) ?? 0;
      return { version, text: await readTermsText(floor.database.db, version) };
    }),
  );
  const nowMs = floor.now();
  const shownHeads = proof.ticks.map(({ seq, hash }) => ({ symbol, seq, hash }));
  const differences = [
    compareRoots(kept.roots, roots, nowMs),
    compareHeads(kept.heads, shownHeads, nowMs),
    compareEntries(kept.entries, entries, nowMs, { isWhole: true }),
    compareReceipts(kept.receipts, await receiptsNow(proof), nowMs),
    compareRequests(kept.receipts, deal.order.requests ?? [], requestsOf(deal), nowMs),
  ].flatMap((one) => one.differences.map(({ kind }) => kind));
  // One witness's statement stands in all of the proofs.
  const failed = (checks: readonly { readonly name: string; readonly state: string }[]): string[] =>
    checks
      .filter(({ state }) => state === 'failed')
      .map(({ name }) => name)
      .filter((name, at, names) => name !== 'witnessed' || names.indexOf(name) === at);
  const refusal = await show(witness).then(
    () => [],
    (error: unknown) => [error instanceof Refused ? error.reason : 'error'],
  );
  return {
    app: failed([
      ...redrawnOf(entries),
      ...(await verifyProof(proof, nativeSha256, testSignatures)),
      ...(await verifyProof(refund, nativeSha256, { ...testSignatures, userId: bert.userId })),
      ...(await verifyDeal(deal, nativeSha256, testSignatures)),
      ...(await verifyDeal(converted, nativeSha256, testSignatures)),
      ...(await verifyFlash(exchange, nativeSha256, { ...testSignatures, userId: anna.userId })),
      ...(await Promise.all(
        proofs.map((one, index) =>
          termsCheck(one.order.receipt as Receipt, { entries, text: terms[index]?.text }, nativeSha256, scalesOf(one)),
        ),
      )),
      ...(await Promise.all(proofs.map((one) => witnessedOf(one, entries)))),
    ]),
    verifier: failed([
      ...checkDay(
        { symbol, feedDay: drawnDay as never, ticks: dayLog as never, anchors: [] },
        { ...nothingKnown, entries },
      ).filter(({ name }) => name === 'redrawn'),
      ...verifyFile(JSON.parse(JSON.stringify(proofs)), {
        ...nothingKnown,
        entries,
        terms,
        witnessKeys: [witnessKey.publicKey],
      }).flatMap(({ checks }) => checks),
    ]),
    device: [...new Set(differences)],
    witness: refusal,
  };
}

/** The table's rows: name, then one cell for each who could notice it, with the checks in backticks. */
const page = await readFile(new URL('../../docs/fairness.md', import.meta.url), 'utf8');
const rows =
  page
    .slice(page.indexOf('## Who notices what'))
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    ) ?? [];
const named = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '').sort();

test('untouched, nobody notices anything', async () => {
  expect(await noticed()).toEqual({ app: [], verifier: [], device: [], witness: [] });
});

test('what a witness signed holds in a proof that nobody touched', async () => {
  await keepStatement(said[1]);
  const [proof, entries] = [await proofNow(), await entriesNow()];
  const [file] = verifyFile(JSON.parse(JSON.stringify(proof)), { ...nothingKnown, entries, witnessKeys: [witnessKey.publicKey] });
  expect([await witnessedOf(proof, entries), file?.checks.find(({ name }) => name === 'witnessed')]).toEqual([
    expect.objectContaining({ state: 'ok' }),
    expect.objectContaining({ state: 'ok' }),
  ]);
});

test('the table has a row for each forgery', () => {
  expect(rows.map(([name]) => name)).toEqual([...Object.keys(forgeries), 'everything is rewritten before anybody kept a root']);
});

test.each(Object.keys(forgeries))('%s', async (name) => {
  await forgeries[name]?.();
  const { app, verifier, device, witness: refused } = await noticed();
  const row = rows.find(([of]) => of === name);
  const sorted = [app, verifier, device, refused].map((names) => [...names].sort());
  expect(sorted).toEqual([named(row?.[1]), named(row?.[2]), named(row?.[3]), named(row?.[4])]);
  expect(sorted.flat().length).toBeGreaterThan(0);
});

test('everything is rewritten before anybody kept a root', async () => {
  await forgeries['everything is rewritten from a minute on']?.();
  await reissue((body, terms) => (terms['quotedPrice'] = body['symbol'] === symbol ? '1' : '2'));
  const { app, verifier } = await noticed();
  expect([app, verifier]).toEqual([[], []]);
  const own = await mkdtemp(join(folder, 'later-'));
  const later = await createCountersigner({
    exchanges: new Set(),
    folder: own,
    key: signingKeyOf('6c'.repeat(32)),
    now: () => floor.now(),
    onRefused: () => undefined,
  });
  await expect(show(later)).resolves.toMatchObject({ exchange: testSigningKey.publicKey });
});

test('beside what the exchange shows a file names no key, and contradicts nothing that it did not sign', async () => {
  const proof = { ...(await proofNow()), witnessed: { statements: [], roots: [] } };
  const entries = await entriesNow();
  const asked = askedOf(nothingKnown, entries, { terms: [], roots: [], witnessed: [] });
  const failedOf = (content: object) =>
    verifyFile(JSON.parse(JSON.stringify(content)), asked).flatMap(({ of, checks }) =>
      checks.filter(({ state }) => state === 'failed').map(({ name }) => `${of.split(' ')[0]} ${name}`),
    );
  expect(failedOf(proof)).toEqual([]);
  const stray = signingKeyOf('6d'.repeat(32));
  const key = { algorithm: 'Ed25519', keyId: stray.id, publicKey: stray.publicKey, previous: null, handover: null };
  const entry = { seq: 999, atMs: 1, kind: 'key', body: JSON.stringify(key), hash: '0'.repeat(64) };
  expect(failedOf({ proofs: [proof], entries: [entry] })).toEqual(['seconds record']);
  const receipt = proof.order.receipt as Receipt;
  const signed = { ...receipt, signature: stray.sign('receipt', { ...receipt.body, keyId: stray.id }) };
  const forged = { ...proof, order: { ...proof.order, receipt: { ...signed, body: { ...receipt.body, keyId: stray.id } } } };
  expect(failedOf({ proofs: [forged], entries: [entry] })).toEqual(['seconds receipt', 'seconds record']);
  const [root] = proof.anchors as [TickAnchor];
  const evidence = (signature: string | null) => ({
    ...{ format: 'tessera-evidence-1', heads: [], entries: [], receipts: [], differences: [] },
    roots: [
      {
        minuteMs: root.minuteMs,
        root: 'f'.repeat(64),
        signed: signature && { keyId: testSigningKey.id, signature },
        keptAtMs: 1,
      },
    ],
  });
  expect(failedOf({ proof, evidence: evidence(null) })).toEqual([]);
  expect(failedOf({ proof, evidence: evidence('0'.repeat(128)) })).toEqual(['evidence rootSigned']);
  const other = { minuteMs: root.minuteMs, root: 'f'.repeat(64) };
  expect(failedOf({ proof, evidence: evidence(testSigningKey.sign('root', other)) })).toEqual(['seconds kept']);
});
