/** The published test vectors, run through this verifier: docs/fairness-vectors.json and docs/trading-vectors.json. */
import { quicknet, roundOfDay, roundState } from './beacon';
import { readFile } from 'node:fs/promises';
import { bookOf } from './book';
import { ascii, sha256, unhex } from './bytes';
import { canonicalText } from './canonicalText';
import { compared, none, type Check } from './Check';
import { countsAs, type ClosingMargin } from './countsAs';
import { exact, minus, over, plus, rounded, textOf, times, whole, type Exact } from './Exact';
import { leafHash, nodeHash, noneHash, nodeText, rootOf, type Leaf, type Node } from './liability';
import { liquidationPrice, notionalAt, paidBy, profitOf } from './leverage';
import { entryHash, rootHash, tickHash } from './log';
import { decide, feeOf, payoutOf } from './seconds';
import type { DealProof, Entry, Receipt, Root, Tick } from './shapes';
import { isSigned, signedText, type Purpose } from './signatures';
import { playedSteps } from './replayedDay';
import { drawOf, ticksOf } from './simulatedDay';
import { isEnough, setOffSums } from './setOff';
import { nothingKnown } from './Known';
import { lastTickState } from './lastTick';
import { closingTimes } from './terms';
import type { Verdict } from './verifyFile';
import { witnessChecks, type WitnessVectors } from './witness';

