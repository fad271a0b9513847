/**
 * Cross accounts: every stop-out was due, closed all cross positions at their own latest ticks, and shared fee and insurance out;
 * and no tick passed at which one was due and none came. What was free at a tick is not stored: for the second question it is
 * taken as the most that the account had around that instant, so that a finding is certain.
 */
import type { AuditedLog } from './AuditedLog';
import type { Evidence, LeverageRow, LoggedTick } from './evidence';
import {
  compared,
  exact,
  greater,
  isBelowZero,
  isNought,
  isSame,
  lesser,
  minus,
  negative,
  nought,
  plus,
  quotientCeil,
  said,
  sumOf,
  times,
  type Exact,
} from './exact';
import { balanceBefore, versionOn, type Findings } from './Findings';
import { divisorAt, type LeverageAudit, type Life, type StopOutPart } from './auditLeverage';
import { closingSide, profitAt, settled } from './leverageSums';

interface Judged {
  readonly log: AuditedLog;
  readonly findings: Findings;
  readonly untilMs: number;
  /** How long after a tick its decision may be booked: free money that came until then counted. */
  readonly patienceMs: number;
}

export function auditStopOuts(evidence: Evidence, { lives, stopOuts }: LeverageAudit, judged: Judged): void {
  const { log, findings } = judged;
  const groups = groupsOf(stopOuts);
  const cross = new Map<string, Life[]>();
  for (const life of lives) {
    if (life.order.marginMode !== 'cross') continue;
    const owner = `${life.order.userId} ${life.order.mode}`;
    cross.set(owner, [...(cross.get(owner) ?? []), life]);
  }
  for (const group of groups.values()) auditGroup(group, cross, log, findings);
  const frees = freeBalances(evidence);
  for (const [owner, own] of cross) auditNoneMissed(owner, own, { ...judged, free: frees.get(owner) ?? [] });
}

