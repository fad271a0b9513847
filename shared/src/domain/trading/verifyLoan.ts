/**
 * "Check this call" and "Check this liquidation": the ticks that decided are held against the published log, the mean is taken again from
 * them, and the published functions say again what was owed against what, and what had to be sold, in the browser of the person who owed.
 *
 * Honest limit: what was owed and locked is the decision's own word; the statement of the account shows both.
 */
import type { Loan, LoanDecision, LoanProof, SoldCollateral } from '../contract/loans';
import type { Tick, TickAnchor } from '../contract/market';
import {
  absent,
  anchoredCheck,
  anchorRootsCheck,
  chainCheck,
  compared,
  feedSeedCheck,
  none,
  reachesBefore,
  rootSignedCheck,
  runCheck,
  tickText,
  type Digest,
  type ProofCheck,
} from '../fairness/logChecks';
import type { ReceiptCheckDeps } from '../fairness/receiptCheck';
import { add, amount, price, rate, round, toText, zero, type Amount } from '../money';
import {
  calledBeforeMs,
  coinCountsMs,
  hasReached,
  higherOf,
  liquidateLoan,
  loanMeanMs,
  loanVersion,
  ltvOf,
  meanOf,
  secondsOf,
  shownSinceMost,
  standsAfterMs,
  standsUntilMs,
  worthOfCollateral,
  type PledgedPart,
} from './loanMoney';

export const loanCheckNames = [
  'rule',
  'agreed',
  'run',
  'chain',
  'tick',
  'newest',
  'mean',
  'minute',
  'ltv',
  'reached',
  'sale',
  'anchorRoots',
  'rootSigned',
  'anchored',
  'feedSeed',
] as const;
export type LoanCheckName = (typeof loanCheckNames)[number];
type Check = ProofCheck<LoanCheckName>;

/** A coin that is locked, with the run of its market. */
interface ShownCoin {
  readonly symbol: string;
  /** Of one that counts for nothing none. */
  readonly told: SoldCollateral['price'];
  readonly ticks: readonly Tick[];
  /** Over its tick: of a run that does not go on to the decision others than over that. */
  readonly anchors: readonly TickAnchor[];
  readonly isCut: boolean;
}
/** By the prices that are told of it. */
interface Leg extends ShownCoin {
  readonly told: NonNullable<SoldCollateral['price']>;
}

/** The terms that a loan was made on, as the app shows them of the loan itself. */
export type AgreedLoan = Pick<
  Loan,
  'days' | 'callLtv' | 'liquidationLtv' | 'liquidationFee' | 'ruleVersion' | 'meanSeconds' | 'freshSeconds' | 'catalogVersion'
> & { readonly collateral: readonly Pick<Loan['collateral'][number], 'kind' | 'asset' | 'orderId' | 'weight' | 'scale'>[] };
interface Proven extends LoanProof {
  readonly loan?: AgreedLoan | undefined;
}

/** Every check by name, always all of them and in this order. A decision stands when none has failed. */
export async function verifyLoan(proof: Proven, digest: Digest, receipts?: ReceiptCheckDeps): Promise<readonly Check[]> {
  const { decision, ticks } = proof;
  const coins = coinsOf(proof);
  const legs = coins.filter((coin): coin is Leg => coin.told !== null);
  // Of a coin that counts for nothing there may be nothing to show.
  const shown = coins.filter(({ told, ticks: own }) => told !== null || own.length > 0);
  const roots = [...new Set(shown.map(({ anchors }) => anchors))];
  const isWholeOf = ({ told, ticks: own }: ShownCoin) =>
    told === null
      ? reachesBefore(own, decision.atMs - coinCountsMs - loanMeanMs)
      : reachesBefore(own, told.atMs - loanMeanMs) && hasTick(own, told.seq);
  const hasOthers = shown.reduce((sum, coin) => sum + coin.ticks.length, 0) !== ticks.length;
  return [
    compared('rule', String(decision.ruleVersion), ruleOf(decision)),
    agreedCheck(decision, proof.loan),
    together(
      'run',
      shown.map((coin) => {
        const stated = `${coin.symbol} ..#${coin.told?.seq ?? none}`;
        return runCheck(coin.symbol, coin.ticks, { stated, isWhole: isWholeOf(coin) && !hasOthers });
      }),
    ),
    together('chain', await Promise.all(shown.map((coin) => chainCheck(coin.ticks, digest, receipts?.sinceMs)))),
    isPricedByOwn(decision)
      ? together('tick', legs.map(tickCheck))
      : { name: 'tick', state: 'failed', stated: legs.map(({ told }) => told.symbol).join(' '), computed: none },
    together(
      'newest',
      coins.map((coin) =>
        decision.ruleVersion > secondVersion || coin.told === null ? ownCheck(coin, proof) : newestCheck(coin as Leg, proof),
      ),
    ),
    together(
      'mean',
      legs.map((leg) => meanCheck(leg, proof)),
    ),
    together(
      'minute',
      legs.map((leg) => minuteCheck(leg, proof)),
    ),
    ...moneyChecks(proof),
    together('anchorRoots', await Promise.all(roots.map((anchors) => anchorRootsCheck(anchors, digest)))),
    together(
      'rootSigned',
      await Promise.all(roots.map((anchors) => rootSignedCheck(anchors, receipts?.knowsSignature, receipts?.sinceMs))),
    ),
    together(
      'anchored',
      shown.map(({ symbol, told, ticks: own, anchors }) =>
        anchoredCheck(symbol, told?.seq ?? own.findLast(({ atMs }) => atMs <= decision.atMs)?.seq ?? 0, { ticks: own, anchors }),
      ),
    ),
    await feedSeedCheck(proof.feedDay, digest),
  ];
}

