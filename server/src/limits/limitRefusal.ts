/**
 * Does an order fit into the limits that the person set? Pure: what is used comes in as values. The order of the rules: may he
 * trade at all, how long, how much, how much can be lost.
 */
import type { BreakKind } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { add, amount, compare, max, subtract, toText, zero, type Amount } from '@tessera/shared/money';
import { utcText } from '../content/utcText';
import { fundingAsset } from '../funds/fundingAsset';
import { timeSpentMs, type Seen } from './timeSpentMs';

/** Of one person's day, as limits_at (migration 0315) answers it. Amounts as decimal text; of a limit that he has not: null. */
export interface LimitUse extends Seen {
  readonly userId: number;
  readonly staked: string;
  /** Net, never below zero: what was won today makes up for what was lost, and adds nothing to the limit. */
  readonly lost: string | null;
  /** Stakes of contracts that run, margins of positions and of orders that wait. */
  readonly atRisk: string | null;
  readonly stakeMost: string | null;
  readonly lossMost: string | null;
  /** Minutes. */
  readonly timeMost: number | null;
  readonly breakKind: BreakKind | null;
  readonly breakUntilMs: number | null;
}

/** What an order asks for: what it stakes, and what of that and its fee can be lost. */
export interface AskedStake {
  readonly stake: Amount;
  readonly risk: Amount;
}

export const minuteMs = 60_000;

export function limitRefusal(use: LimitUse, { stake, risk }: AskedStake, nowMs: number): AppError | undefined {
  if (use.breakKind !== null && use.breakUntilMs !== null)
    return breakRefusal({ kind: use.breakKind, untilMs: use.breakUntilMs });
  if (use.timeMost !== null && timeSpentMs(use, nowMs) >= use.timeMost * minuteMs) {
    return new AppError('LIMIT_TIME_REACHED', { params: { max: String(use.timeMost) } });
  }
  return (
    beyond('LIMIT_STAKE_REACHED', use.stakeMost, amount(use.staked), stake) ??
    beyond('LIMIT_LOSS_REACHED', use.lossMost, add(amount(use.lost ?? '0'), amount(use.atRisk ?? '0')), risk)
  );
}

export const breakRefusal = ({ kind, untilMs }: { readonly kind: BreakKind; readonly untilMs: number }): AppError =>
  new AppError(kind === 'cool_off' ? 'LIMIT_COOL_OFF' : 'LIMIT_EXCLUDED', { params: { until: utcText(untilMs) } });

/** The same person's day, after an order that was accepted. */
export const withOrder = (use: LimitUse, { stake, risk }: AskedStake): LimitUse => ({
  ...use,
  staked: toText(add(amount(use.staked), stake)),
  atRisk: use.atRisk === null ? null : toText(add(amount(use.atRisk), risk)),
});

/** Nothing of a limit of zero is left, and an order that asks for nothing fits. */
function beyond(
  code: 'LIMIT_STAKE_REACHED' | 'LIMIT_LOSS_REACHED',
  most: string | null,
  used: Amount,
  asked: Amount,
): AppError | undefined {
  if (most === null) return undefined;
  const left = max(zero, subtract(amount(most), used));
  if (compare(asked, left) <= 0) return undefined;
  return new AppError(code, { params: { left: toText(left), max: toText(amount(most)), asset: fundingAsset } });
}