type Texts = Readonly<Record<string, string>>;
interface FairnessVectors {
  readonly decisions: readonly {
    readonly name: string;
    readonly ruleVersion: number;
    readonly order: Parameters<typeof decide>[0];
    readonly nowMs: number;
    readonly ticks: readonly (readonly [number, number, string, boolean?])[];
    readonly expected:
      | 'wait'
      | {
          readonly entrySeq: number | null;
          readonly exitSeq: number | null;
          readonly nextSeq: number | null;
          readonly outcome: string;
          readonly voidReason: string | null;
        };
  }[];
  readonly chain: readonly Tick[];
  readonly money: readonly {
    readonly stake: string;
    readonly payoutRate: string;
    readonly feeRate: string;
    readonly scale: number;
    readonly fee: string;
    readonly returnedWhenWon: string;
  }[];
  readonly anchor: Root;
  readonly conversions: {
    readonly ticks: readonly Tick[];
    readonly anchor: Root;
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
  readonly feedDays: {
    readonly rounds: readonly { readonly atMs: number; readonly round: number }[];
    readonly days: readonly {
      readonly name: string;
      readonly seed: string;
      readonly seedHash: string;
      readonly beacon: { readonly kind: string; readonly value: string; readonly round?: number; readonly signature?: string };
      readonly beaconHash?: string;
      readonly draw: string;
    }[];
  };
  readonly format2: {
    readonly ticks: readonly Tick[];
    readonly record: readonly (Entry & { readonly value: unknown; readonly previousHash: string })[];
    readonly roots: readonly Root[];
    readonly signatures: {
      readonly publicKey: string;
      readonly keyId: string;
      readonly signed: readonly {
        readonly purpose: Purpose;
        readonly value: unknown;
        readonly text: string;
        readonly signature: string;
      }[];
    };
  };
  readonly receipts: {
    readonly publicKey: string;
    readonly userId: string;
    readonly termsText: string;
    readonly signedText: string;
    readonly receipt: Receipt;
    readonly requests: readonly { readonly termsText: string; readonly signedText: string; readonly receipt: Receipt }[];
  };
  readonly liabilities: LiabilityVectors;
  readonly witnesses: WitnessVectors;
  readonly replayedMoves: {
    readonly draw: string;
    readonly symbol: string;
    readonly before: { readonly recorded: number; readonly played: number };
    readonly ticks: readonly (readonly [atMs: number, recorded: number, played: number])[];
  };
  readonly setOffs: {
    readonly cases: readonly {
      readonly name: string;
      readonly incident: string;
      readonly contracts: readonly (Readonly<Record<'stake' | 'fee' | 'outcome' | 'returned' | 'profit', string>> & {
        readonly incident: string | null;
      })[];
      readonly back: string;
      readonly cost: string;
      readonly won: string;
      readonly isEnough: boolean;
    }[];
  };
  readonly simulatedDays: readonly {
    readonly draw: string;
    readonly symbol: string;
    readonly dayAtMs: number;
    readonly opening: string;
    readonly parameters: Parameters<typeof ticksOf>[2]['parameters'];
    readonly ticks: number;
    readonly some: readonly (readonly [number, string])[];
  }[];
}
interface LiabilityVectors {
  readonly leaves: readonly (Omit<Leaf, 'path'> & { readonly day: string; readonly user: string; readonly hash: string })[];
  readonly none: { readonly hash: string };
  readonly nodes: readonly (Node & { readonly left: Node; readonly right: Node })[];
  readonly root: Node;
  readonly paths: readonly Pick<Leaf, 'place' | 'path'>[];
}
interface TradingVectors {
  readonly positions: readonly {
    readonly name: string;
    readonly direction: 'long' | 'short';
    readonly lots: string;
    readonly contractSize: string;
    readonly openPrice: string;
    readonly closePrice: string;
    readonly leverage: number;
    readonly feeRate: string;
    readonly digits: number;
    readonly openDivisor: string;
    readonly closeDivisor: string;
    readonly scale: number;
    readonly maintenanceRate?: string;
    readonly expected: Texts;
  }[];
  readonly closings: readonly {
    readonly name: string;
    readonly released: string;
    readonly profit: string;
    readonly fee: string;
    readonly behind: string;
    readonly expected: Texts;
  }[];
  readonly closingMargins: readonly {
    readonly name: string;
    readonly margin: string;
    readonly leverage: number;
    readonly closingMargin: ClosingMargin;
    readonly atMs: number;
    readonly expected: string;
  }[];
  readonly closingTimes: readonly {
    readonly name: string;
    readonly windows: readonly (readonly [number, number])[];
    readonly minutes: number;
    readonly holidays: readonly (readonly [number, number])[];
    readonly spans: readonly (readonly [number, number])[];
    readonly dates: readonly (readonly [number, number])[];
  }[];
  readonly books: readonly {
    readonly tickPrice: string;
    readonly hash: string;
    readonly digits: number;
    readonly spreadSteps: number;
    readonly levelQuantity: string;
    readonly quantityStep: string;
    readonly expected: Readonly<Record<'bids' | 'asks', readonly (readonly [string, string])[]>>;
  }[];
}

const read = async <Shape>(name: string): Promise<Shape> =>
  JSON.parse(await readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8')) as Shape;

export async function runVectors(): Promise<Verdict[]> {
  const fairness = await read<FairnessVectors>('fairness-vectors.json');
  const trading = await read<TradingVectors>('trading-vectors.json');
  return [
    { of: 'vectors: decisions', checks: fairness.decisions.map(decisionCheck) },
    { of: 'vectors: money of seconds contracts', checks: fairness.money.flatMap(moneyChecks) },
    { of: 'vectors: bytes', checks: byteChecks(fairness) },
    { of: 'vectors: conversions', checks: conversionChecks(fairness.conversions) },
    { of: 'vectors: days', checks: dayChecks(fairness) },
    { of: 'vectors: receipts', checks: receiptChecks(fairness.receipts) },
    { of: 'vectors: refunds', checks: fairness.setOffs.cases.map(setOffCheck) },
    { of: 'vectors: liabilities', checks: liabilityChecks(fairness.liabilities) },
    { of: 'vectors: witnesses', checks: witnessChecks(fairness.witnesses) },
    { of: 'vectors: positions', checks: trading.positions.flatMap(positionChecks) },
    { of: 'vectors: closings', checks: trading.closings.flatMap(closingChecks) },
    {
      of: 'vectors: margin before a closing',
      checks: trading.closingMargins.map((vector) =>
        compared(vector.name, vector.expected, textOf(countsAs(vector, vector.atMs))),
      ),
    },
    {
      of: 'vectors: closings of a calendar',
      checks: trading.closingTimes.map(({ name, windows, holidays, minutes, spans, dates }) =>
        compared(name, canonicalText({ spans, dates }), canonicalText({ ...closingTimes(windows, holidays, minutes) })),
      ),
    },
    { of: 'vectors: books', checks: trading.books.map(bookCheck) },
  ];
}

const liabilityChecks = ({ leaves, none: { hash }, nodes, root, paths }: LiabilityVectors): Check[] => [
  ...leaves.map((leaf) => compared(`leaf ${leaf.place}`, leaf.hash, leafHash(leaf.day, leaf.user, leaf))),
  compared('none', hash, noneHash()),
  ...nodes.map(({ left, right, ...node }) => compared('node', node.hash, nodeHash(left, right))),
  ...paths.flatMap((way) =>
    leaves
      .filter(({ place }) => place === way.place)
      .map((leaf) =>
        compared(`root above ${way.place}`, nodeText(root), nodeText(rootOf(leaf.day, leaf.user, { ...leaf, ...way }))),
      ),
  ),
];

function decisionCheck({ name, ruleVersion, order, nowMs, ticks, expected }: FairnessVectors['decisions'][number]): Check {
  const log = ticks.map(([seq, atMs, price, isFilled = false]) => ({ seq, atMs, price, isFilled }));
  const decision = decide(order, ruleVersion, log, nowMs);
  const computed =
    decision === 'wait'
      ? decision
      : {
          entrySeq: decision.entry?.seq ?? null,
          exitSeq: decision.exit?.seq ?? null,
          nextSeq: decision.next?.seq ?? null,
          outcome: decision.outcome,
          voidReason: decision.voidReason,
        };
  return compared(name, canonicalText(expected), canonicalText(computed));
}

function moneyChecks({ fee, returnedWhenWon, scale, ...stake }: FairnessVectors['money'][number]): Check[] {
  const name = `${stake.stake} at ${stake.payoutRate} and ${stake.feeRate}`;
  return [
    compared(`${name}: fee`, fee, textOf(feeOf(stake, scale))),
    compared(`${name}: returned`, returnedWhenWon, textOf(payoutOf(stake, scale))),
  ];
}

const byteChecks = ({ chain, anchor, format2: { ticks, record, roots, signatures } }: FairnessVectors): Check[] => [
  ...[...chain, ...ticks].map((tick) => compared(`tick ${tick.seq}`, tick.hash, tickHash(tick.previousHash, tick))),
  ...[anchor, ...roots].map((root) => compared(`root ${root.minuteMs}`, root.root, rootHash(root))),
  ...record.flatMap((entry) => [
    compared(`body ${entry.seq}`, entry.body, canonicalText(entry.value)),
    compared(`entry ${entry.seq}`, entry.hash, entryHash(entry.previousHash, entry)),
  ]),
  compared('key id', signatures.keyId, sha256(unhex(signatures.publicKey)).slice(0, 16)),
  ...signatures.signed.flatMap(({ purpose, value, text, signature }) => [
    compared(`signed text of a ${purpose}`, text, signedText(purpose, value)),
    compared(`signature of a ${purpose}`, 'true', String(isSigned(signatures.publicKey, text, signature))),
  ]),
];

/** Of another market than what is converted. */
const anyDeal = { order: {}, deal: {}, ticks: [] } as unknown as Pick<DealProof, 'order' | 'deal' | 'ticks'>;

const conversionChecks = ({ ticks, anchor, cases }: FairnessVectors['conversions']): Check[] =>
  cases.map(({ name, atMs, seqs: [from, to], isAnchored, changedPrice, incident, state }) => {
    const [first, ...after] = ticks.filter(({ seq }) => seq >= from && seq <= to) as [Tick, ...Tick[]];
    const bent = { ...first, price: changedPrice ?? first.price };
    const tick = { ...bent, hash: tickHash(bent.previousHash, bent) };
    const incidents = incident === undefined ? [] : [{ id: '1', symbol: tick.symbol, fromMs: incident[0], toMs: incident[1] }];
    const run = { atMs, ticks: [tick, ...after], anchor: isAnchored ? anchor : null, incidents };
    const computed = lastTickState({ ...anyDeal, conversions: [run], anchors: [] }, tick, atMs, nothingKnown);
    return compared(`conversion: ${name}`, state, computed ?? none);
  });

const dayChecks = ({ feedDays, simulatedDays, replayedMoves }: FairnessVectors): Check[] => [
  ...feedDays.rounds.map(({ atMs, round }) =>
    compared(`the round of ${atMs}`, String(round), String(roundOfDay(quicknet, '1970-01-01', atMs - 1))),
  ),
  ...feedDays.days.flatMap(({ name, seed, seedHash, beacon, beaconHash, draw }) => [
    compared(`${name}: commitment`, seedHash, sha256(unhex(seed))),
    ...(beacon.kind === 'drand'
      ? [compared(`${name}: signature`, 'right', roundState({ signature: null, chain: quicknet, ...beacon }))]
      : []),
    compared(`${name}: beacon`, beaconHash ?? beacon.value, sha256(unhex(beacon.signature ?? beacon.value))),
    compared(
      `${name}: draw`,
      draw,
      drawOf({ seed, version: 2, beacon: { signature: null, ...beacon } })?.toString('hex') ?? none,
    ),
  ]),
  ...simulatedDays.flatMap(({ draw, symbol, ticks, some, ...day }) => {
    const drawn = [...ticksOf(unhex(draw), symbol, day)];
    const prices = new Map(drawn.map(({ atMs, price }) => [atMs, price]));
    return [
      compared(`${symbol}: ticks of the day`, String(ticks), String(drawn.length)),
      ...some.map(([atMs, price]) => compared(`${symbol} at ${atMs}`, price, prices.get(atMs) ?? none)),
    ];
  }),
  ...moveChecks(replayedMoves),
];

const moveChecks = ({ draw, symbol, before, ticks }: FairnessVectors['replayedMoves']): Check[] =>
  ticks.map(([atMs, recorded, played], index) => {
    const [, lastRecorded = before.recorded, lastPlayed = before.played] = ticks[index - 1] ?? [];
    const level = { recorded: lastRecorded, played: lastPlayed };
    return compared(`move at ${atMs}`, String(played), String(playedSteps(unhex(draw), symbol, atMs, level, recorded)));
  });

function setOffCheck({
  name,
  incident,
  contracts,
  back,
  cost,
  won,
  isEnough: told,
}: FairnessVectors['setOffs']['cases'][number]): Check {
  const met = contracts.map(({ incident: by, ...order }) => ({ order, incident: by === null ? null : { id: by } }));
  const sums = setOffSums(met, incident);
  const computed = [textOf(sums.back), textOf(sums.cost), textOf(sums.won), String(isEnough(sums))];
  return compared(name, [back, cost, won, String(told)].join(' '), computed.join(' '));
}

function receiptChecks({ publicKey, userId, requests, ...order }: FairnessVectors['receipts']): Check[] {
  return [order, ...requests].flatMap(({ termsText, signedText: text, receipt }) => {
    const { body, terms, signature, holderSalt } = receipt;
    const named = (name: string): string => (body.request === 'order' ? name : `${body.request}: ${name}`);
    return [
      compared(named('terms'), termsText, canonicalText(terms)),
      compared(named('terms hash'), body.termsHash, sha256(ascii(termsText))),
      compared(named('holder'), body.holder, sha256(ascii(`tessera holder 1\n${userId}\n${holderSalt ?? ''}`))),
      compared(named('signed text'), text, signedText('receipt', body)),
      compared(named('signature'), 'true', String(isSigned(publicKey, text, signature))),
    ];
  });
}

function positionChecks(vector: TradingVectors['positions'][number]): Check[] {
  const { name, direction, scale, expected } = vector;
  const units = times(exact(vector.lots), exact(vector.contractSize));
  const [open, close, rate] = [exact(vector.openPrice), exact(vector.closePrice), exact(vector.feeRate)];
  const notional = notionalAt(units, open, exact(vector.openDivisor), scale);
  const margin = rounded(over(notional, whole(vector.leverage)), scale, 'up');
  const fee = (of: Exact): Exact => rounded(times(of, rate), scale, 'up');
  const closeFee = fee(notionalAt(units, close, exact(vector.closeDivisor), scale));
  const profit = profitOf(direction, units, open, close, exact(vector.closeDivisor), scale);
  const figures: Readonly<Record<string, Exact | undefined>> = {
    notional,
    margin,
    openFee: fee(notional),
    profit,
    closeFee,
    net: minus(minus(profit, fee(notional)), closeFee),
    liquidationPrice:
      vector.maintenanceRate === undefined
        ? undefined
        : liquidationPrice(
            { direction, openPrice: open, margin, maintenanceRate: exact(vector.maintenanceRate), units },
            vector.digits,
          ),
  };
  return Object.entries(expected).map(([figure, stated]) => {
    const computed = figures[figure];
    return compared(`${name}: ${figure}`, String(stated), computed === undefined ? 'null' : textOf(computed));
  });
}

function closingChecks({ name, released, profit, fee, behind, expected }: TradingVectors['closings'][number]): Check[] {
  const closing = { released: exact(released), profit: exact(profit), fee: exact(fee) };
  const paid = paidBy([closing], exact(behind))[0];
  if (paid === undefined) return [];
  const credit = minus(plus(plus(closing.released, closing.profit), paid.insured), paid.fee);
  const figures: Texts = { credit: textOf(credit), fee: textOf(paid.fee), insured: textOf(paid.insured) };
  return Object.entries(expected).map(([figure, stated]) => compared(`${name}: ${figure}`, stated, figures[figure] ?? none));
}

function bookCheck({ tickPrice, hash, expected, ...terms }: TradingVectors['books'][number]): Check {
  const book = bookOf({ price: tickPrice, hash }, terms);
  const shown = (side: 'bids' | 'asks') =>
    book[side].slice(0, expected[side].length).map(({ price, quantity }) => [textOf(price), textOf(quantity)]);
  return compared(tickPrice, canonicalText(expected), canonicalText({ bids: shown('bids'), asks: shown('asks') }));
}