/** Decisions of before the minute had to have prices in enough of its seconds: since that instant none follows the first one. */
const [firstVersion, secondVersion] = [1, 2];
const firstUntilMs = Date.UTC(2026, 10, 25);
/** A loan keeps the rule that it was made on: which one that is, its terms say. */
const ruleOf = ({ ruleVersion, atMs }: LoanDecision): string =>
  String((ruleVersion === firstVersion && atMs < firstUntilMs) || ruleVersion === secondVersion ? ruleVersion : loanVersion);

/** What the decision says that was agreed to, against what the loan says. Of a collateral that has gone since the loan says nothing. */
function agreedCheck(decision: LoanDecision, loan: AgreedLoan | undefined): Check {
  if (loan === undefined) return absent('agreed');
  const { kind, level, liquidationFee, ruleVersion, meanSeconds, freshSeconds, days, catalogVersion, collateral } = decision;
  const agreedLevel = kind === 'call' ? loan.callLtv : loan.liquidationLtv;
  const own = collateral.flatMap((one) => {
    const agreed = loan.collateral.find((of) => of.kind === one.kind && of.asset === one.asset && of.orderId === one.orderId);
    if (agreed === undefined) return [];
    const { weight, scale = one.scale } = agreed;
    return [[one.weight, weight] as const, [one.scale, scale] as const];
  });
  const later =
    ruleVersion === firstVersion
      ? []
      : [
          [ruleVersion, loan.ruleVersion],
          [meanSeconds, loan.meanSeconds],
        ];
  const named =
    ruleVersion <= secondVersion
      ? []
      : [
          [freshSeconds, loan.freshSeconds],
          [days, loan.days],
          [catalogVersion, loan.catalogVersion],
        ];
  const pairs = [[level, agreedLevel], [liquidationFee, loan.liquidationFee], ...own, ...later, ...named];
  const text = (at: 0 | 1): string => pairs.map((pair) => String(pair[at] ?? none)).join(' ');
  return compared('agreed', text(0), text(1));
}

/** Each coin by its own market, told once; only an order, kept in the asset that is lent, has no price, and since rule 3 a coin that counts for nothing. */
function isPricedByOwn({ collateral, ruleVersion }: LoanDecision): boolean {
  const told = new Map<string, string>();
  return collateral.every(({ kind, asset, orderId, price: of }) => {
    // With another order id the `agreed` check would not find it in the loan.
    if ((kind === 'treasure') !== (orderId !== null)) return false;
    if (of === null) return kind === 'treasure' ? asset === lentAsset : ruleVersion > secondVersion && asset !== lentAsset;
    const [text, before] = [JSON.stringify(of), told.get(of.symbol)];
    told.set(of.symbol, text);
    return kind === 'coin' && of.symbol === `${asset}-${lentAsset}` && (before ?? text) === text;
  });
}
const lentAsset = 'USDT';

const hasTick = (ticks: readonly Tick[], seq: number): boolean => ticks.some((tick) => tick.seq === seq);

/** Each market once, however many pieces of its coin are locked. */
function coinsOf({ decision, ticks, anchors, standing = [] }: LoanProof): readonly ShownCoin[] {
  const told = new Map(
    decision.collateral.flatMap(({ kind, asset, price: of }) =>
      of === null && kind === 'treasure' ? [] : [[of?.symbol ?? `${asset}-${lentAsset}`, of] as const],
    ),
  );
  return [...told].map(([symbol, of]) => {
    const own = standing.find((one) => one.symbol === symbol);
    const isCut = of?.stands === true && (decision.ruleVersion <= secondVersion || own !== undefined);
    const shown = ticks.filter((tick) => tick.symbol === symbol);
    return { symbol, told: of, ticks: shown, anchors: isCut ? (own?.anchors ?? []) : anchors, isCut };
  });
}

