/**
 * Isolated positions over a gap: every set-off was due, took the opposite lots that stood, the older first, and shared fee and
 * insurance out; and the insurance paid for no position while opposite lots of its holder stood.
 */
import type { AuditedLog } from './AuditedLog';
import { compared, exact, isBelowZero, isNought, lesser, minus, negative, nought, plus, said, sumOf, type Exact } from './exact';
import type { Findings } from './Findings';
import type { LeverageAudit, Life, StopOutPart } from './auditLeverage';
import { claimTogether, groupsOf } from './auditStopOut';
import { settled } from './leverageSums';

export function auditSetOffs({ lives, setOffs, insuredAlone }: LeverageAudit, log: AuditedLog, findings: Findings): void {
  for (const group of groupsOf(setOffs).values()) auditGroup(group, lives, log, findings);
  for (const { order, deal } of insuredAlone) {
    const opposite = standingOpposite(lives, order, deal.tickAtMs).filter((life) => life.endedAtMs > deal.tickAtMs);
    if (order.ruleVersion >= 2 && opposite.length > 0)
      findings.add('set-off missed', `leverage ${order.id}`, deal.insured, opposite.map((life) => life.order.id).join(' '));
  }
}

/** Of the same holder and symbol, opened before; the older first. */
const standingOpposite = (lives: readonly Life[], order: StopOutPart['order'], atMs: number): Life[] =>
  lives
    .filter(
      ({ order: one, openedAtMs, endedAtMs }) =>
        one.userId === order.userId &&
        one.mode === order.mode &&
        one.symbolId === order.symbolId &&
        one.marginMode === 'isolated' &&
        one.ruleVersion >= 2 &&
        one.direction !== order.direction &&
        openedAtMs < atMs &&
        endedAtMs >= atMs,
    )
    .sort((a, b) => a.order.id - b.order.id);

function auditGroup(group: readonly StopOutPart[], lives: readonly Life[], log: AuditedLog, findings: Findings): void {
  const account = group[0]?.deal.account;
  const lacking = group.find((part) => String(part.order.id) === account?.positions[0]?.orderId);
  if (account === null || account === undefined || lacking === undefined) return;
  findings.count('leverage set-offs');
  const { order, deal } = lacking;
  const subject = `set-off ${order.userId} ${order.mode} journal ${deal.journalId}`;
  const tick = log.get(account.tick.symbol, account.tick.seq);
  if (tick?.isLive !== true) return findings.add('set-off tick', subject, account.tick.seq, 'no live tick');
  for (const part of group) findings.same('set-off own tick', subject, part.deal.tickSeq, tick.seq);
  const lack = plus(lacking.released, lacking.profit);
  if (!isBelowZero(lack)) findings.add('set-off not due', subject, said(lack), '< 0');

  let left = lacking.lots;
  const due: string[] = [];
  for (const { order: one, standings } of standingOpposite(lives, order, tick.atMs)) {
    const before = standings.findLast(({ fromMs, lots }) => fromMs < tick.atMs && !isNought(lots))?.lots ?? nought;
    const lots = lesser(left, before);
    left = minus(left, lots);
    if (!isNought(lots)) due.push(`${one.id} ${said(lots)}`);
  }
  const opposite = group.filter((part) => part !== lacking).sort((a, b) => a.order.id - b.order.id);
  findings.same(
    'set-off lots',
    subject,
    opposite.map((part) => `${part.order.id} ${said(part.lots)}`).join(', '),
    due.join(', '),
  );

  const sum = (of: (part: StopOutPart) => Exact): Exact => sumOf(group.map(of));
  const [released, profit] = [sum((part) => part.released), sum((part) => part.profit)];
  const paid = settled(
    released,
    profit,
    sum((part) => part.fee),
    nought,
  );
  findings.figure('set-off insured', subject, said(sum((part) => exact(part.deal.insured))), paid.insured);
  findings.figure('set-off fee', subject, said(sum((part) => exact(part.deal.fee))), paid.fee);
  if (compared(paid.insured, negative(lack)) > 0) findings.add('set-off insured', subject, said(paid.insured), said(lack));
  if (!isNought(paid.insured)) findings.count('leverage insured');
  for (const part of group) claimTogether(part, 'setoff', subject, findings);
}
