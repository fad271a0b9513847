/**
 * "Check this call" and "Check this liquidation": the ticks that decided are held against the published log, the mean is taken again from
 * them, and the published functions say again what was owed against what, and what had to be sold, in the browser of the person who owed.
 *
 * Honest limit: what was owed and locked is the decision's own word; the statement of the account shows both.
 */
import type { LoanDecision, LoanProof, SoldCollateral } from '../contract/loans';
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
  hasReached,
  higherOf,
  liquidateLoan,
  loanMeanMs,
  loanVersion,
  ltvOf,
  meanOf,
  secondsOf,
  standsAfterMs,
  standsUntilMs,
  worthOfCollateral,
  type PledgedPart,
} from './loanMoney';

export const loanCheckNames = [
  'rule',
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

/** A coin that is locked, by the prices that are told of it, with the run of its market. */
interface Leg {
  readonly told: NonNullable<SoldCollateral['price']>;
  readonly ticks: readonly Tick[];
  /** Over its tick: of a market that stood still others than over the decision. */
  readonly anchors: readonly TickAnchor[];
}

/** Every check by name, always all of them and in this order. A decision stands when none has failed. */
export async function verifyLoan(proof: LoanProof, digest: Digest, receipts?: ReceiptCheckDeps): Promise<readonly Check[]> {
  const { decision, ticks } = proof;
  const legs = legsOf(proof);
  const roots = [...new Set(legs.map(({ anchors }) => anchors))];
  const isWholeOf = ({ told, ticks: own }: Leg) => reachesBefore(own, told.atMs - loanMeanMs) && hasTick(own, told.seq);
  const hasOthers = legs.reduce((sum, leg) => sum + leg.ticks.length, 0) !== ticks.length;
  return [
    compared('rule', String(decision.ruleVersion), String(isOfFirst(decision) ? firstVersion : loanVersion)),
    together(
      'run',
      legs.map((leg) => {
        const stated = `${leg.told.symbol} ..#${leg.told.seq}`;
        return runCheck(leg.told.symbol, leg.ticks, { stated, isWhole: isWholeOf(leg) && !hasOthers });
      }),
    ),
    together('chain', await Promise.all(legs.map((leg) => chainCheck(leg.ticks, digest, receipts?.sinceMs)))),
    isPricedByOwn(decision)
      ? together('tick', legs.map(tickCheck))
      : { name: 'tick', state: 'failed', stated: legs.map(({ told }) => told.symbol).join(' '), computed: none },
    together(
      'newest',
      legs.map((leg) => newestCheck(leg, proof)),
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
      legs.map(({ told, ticks: own, anchors }) => anchoredCheck(told.symbol, told.seq, { ticks: own, anchors })),
    ),
    await feedSeedCheck(proof.feedDay, digest),
  ];
}

/** Decisions of before the minute had to have prices in enough of its seconds: since that instant none follows it. */
const firstVersion = 1;
const firstUntilMs = Date.UTC(2026, 10, 25);
const isOfFirst = ({ ruleVersion, atMs }: LoanDecision): boolean => ruleVersion === firstVersion && atMs < firstUntilMs;

/** Each coin by its own market, told once; only what is kept in the asset that is lent has no price. */
function isPricedByOwn({ collateral }: LoanDecision): boolean {
  const told = new Map<string, string>();
  return collateral.every(({ kind, asset, price: of }) => {
    if (of === null) return kind === 'treasure' && asset === lentAsset;
    const [text, before] = [JSON.stringify(of), told.get(of.symbol)];
    told.set(of.symbol, text);
    return kind === 'coin' && of.symbol === `${asset}-${lentAsset}` && (before ?? text) === text;
  });
}
const lentAsset = 'USDT';

const hasTick = (ticks: readonly Tick[], seq: number): boolean => ticks.some((tick) => tick.seq === seq);

/** Each market once, however many pieces of its coin are locked. */
function legsOf({ decision, ticks, anchors, standing = [] }: LoanProof): readonly Leg[] {
  const told = new Map(decision.collateral.flatMap(({ price: of }) => (of === null ? [] : [[of.symbol, of] as const])));
  return [...told.values()].map((of) => ({
    told: of,
    ticks: ticks.filter(({ symbol }) => symbol === of.symbol),
    anchors: of.stands === true ? (standing.find(({ symbol }) => symbol === of.symbol)?.anchors ?? []) : anchors,
  }));
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
const minuteOf = ({ told, ticks }: Leg, proof: LoanProof): readonly Tick[] =>
  ticks.filter((tick) => tick.seq <= told.seq && tick.atMs > told.atMs - loanMeanMs && counts(tick, proof));

/** No later one had come by then; or its market had stood still for long enough, which is the decision's own word. */
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
  const { kind, owed, ltv, level, collateral, liquidationFee, repaid, surplus, left = '0', insured } = decision;
  const parts = collateral.map(partOf);
  const worth = worthOfCollateral(parts, higherOf);
  const share = ltvOf(amount(owed), worth);
  const isReached = hasReached(amount(owed), worth, rate(level));
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
  return [
    compared('ltv', ltv, share === undefined ? none : toText(share)),
    { name: 'reached', state: isReached ? 'ok' : 'failed', stated: level, computed: share === undefined ? none : toText(share) },
    kind === 'call' ? absent('sale') : compared('sale', figures(told.map((text) => amount(text))), figures(found)),
  ];
}

const figures = (sums: readonly Amount[]): string => sums.map((sum) => toText(round(sum, 18, 'down'))).join(' ');

const partOf = ({ amount: units, weight, scale, price: told, penalty }: SoldCollateral): PledgedPart => ({
  amount: amount(units),
  weight: rate(weight),
  scale,
  penalty: amount(penalty),
  prices: told === null ? undefined : { newest: price(told.price), mean: price(told.mean) },
  stands: told?.stands === true,
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