/** A tick of the log that was not filled in afterwards. */
function tickCheck({ told, ticks }: Leg): Omit<Check, 'name'> {
  const tick = ticks.find(({ seq }) => seq === told.seq);
  const check = compared('tick', tickText(told), tick?.isFilled === true ? none : tickText(tick));
  return tick === undefined ? { ...check, state: 'failed' } : check;
}

const counts = ({ atMs, isFilled, symbol }: Tick, { incidents }: LoanProof): boolean =>
  isFilled !== true && !incidents.some((one) => one.symbol === symbol && one.fromMs <= atMs && one.toMs >= atMs);

/** Of the ticks of the minute up to the one that decided, as they came: none that was filled in, and none of an incident. */
const minuteOf = (
  { told, ticks }: Pick<Leg, 'ticks'> & { told: Pick<Tick, 'seq' | 'atMs'> },
  proof: LoanProof,
): readonly Tick[] => ticks.filter((tick) => tick.seq <= told.seq && tick.atMs > told.atMs - loanMeanMs && counts(tick, proof));

/**
 * Of rule 3: the newest price that decides; or none has decided since the one that is told, of the last week. 'partial': more has come since
 * than is shown, or it came in halts, which the public record names.
 */
function ownCheck(coin: ShownCoin, proof: LoanProof): Omit<Check, 'name'> {
  const { decision } = proof;
  const { symbol, told, ticks } = coin;
  const { atMs, meanSeconds = Infinity, freshSeconds = 0 } = decision;
  const stated = `${told === null ? symbol : `#${told.seq}`} ${atMs}`;
  const answer = (state: Check['state'], computed: string) => ({ state, stated, computed });
  const isHalted = (instant: number): boolean =>
    (proof.halts ?? []).some((one) => one.symbol === symbol && one.fromMs <= instant && (one.untilMs ?? instant) >= instant);
  const isDeciding = decision.collateral.some(({ price: of }) => of !== null && of.stands !== true);
  const isOutside = told !== null && (told.atMs > atMs || told.atMs <= atMs - coinCountsMs || isHalted(told.atMs));
  if (!isDeciding || isOutside) return answer('failed', tickText(told));
  const isLater = (tick: Tick): boolean => (told === null ? tick.atMs > atMs - coinCountsMs : tick.seq > told.seq);
  const later = ticks.filter((tick) => isLater(tick) && tick.atMs <= atMs && counts(tick, proof));
  const isNewest = told !== null && later.length === 0 && told.atMs >= atMs - freshSeconds * 1000;
  if (isNewest === (told === null || told.stands === true)) return answer('failed', tickText(later.at(-1) ?? told));
  const thick = later.filter((tick) => secondsOf(minuteOf({ told: tick, ticks }, proof)) >= meanSeconds);
  const younger = thick.find((tick) => !isHalted(tick.atMs));
  if (younger !== undefined) return answer('failed', tickText(younger));
  const end = endOf(coin, proof);
  return answer(end === 'ok' && thick.length > 0 ? 'partial' : end, end === 'pending' ? none : tickText(told));
}

/** How far the run goes: to the decision; or not, where more ticks have come since than are shown, by the published heads. */
function endOf({ symbol, told, ticks, anchors, isCut }: ShownCoin, proof: LoanProof): Check['state'] {
  const { atMs } = proof.decision;
  const last = ticks.at(-1);
  const isSealed = anchors.some(({ minuteMs, heads }) => minuteMs >= atMs && heads[symbol]?.seq === last?.seq);
  if ((last?.atMs ?? 0) > atMs || (last !== undefined && isSealed)) return 'ok';
  if (told === null && last === undefined) return 'partial';
  const head = proof.anchors.find(({ minuteMs }) => minuteMs >= atMs)?.heads[symbol];
  if (!isCut || head === undefined) return 'pending';
  return head.seq - (told?.seq ?? 0) <= shownSinceMost ? 'failed' : 'partial';
}

