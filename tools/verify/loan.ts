/** A call or a liquidation of a loan, from its proof. */
import { bodyOf } from './bodyOf';
import { check, compared, none, type Check } from './Check';
import {
  compare,
  exact,
  least,
  minus,
  most,
  one,
  over,
  plus,
  rounded,
  sumOf,
  textOf,
  times,
  whole,
  zero,
  type Exact,
} from './Exact';
import type { Known } from './Known';
import { isLive, logChecks, meets, reachesBefore, runCheck, tickText } from './logOfProof';
import type { Entry, LoanCollateral, LoanProof, Root, Tick } from './shapes';

/** The first one knew neither thin minutes nor markets that stand still. */
const [firstVersion, version] = [1, 2];
const meanMs = 60_000;
const standsAfterMs = 300_000;
/** A week from two minutes before the look on. */
const standsUntilMs = 7 * 86_400_000 + 2 * meanMs;
/** Since then no decision follows the first version. */
const firstUntilMs = Date.UTC(2026, 10, 25);
const lentAsset = 'USDT';
const [meanScale, ltvScale, lentScale] = [18, 6, 6];

type Decision = LoanProof['decision'];

/** A market that prices a coin, as it is told, with its run and the roots over it. */
interface Leg {
  readonly told: NonNullable<LoanCollateral['price']>;
  readonly ticks: readonly Tick[];
  readonly anchors: readonly Root[];
  /** Of the minute up to the tick that is told, those that count. */
  readonly minute: readonly Tick[];
}

export const symbolsOfLoan = ({ decision }: LoanProof): readonly string[] => [
  ...new Set(decision.collateral.flatMap(({ price }) => price?.symbol ?? [])),
];

/** Each coin by its own market, told once; an Interest Treasure order by none. undefined: told otherwise, or other ticks beside them. */
function legsOf(proof: LoanProof): readonly Leg[] | undefined {
  const { decision, ticks, anchors, standing = [], incidents } = proof;
  const told = new Map<string, Leg['told']>();
  for (const { kind, asset, price } of decision.collateral) {
    if ((price?.symbol ?? none) !== (kind === 'treasure' ? none : `${asset}-${lentAsset}`)) return undefined;
    if (kind === 'treasure' && asset !== lentAsset) return undefined;
    if (price === null) continue;
    const before = told.get(price.symbol) ?? price;
    if (JSON.stringify(before) !== JSON.stringify(price)) return undefined;
    told.set(price.symbol, price);
  }
  if (ticks.some(({ symbol }) => !told.has(symbol))) return undefined;
  return [...told.values()].map((of) => {
    const own = ticks.filter(({ symbol }) => symbol === of.symbol);
    return {
      told: of,
      ticks: own,
      anchors: of.stands === true ? (standing.find(({ symbol }) => symbol === of.symbol)?.anchors ?? []) : anchors,
      minute: own.filter((tick) => tick.seq <= of.seq && tick.atMs > of.atMs - meanMs && isLive(tick) && !meets(incidents, tick)),
    };
  });
}

export function checkLoan(proof: LoanProof, known: Known): Check[] {
  const { decision } = proof;
  const legs = legsOf(proof);
  if (legs === undefined) return [check('tick', 'failed', symbolsOfLoan(proof).join(' '), 'other markets')];
  const isKnown = decision.ruleVersion === version || (decision.ruleVersion === firstVersion && decision.atMs < firstUntilMs);
  return [
    check('rule', isKnown ? 'ok' : 'failed', String(decision.ruleVersion), String(version)),
    ...moneyChecks(decision),
    ...legs.flatMap((leg, index) => [
      ...legChecks(leg, proof, known),
      ...logChecks(
        { ticks: leg.ticks, anchors: leg.anchors, feedDay: index === 0 ? proof.feedDay : null, ...witnessedOf(leg, proof) },
        {
          symbol: leg.told.symbol,
          decidingSeq: leg.told.seq,
          incidents: proof.incidents.filter(({ symbol }) => symbol === leg.told.symbol),
        },
        known,
      ),
    ]),
  ];
}

/** The statements that the proof names are of the roots over the decision. */
const witnessedOf = ({ anchors }: Leg, proof: LoanProof): Pick<LoanProof, 'witnessed'> =>
  proof.witnessed === undefined || anchors !== proof.anchors ? {} : { witnessed: proof.witnessed };

function legChecks(leg: Leg, proof: LoanProof, known: Known): Check[] {
  const { told, ticks, minute } = leg;
  const { meanSeconds, ruleVersion } = proof.decision;
  const tick = ticks.find(({ seq }) => seq === told.seq);
  const isWhole = tick !== undefined && reachesBefore(ticks, told.atMs - meanMs);
  const sum = sumOf(minute.map(({ price }) => exact(price)));
  const mean = minute.length === 0 ? none : textOf(rounded(over(sum, whole(minute.length)), meanScale, 'down'));
  const seconds = new Set(minute.map(({ atMs }) => Math.floor(atMs / 1000))).size;
  const isEnough = meanSeconds !== undefined && seconds >= meanSeconds;
  return [
    runCheck(told.symbol, ticks, isWhole),
    compared('tick', tickText(told), tick !== undefined && isLive(tick) ? tickText(tick) : none),
    newestCheck(leg, proof, known),
    compared('mean', `#${told.fromSeq} ${textOf(exact(told.mean))}`, `#${minute[0]?.seq ?? none} ${mean}`),
    ruleVersion === firstVersion
      ? check('minute', 'partial', none, String(seconds))
      : check('minute', isEnough ? 'ok' : 'failed', String(meanSeconds ?? none), String(seconds)),
  ];
}

