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
import { brokenTick } from './log';
import { loanTermsCheck } from './loanTerms';
import type { Entry, LoanCollateral, LoanProof, Root, Tick } from './shapes';

/** The first one knew neither thin minutes nor markets that stand still; in the second one a coin held up the others. */
const [firstVersion, secondVersion, version] = [1, 2, 3];
const meanMs = 60_000;
const standsAfterMs = 300_000;
/** Of the third one: how long a coin counts at its last prices, how much of what has come since is shown, and how long a call stands before. */
const [coinCountsMs, shownMost, calledBeforeMs] = [7 * 86_400_000, 600, 86_400_000];
/** Of the second one: a week from two minutes before the look on. */
const standsUntilMs = 7 * 86_400_000 + 2 * meanMs;
/** Since then no decision follows the first version. */
const firstUntilMs = Date.UTC(2026, 10, 25);
const lentAsset = 'USDT';
const [meanScale, ltvScale, lentScale] = [18, 6, 6];

type Decision = LoanProof['decision'];

/** A market that prices a coin, as it is told, with its run and the roots over it. */
interface Leg {
  readonly symbol: string;
  /** null: the coin counts for nothing. */
  readonly told: LoanCollateral['price'];
  readonly ticks: readonly Tick[];
  readonly anchors: readonly Root[];
  /** Its run ends before the decision. */
  readonly isCut: boolean;
}

const marketOf = ({ kind, asset }: LoanCollateral): string => (kind === 'treasure' ? none : `${asset}-${lentAsset}`);

export const symbolsOfLoan = ({ decision }: LoanProof): readonly string[] => [
  ...new Set(decision.collateral.map(marketOf).filter((symbol) => symbol !== none)),
];

/** Each coin by its own market, told once; an Interest Treasure order by none. undefined: told otherwise, or other ticks beside them. */
function legsOf(proof: LoanProof): readonly Leg[] | undefined {
  const { decision, ticks, anchors, standing = [] } = proof;
  const told = new Map<string, Leg['told']>();
  for (const part of decision.collateral) {
    const { kind, asset, orderId, price } = part;
    const symbol = marketOf(part);
    if (kind !== 'coin' && kind !== 'treasure') return undefined;
    // With another order id the terms check would not find it in the loan.
    if ((kind === 'treasure') !== (asset === lentAsset) || (kind === 'treasure') !== (orderId !== null)) return undefined;
    if (price !== null && price.symbol !== symbol) return undefined;
    if (symbol === none) continue;
    const countsForNothing = price === null && decision.ruleVersion > secondVersion;
    const isToldTwice = told.has(symbol) && JSON.stringify(told.get(symbol)) !== JSON.stringify(price);
    if ((price === null && !countsForNothing) || isToldTwice) return undefined;
    told.set(symbol, price);
  }
  if (ticks.some(({ symbol }) => !told.has(symbol))) return undefined;
  return [...told].map(([symbol, of]) => {
    const over = standing.find((one) => one.symbol === symbol);
    const isCut = of?.stands === true && (decision.ruleVersion <= secondVersion || over !== undefined);
    const own = ticks.filter((tick) => tick.symbol === symbol);
    return { symbol, told: of, ticks: own, anchors: isCut ? (over?.anchors ?? []) : anchors, isCut };
  });
}

/** Of the minute up to a tick those that count. */
const minuteOf = ({ ticks }: Leg, { seq, atMs }: Pick<Tick, 'seq' | 'atMs'>, { incidents }: LoanProof): readonly Tick[] =>
  ticks.filter((tick) => tick.seq <= seq && tick.atMs > atMs - meanMs && isLive(tick) && !meets(incidents, tick));

const secondsOf = (ticks: readonly Tick[]): number => new Set(ticks.map(({ atMs }) => Math.floor(atMs / 1000))).size;