/** Before rule 3: no later one had come by then; or its market had stood still for long enough, which is the decision's own word. */
function newestCheck({ told, ticks, anchors }: Leg, proof: LoanProof): Omit<Check, 'name'> {
  const { decision } = proof;
  const stated = `#${told.seq} ${decision.atMs}`;
  const isDeciding = decision.collateral.some(({ price: of }) => of !== null && of.stands !== true);
  const isOld = told.atMs <= decision.atMs - standsAfterMs;
  const isForgotten = told.atMs <= decision.atMs - standsUntilMs;
  if (!isDeciding || isForgotten || isOld !== (told.stands === true))
    return { state: 'failed', stated, computed: tickText(told) };
  if (isOld) return { state: 'partial', stated, computed: tickText(told) };
  const later = ticks.find((tick) => tick.seq > told.seq && tick.atMs <= decision.atMs && counts(tick, proof));
  if (later !== undefined || told.atMs > decision.atMs) return { state: 'failed', stated, computed: tickText(later) };
  const last = ticks.at(-1);
  const isSealed = anchors.some(({ minuteMs, heads }) => minuteMs >= decision.atMs && heads[told.symbol]?.seq === last?.seq);
  const isShown = (last?.atMs ?? 0) > decision.atMs || isSealed;
  return { state: isShown ? 'ok' : 'pending', stated, computed: isShown ? tickText(told) : none };
}

function minuteCheck(leg: Leg, proof: LoanProof): Omit<Check, 'name'> {
  const { meanSeconds, ruleVersion } = proof.decision;
  const seconds = secondsOf(minuteOf(leg, proof));
  if (ruleVersion === firstVersion) return { state: 'partial', stated: none, computed: String(seconds) };
  const isEnough = meanSeconds !== undefined && seconds >= meanSeconds;
  return { state: isEnough ? 'ok' : 'failed', stated: String(meanSeconds ?? none), computed: String(seconds) };
}

function meanCheck(leg: Leg, proof: LoanProof): Omit<Check, 'name'> {
  const { told } = leg;
  const counting = minuteOf(leg, proof);
  const [first] = counting;
  const sum = counting.reduce((total, tick) => add(total, price(tick.price)), price('0'));
  return compared(
    'mean',
    `#${told.fromSeq} ${told.mean}`,
    first === undefined ? none : `#${first.seq} ${toText(meanOf(sum, counting.length))}`,
  );
}

/** What was owed against what it was worth by the higher price of each coin; and what a liquidation sold of it. */
function moneyChecks({ decision }: LoanProof): readonly Check[] {
  const { kind, atMs, owed, ltv, level, collateral, liquidationFee, repaid, surplus, left = '0', insured, calledAtMs } = decision;
  const parts = collateral.map(partOf);
  const counting = parts.filter((_, index) => collateral[index]?.kind === 'treasure' || collateral[index]?.price !== null);
  const worth = worthOfCollateral(counting, higherOf);
  const share = ltvOf(amount(owed), worth);
  const isWarned = counting.length === parts.length || (calledAtMs !== undefined && calledAtMs <= atMs - calledBeforeMs);
  const isReached = hasReached(amount(owed), worth, rate(level)) && (kind === 'call' || (kind === 'liquidation' && isWarned));
  const sold = kind === 'call' ? undefined : liquidateLoan(amount(owed), parts, rate(liquidationFee));
  const told = [
    repaid,
    surplus,
    left,
    insured,
    ...collateral.flatMap((one) => [one.sold, one.gross, one.fee, one.penalty, one.returned]),
  ];
  const found: readonly Amount[] =
    sold === undefined
      ? told.map(() => zero)
      : [
          ...[sold.repaid, sold.surplus, sold.left, sold.insured],
          ...sold.parts.flatMap((one) => [one.sold, one.gross, one.fee, one.penalty, one.returned]),
        ];
  const sale = compared('sale', figures(told.map((text) => amount(text))), figures(found));
  return [
    compared('ltv', ltv, share === undefined ? '0' : toText(share)),
    { name: 'reached', state: isReached ? 'ok' : 'failed', stated: level, computed: share === undefined ? none : toText(share) },
    // A call sells nothing.
    kind === 'call' && sale.state === 'ok' ? absent('sale') : sale,
  ];
}

const figures = (sums: readonly Amount[]): string => sums.map((sum) => toText(round(sum, 18, 'down'))).join(' ');

const partOf = ({ kind, amount: units, weight, scale, price: told, penalty }: SoldCollateral): PledgedPart => ({
  amount: amount(units),
  weight: rate(weight),
  scale,
  penalty: amount(penalty),
  prices: told === null ? undefined : { newest: price(told.price), mean: price(told.mean) },
  stands: told?.stands === true || (told === null && kind === 'coin'),
});

/** Of all markets the worst, with what is said of each. Without a market nothing is decided by a tick: there is no log to hold it against. */
function together(name: LoanCheckName, checks: readonly Omit<Check, 'name'>[]): Check {
  if (checks.length === 0) return absent(name);
  const worst = (['failed', 'pending', 'partial', 'ok', 'absent'] as const).find((state) =>
    checks.some((one) => one.state === state),
  );
  const text = (of: 'stated' | 'computed'): string => checks.map((one) => one[of]).join(', ');
  return { name, state: worst ?? 'failed', stated: text('stated'), computed: text('computed') };
}