/** No later tick had come by the decision, and it came outside of halts; or its market stood still, by the record where that names a halt. */
function newestCheck({ told, ticks, anchors }: Leg, { decision, incidents }: LoanProof, { entries }: Known): Check {
  const { atMs, collateral } = decision;
  const stated = `#${told.seq} ${atMs}`;
  const halts = haltsOf(told.symbol, entries);
  const isWithin = (instant: number): boolean => halts.some(({ fromMs, toMs }) => fromMs <= instant && instant <= toMs);
  const isDecided = collateral.some(({ price }) => price !== null && price.stands !== true);
  if (!isDecided || isWithin(told.atMs))
    return check('newest', 'failed', stated, isDecided ? 'a halt' : 'every market stood still');
  const isOld = told.atMs <= atMs - standsAfterMs;
  if (told.atMs <= atMs - standsUntilMs) return check('newest', 'failed', stated, 'older than a week');
  if (isOld !== (told.stands === true)) return check('newest', 'failed', stated, tickText(told));
  if (isOld) return check('newest', isWithin(atMs) ? 'ok' : 'partial', stated, isWithin(atMs) ? 'a halt' : none);
  const later = ticks.find((tick) => tick.seq > told.seq && tick.atMs <= atMs && isLive(tick) && !meets(incidents, tick));
  if (later !== undefined || told.atMs > atMs) return check('newest', 'failed', stated, tickText(later ?? told));
  const last = ticks.at(-1);
  const isSealed = anchors.some(({ minuteMs, heads }) => minuteMs >= atMs && heads[told.symbol]?.seq === last?.seq);
  return check('newest', isSealed || (last?.atMs ?? 0) > atMs ? 'ok' : 'pending', stated, tickText(told));
}

interface Halted {
  readonly symbol: string;
  readonly state: string;
}

/** From the record; one that goes on has no end. */
function haltsOf(symbol: string, entries: readonly Entry[]): readonly { readonly fromMs: number; readonly toMs: number }[] {
  const halts: { fromMs: number; toMs: number }[] = [];
  for (const entry of entries) {
    const said = entry.kind === 'halt' ? bodyOf<Halted>(entry) : {};
    if (said.symbol !== symbol) continue;
    const open = halts.at(-1);
    if (said.state === 'halted') halts.push({ fromMs: entry.atMs, toMs: Infinity });
    else if (open !== undefined) open.toMs = entry.atMs;
  }
  return halts;
}

const by = (choose: typeof least, { price }: LoanCollateral): Exact =>
  price === null ? one : choose(exact(price.price), exact(price.mean));

/** By the higher price of each coin the level is reached; what was sold follows from the lower one. */
function moneyChecks(decision: Decision): readonly Check[] {
  const { kind, owed, ltv, level, collateral } = decision;
  const worth = sumOf(collateral.map((part) => times(times(exact(part.amount), by(most, part)), exact(part.weight))));
  const isReached = compare(exact(owed), times(worth, exact(level))) >= 0 && compare(exact(owed), zero) > 0;
  const share = worth.n === 0n ? zero : rounded(over(exact(owed), worth), ltvScale, 'down');
  const told = figuresOf(decision);
  const computed = kind === 'call' ? told.map(() => zero) : liquidated(decision);
  const text = (figures: readonly Exact[]): string => figures.map(textOf).join(' ');
  return [
    compared('ltv', textOf(exact(ltv)), textOf(share)),
    check('reached', isReached ? 'ok' : 'failed', level, textOf(share)),
    compared('sale', text(told), text(computed)),
  ];
}

const figuresOf = ({ repaid, surplus, left = '0', insured, collateral }: Decision): readonly Exact[] =>
  [
    ...[repaid, surplus, left, insured],
    ...collateral.flatMap((part) => [part.sold, part.gross, part.fee, part.penalty, part.returned]),
  ].map(exact);

/** As `figuresOf` orders them. Rounded once each: what is sold up, what it brings down, the fee up. */
function liquidated({ owed, collateral, liquidationFee }: Decision): readonly Exact[] {
  const feeRate = exact(liquidationFee);
  let [open, surplus] = [exact(owed), zero];
  const parts = collateral.map((part) => {
    const units = exact(part.amount);
    const stands = part.price?.stands === true;
    if (open.n === 0n || stands) return { stands, sold: zero, gross: zero, fee: zero, penalty: zero, returned: units };
    const done = part.price === null ? redeemed(part) : sold(part, open, feeRate);
    const net = minus(minus(done.gross, done.fee), done.penalty);
    const used = least(open, net);
    open = minus(open, used);
    surplus = plus(surplus, minus(net, used));
    return { stands, ...done };
  });
  const isLeft = open.n !== 0n && parts.some(({ stands }) => stands);
  return [
    ...[minus(exact(owed), open), surplus, isLeft ? open : zero, isLeft ? zero : open],
    ...parts.flatMap((part) => [part.sold, part.gross, part.fee, part.penalty, isLeft && part.stands ? zero : part.returned]),
  ];
}

const redeemed = ({ amount, penalty }: LoanCollateral) => ({
  ...{ sold: exact(amount), gross: exact(amount), fee: zero },
  ...{ penalty: least(exact(penalty), exact(amount)), returned: zero },
});

function sold(part: LoanCollateral, needed: Exact, feeRate: Exact) {
  const at = by(least, part);
  const units = exact(part.amount);
  const brought = rounded(over(rounded(needed, lentScale, 'up'), minus(one, feeRate)), lentScale, 'up');
  const given = least(units, rounded(over(brought, at), part.scale, 'up'));
  const gross = rounded(times(given, at), lentScale, 'down');
  const fee = rounded(times(gross, feeRate), lentScale, 'up');
  return { sold: given, gross, fee, penalty: zero, returned: minus(units, given) };
}