export function checkLoan(proof: LoanProof, known: Known): Check[] {
  const { decision } = proof;
  const legs = legsOf(proof);
  if (legs === undefined) return [check('tick', 'failed', symbolsOfLoan(proof).join(' '), 'other markets')];
  const { ruleVersion, atMs } = decision;
  const isKnown =
    ruleVersion === version || ruleVersion === secondVersion || (ruleVersion === firstVersion && atMs < firstUntilMs);
  return [
    check('rule', isKnown ? 'ok' : 'failed', String(ruleVersion), String(version)),
    loanTermsCheck(proof, known),
    ...moneyChecks(decision),
    // Of a coin that counts for nothing there may be nothing to show.
    ...legs.filter(({ told, ticks }) => told === null && ticks.length === 0).map((leg) => ownCheck(leg, proof, known)),
    ...legs
      .filter(({ told, ticks }) => told !== null || ticks.length > 0)
      .flatMap((leg, index) => [
        ...legChecks(leg, proof, known),
        ...logChecks(
          { ticks: leg.ticks, anchors: leg.anchors, feedDay: index === 0 ? proof.feedDay : null, ...witnessedOf(leg, proof) },
          {
            symbol: leg.symbol,
            decidingSeq: leg.told?.seq ?? leg.ticks.findLast((tick) => tick.atMs <= atMs)?.seq,
            incidents: proof.incidents.filter(({ symbol }) => symbol === leg.symbol),
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
  const { told, ticks, symbol } = leg;
  const { meanSeconds, ruleVersion, atMs: decidedAtMs } = proof.decision;
  if (told === null)
    return [runCheck(symbol, ticks, reachesBefore(ticks, decidedAtMs - coinCountsMs - meanMs)), ownCheck(leg, proof, known)];
  const minute = minuteOf(leg, told, proof);
  const tick = ticks.find(({ seq }) => seq === told.seq);
  const isWhole = tick !== undefined && reachesBefore(ticks, told.atMs - meanMs);
  const sum = sumOf(minute.map(({ price }) => exact(price)));
  const mean = minute.length === 0 ? none : textOf(rounded(over(sum, whole(minute.length)), meanScale, 'down'));
  const seconds = secondsOf(minute);
  const isEnough = meanSeconds !== undefined && seconds >= meanSeconds;
  return [
    runCheck(told.symbol, ticks, isWhole),
    compared('tick', tickText(told), tick !== undefined && isLive(tick) ? tickText(tick) : none),
    ruleVersion > secondVersion ? ownCheck(leg, proof, known) : newestCheck({ ...leg, told }, proof, known),
    compared('mean', `#${told.fromSeq} ${textOf(exact(told.mean))}`, `#${minute[0]?.seq ?? none} ${mean}`),
    ruleVersion === firstVersion
      ? check('minute', 'partial', none, String(seconds))
      : check('minute', isEnough ? 'ok' : 'failed', String(meanSeconds ?? none), String(seconds)),
  ];
}

/**
 * Of the third rule: the newest price that decides, outside of halts; or none has decided since the one that is told, or within a week where
 * none is told. Halts are those of the record; where none is at hand those of the proof, and it holds in part.
 */
function ownCheck(leg: Leg, proof: LoanProof, { entries, ticks: more = [] }: Known): Check {
  const { symbol, told } = leg;
  const { atMs, collateral, meanSeconds = Infinity, freshSeconds = 0 } = proof.decision;
  const stated = `${told === null ? symbol : `#${told.seq}`} ${atMs}`;
  const halts = [...haltsOf(symbol, entries), ...(entries.length > 0 ? [] : toldHalts(symbol, proof))];
  const isHalted = (instant: number): boolean => halts.some(({ fromMs, toMs }) => fromMs <= instant && instant <= toMs);
  if (!collateral.some(({ price }) => price !== null && price.stands !== true))
    return check('newest', 'failed', stated, 'every market stood still');
  if (told !== null && (told.atMs > atMs || told.atMs <= atMs - coinCountsMs || isHalted(told.atMs)))
    return check('newest', 'failed', stated, tickText(told));
  const whole = extended(leg, more);
  const isLater = (tick: Tick): boolean => (told === null ? tick.atMs > atMs - coinCountsMs : tick.seq > told.seq);
  const later = whole.ticks.filter((tick) => isLater(tick) && tick.atMs <= atMs && isLive(tick) && !meets(proof.incidents, tick));
  const isNewest = told !== null && later.length === 0 && atMs - told.atMs <= freshSeconds * 1000;
  if (isNewest === (told === null || told.stands === true))
    return check('newest', 'failed', stated, tickText(later.at(-1) ?? told));
  const thick = later.filter((tick) => secondsOf(minuteOf(whole, tick, proof)) >= meanSeconds);
  const younger = thick.find((tick) => !isHalted(tick.atMs));
  if (younger !== undefined) return check('newest', 'failed', stated, tickText(younger));
  const wrong = more.length === 0 ? undefined : wrongTick(whole, proof);
  if (wrong !== undefined) return check('newest', 'failed', stated, tickText(wrong));
  const isAsked = told === null && !reachesBefore(whole.ticks, atMs - coinCountsMs - meanMs);
  const end = isAsked ? 'partial' : endOf(whole, proof);
  return check('newest', end === 'ok' && thick.length > 0 && entries.length === 0 ? 'partial' : end, stated, tickText(told));
}

const toldHalts = (symbol: string, { halts = [] }: LoanProof) =>
  halts.filter((one) => one.symbol === symbol).map(({ fromMs, untilMs }) => ({ fromMs, toMs: untilMs ?? Infinity }));

/** What a proof leaves out of the log: more than it shows had come since a coin's last prices. */
export function leftOutOfLoan(
  proof: LoanProof,
): readonly { readonly symbol: string; readonly fromMs: number; readonly toMs: number }[] {
  const { atMs } = proof.decision;
  const toMs = atMs + meanMs;
  return (legsOf(proof) ?? []).flatMap(({ symbol, told, ticks, isCut }) => {
    if (told === null) return ticks.length > 0 ? [] : [{ symbol, fromMs: atMs - coinCountsMs - 2 * meanMs, toMs }];
    return isCut && proof.decision.ruleVersion > secondVersion ? [{ symbol, fromMs: ticks.at(-1)?.atMs ?? told.atMs, toMs }] : [];
  });
}

/** That does not follow from the one before it, or is another one than a root has as its market's head. */
const wrongTick = ({ symbol, ticks }: Leg, { anchors }: LoanProof): Tick | undefined =>
  brokenTick(ticks) ??
  ticks.find(({ seq, hash }) => anchors.some(({ heads }) => heads[symbol]?.seq === seq && heads[symbol]?.hash !== hash));

/** With what was asked of the exchange beside the proof, where it follows. */
function extended(leg: Leg, more: readonly Tick[]): Leg {
  const own = more.filter(({ symbol }) => symbol === leg.symbol).toSorted((one, other) => one.seq - other.seq);
  const ticks = [...leg.ticks];
  for (const tick of own) {
    const last = ticks.at(-1);
    if (last === undefined || (tick.seq === last.seq + 1 && tick.previousHash === last.hash)) ticks.push(tick);
  }
  return { ...leg, ticks };
}

/** Up to the decision; or not, and the published heads say that more has come since than a proof shows. */
function endOf({ symbol, told, ticks, anchors, isCut }: Leg, proof: LoanProof): Check['state'] {
  const { atMs } = proof.decision;
  const last = ticks.at(-1);
  const headAt = (roots: readonly Root[]) => roots.find(({ minuteMs }) => minuteMs >= atMs)?.heads[symbol];
  const isSealed = last !== undefined && [...anchors, ...proof.anchors].some((root) => headAt([root])?.seq === last.seq);
  if (isSealed || (last !== undefined && last.atMs > atMs)) return 'ok';
  if (told === null && last === undefined) return 'partial';
  const head = headAt(proof.anchors);
  if (!isCut || head === undefined) return 'pending';
  return head.seq - (told?.seq ?? 0) <= shownMost ? 'failed' : 'partial';
}

type Told = Leg & { readonly told: NonNullable<Leg['told']> };

/** Before the third rule: no later tick had come by the decision, and it came outside of halts; or its market stood still, by the record where that names a halt. */
function newestCheck({ told, ticks, anchors }: Told, { decision, incidents }: LoanProof, { entries }: Known): Check {
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
  const { kind, atMs, owed, ltv, level, collateral, calledAtMs } = decision;
  const counting = collateral.filter((part) => part.price !== null || part.kind === 'treasure');
  // Beside a coin that counts for nothing, nothing is sold before a day after the call.
  const isWarned = counting.length === collateral.length || (calledAtMs !== undefined && calledAtMs <= atMs - calledBeforeMs);
  const worth = sumOf(counting.map((part) => times(times(exact(part.amount), by(most, part)), exact(part.weight))));
  const isAbove = compare(exact(owed), times(worth, exact(level))) >= 0 && compare(exact(owed), zero) > 0;
  const isReached = isAbove && (kind === 'call' || (kind === 'liquidation' && isWarned));
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
    const stands = part.price?.stands === true || (part.price === null && part.kind === 'coin');
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