/** What closed together: of one holder, by one account as it stood. */
export function groupsOf(parts: readonly StopOutPart[]): ReadonlyMap<string, readonly StopOutPart[]> {
  const groups = new Map<string, StopOutPart[]>();
  for (const part of parts) {
    const { order, deal } = part;
    const key = `${order.userId} ${order.mode} ${JSON.stringify(deal.account)}`;
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  return groups;
}

/** The journal of each position says what its deal says. */
export function claimTogether(
  { order, deal, index, released, profit }: StopOutPart,
  kind: 'stopout' | 'setoff',
  subject: string,
  findings: Findings,
): void {
  const [fee, insured] = [exact(deal.fee), exact(deal.insured)];
  findings.claim(deal.journalId, {
    subject: `${subject} order ${order.id}`,
    mode: order.mode,
    kind: 'leverage',
    idem: `${kind}:leverage:${order.id}:${index}`,
    legs: {
      [`${order.userId} margin ${order.asset}`]: negative(released),
      [`${order.userId} contract ${order.asset}`]: minus(sumOf([released, profit, insured]), fee),
      [`0 pnl ${order.asset}`]: negative(profit),
      [`0 fee ${order.asset}`]: fee,
      [`0 insurance ${order.asset}`]: negative(insured),
    },
  });
}

function auditGroup(
  group: readonly StopOutPart[],
  cross: ReadonlyMap<string, readonly Life[]>,
  log: AuditedLog,
  findings: Findings,
): void {
  const first = group[0];
  const account = first?.deal.account;
  if (first === undefined || account === null || account === undefined) return;
  findings.count('leverage stop-outs');
  const { order } = first;
  const subject = `stop-out ${order.userId} ${order.mode} journal ${first.deal.journalId}`;
  const tick = log.get(account.tick.symbol, account.tick.seq);
  if (tick?.isLive !== true)
    return findings.add('stop-out tick', subject, `${account.tick.symbol} #${account.tick.seq}`, 'no live tick');
  const ids = group.map((part) => part.order.id).sort((a, b) => a - b);
  const standing = (cross.get(`${order.userId} ${order.mode}`) ?? []).filter(
    (life) => life.openedAtMs < tick.atMs && life.endedAtMs >= tick.atMs && isStandingBefore(life, group, tick.atMs),
  );
  findings.same(
    'stop-out positions',
    subject,
    ids.join(' '),
    standing
      .map((life) => life.order.id)
      .sort((a, b) => a - b)
      .join(' '),
  );
  for (const { order: own, deal } of group) {
    findings.same(
      'stop-out own tick',
      `${subject} order ${own.id}`,
      deal.tickSeq,
      own.symbolId === tick.symbol ? tick.seq : log.lastCounting(own.symbolId, tick.atMs)?.seq,
    );
  }
  const contract = `${order.userId} contract ${order.asset}`;
  // What was free before all of them. In a batch the account's version is the order, not the journal's number.
  const free =
    group
      .map((part) => findings.journal(part.deal.journalId))
      .sort((one, other) => versionOn(one, contract) - versionOn(other, contract))
      .map((journal) => balanceBefore(journal, contract))
      .find((balance) => balance !== undefined) ?? nought;
  findings.figure('stop-out free', subject, account.free, free);
  const released = sumOf(group.map((part) => part.released));
  const profit = sumOf(group.map((part) => part.profit));
  const fee = sumOf(group.map((part) => part.fee));
  const equity = sumOf([free, released, profit]);
  const level = group.map((part) => exact(part.order.stopOutLevel)).reduce(greater, nought);
  const required = sumOf(group.map((part) => countsAs(part.order, part.released, tick.atMs)));
  if (compared(equity, times(required, level)) > 0)
    findings.add('stop-out not due', subject, `${said(equity)} of ${said(required)}`, `<= ${said(level)}`);

  const paid = settled(released, profit, fee, free);
  let [feeLeft, insuredLeft] = [paid.fee, paid.insured];
  for (const part of [...group].sort((a, b) => a.order.id - b.order.id)) {
    const ownFee = lesser(part.fee, feeLeft);
    feeLeft = minus(feeLeft, ownFee);
    const lack = negative(plus(part.released, part.profit));
    const insured = isBelowZero(lack) ? nought : lesser(lack, insuredLeft);
    insuredLeft = minus(insuredLeft, insured);
    findings.figure('stop-out fee', `${subject} order ${part.order.id}`, part.deal.fee, ownFee);
    findings.figure('stop-out insured', `${subject} order ${part.order.id}`, part.deal.insured, insured);
  }
  if (!isNought(paid.insured)) findings.count('leverage insured');
  for (const part of group) claimTogether(part, 'stopout', subject, findings);
}

/** One that was closed at the very instant by something else, before or after, need not be among them. */
const isStandingBefore = (life: Life, group: readonly StopOutPart[], atMs: number): boolean =>
  life.endedAtMs > atMs || group.some((part) => part.order.id === life.order.id);

interface Free {
  readonly atMs: number;
  readonly balance: Exact;
}
function freeBalances({ journals }: Evidence): Map<string, Free[]> {
  const found = new Map<string, (Free & { version: number })[]>();
  for (const journal of journals.values()) {
    for (const leg of journal.legs) {
      const [user = '', kind] = leg.account.split(' ');
      if (kind !== 'contract' || leg.balanceAfter === undefined) continue;
      const owner = `${user} ${leg.mode}`;
      found.set(owner, [
        ...(found.get(owner) ?? []),
        { atMs: journal.atMs, balance: leg.balanceAfter, version: leg.version ?? 0 },
      ]);
    }
  }
  for (const run of found.values()) run.sort((a, b) => a.version - b.version);
  return found;
}

interface Watch extends Judged {
  readonly free: readonly Free[];
}

function auditNoneMissed(owner: string, lives: readonly Life[], { log, findings, untilMs, patienceMs, free }: Watch): void {
  const symbols = new Set(
    lives.flatMap(({ order }) => (order.divisorSymbol === null ? [order.symbolId] : [order.symbolId, order.divisorSymbol])),
  );
  const fromMs = Math.min(...lives.map((life) => life.openedAtMs));
  const ticks = [...symbols].flatMap((symbol) => [...log.counting(symbol, fromMs, untilMs)]).sort((a, b) => a.atMs - b.atMs);
  for (const [index, tick] of ticks.entries()) {
    if (ticks[index - 1]?.atMs === tick.atMs || ticks[index + 1]?.atMs === tick.atMs) continue;
    if (lives.some((life) => life.openedAtMs === tick.atMs || life.endedAtMs === tick.atMs)) continue;
    const standing = lives.filter((life) => life.openedAtMs < tick.atMs && life.endedAtMs > tick.atMs);
    if (!standing.some(({ order }) => order.symbolId === tick.symbol || order.divisorSymbol === tick.symbol)) continue;
    const valued = valueOf(standing, tick, log);
    if (valued === undefined) continue;
    const level = standing.map(({ order }) => exact(order.stopOutLevel)).reduce(greater, nought);
    const most = maxFree(free, tick.atMs, patienceMs);
    if (compared(plus(most, valued.equity), times(valued.margin, level)) > 0) continue;
    findings.add(
      'stop-out missed',
      `${owner} at ${tick.symbol} #${tick.seq}`,
      'none',
      `${said(plus(most, valued.equity))} of ${said(valued.margin)}`,
    );
    return;
  }
  findings.count('cross accounts watched');
}

/** In the spans before a closing a higher leverage counts as the lower one. */
function countsAs({ leverage, closingMargin }: LeverageRow, margin: Exact, atMs: number): Exact {
  if (closingMargin === null || leverage <= closingMargin.leverage) return margin;
  const at = new Date(atMs);
  const minute = at.getUTCDay() * 1440 + at.getUTCHours() * 60 + at.getUTCMinutes();
  const isOnDate = closingMargin.dates?.some(([from, to]) => from * 60_000 <= atMs && atMs < to * 60_000) === true;
  if (!isOnDate && !closingMargin.spans.some(([from, to]) => from <= minute && minute < to)) return margin;
  return quotientCeil(times(margin, exact(leverage)), exact(closingMargin.leverage), 18);
}

/** What the margins count as, and margin with floating profit, each position at its own latest tick. */
function valueOf(
  standing: readonly Life[],
  tick: LoggedTick,
  log: AuditedLog,
): { readonly equity: Exact; readonly margin: Exact } | undefined {
  let [equity, margin] = [nought, nought];
  for (const { order, openPrice, standings } of standing) {
    const own = order.symbolId === tick.symbol ? tick : log.lastCounting(order.symbolId, tick.atMs);
    const divisor = divisorAt(log, order, tick.atMs);
    const now = standings.findLast((one) => one.fromMs < tick.atMs);
    if (own === undefined || divisor === undefined || now === undefined) return undefined;
    margin = plus(margin, countsAs(order, now.margin, tick.atMs));
    equity = sumOf([equity, now.margin, profitAt(order, now.lots, openPrice, closingSide(order, own.price), divisor.divisor)]);
  }
  return isSame(margin, nought) ? undefined : { equity, margin };
}

function maxFree(free: readonly Free[], atMs: number, patienceMs: number): Exact {
  let most = nought;
  let last = nought;
  for (const one of free) {
    if (one.atMs > atMs + patienceMs) break;
    if (one.atMs >= atMs) most = greater(most, one.balance);
    else last = one.balance;
  }
  return greater(most, last);
}
