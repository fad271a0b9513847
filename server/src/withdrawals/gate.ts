/**
 * May money leave? Pure: facts in, rows of a checklist out, in the order in which they refuse. The page shows the rows before the form, and
 * the request is refused by the same ones under the locks.
 */
import type { IdentityLevel, IdentityStatus, IdentityStep, WithdrawalRow } from '@tessera/shared/contract';
import { AppError, type ErrorCode } from '@tessera/shared/errors';
import { add, compare, toText, type Amount } from '@tessera/shared/money';
import { utcText } from '../content/utcText';
import { fundingAsset } from '../funds/fundingAsset';
import { signInHoldMs } from '../identity/signInChange';
import { leftOf, type DayLimit } from './dayLimit';
import type { Turnover } from './turnover';

export interface GateFacts {
  readonly nowMs: number;
  readonly isFrozen: boolean;
  readonly isLocked: boolean;
  /** What withdrawing needs, and what the person has. */
  readonly identityNeed: IdentityLevel;
  readonly identityHas: IdentityLevel;
  /** Of the step that is missing: as the person knows it, a refused one apart. */
  readonly identityStatus: IdentityStatus | 'rejected';
  readonly hasPaymentPassword: boolean;
  /** null: set before instants were kept, or none. */
  readonly paymentPasswordSinceMs: number | null;
  /** After a change of a password, an address, a number or of one-time codes. */
  readonly heldUntilMs: number;
  /** Of the payee that was named, else of all of the person's. */
  readonly payees: number;
  /** From when on the first of them may be used. */
  readonly payeeFromMs: number | null;
  /** Requests that are not decided or not paid. */
  readonly pending: number;
  /** Leveraged orders that wait or are open. */
  readonly leveraged: number;
  readonly turnover: Turnover;
  /** Left out where no terms say one. */
  readonly dayLimit?: DayLimit;
  /** Of loans that are due or called, in USDT. */
  readonly owed?: Amount;
}

interface Judged extends WithdrawalRow {
  readonly refusal: { readonly code: ErrorCode; readonly params?: Readonly<Record<string, string>> };
}

const pages = {
  identity: { primary: '/pages/user/primaryAuth', advanced: '/pages/user/seniorAuth' } as Readonly<Record<IdentityStep, string>>,
  paymentPassword: '/pages/user/editPaypwd',
  payees: '/pages/bankcard/index',
  service: '/pages/service/index',
  pending: '/pages/assets/withdrawOrder',
  leverage: '/pages/contract/orderRecond?product=leverage',
  trade: '/pages/contract/index',
  loans: '/pages/InterestTreasure/index?product=loans',
};

/** In the order in which they refuse. */
export const judgeGate = (facts: GateFacts): readonly WithdrawalRow[] => judge(facts).map(({ refusal: _, ...row }) => row);

/** Throws with the code of the first row that is not met. */
export function requireGate(facts: GateFacts): void {
  const failing = judge(facts).find(({ isMet }) => !isMet);
  if (failing === undefined) return;
  const { code, params } = failing.refusal;
  throw new AppError(code, params === undefined ? {} : { params });
}

function judge(facts: GateFacts): readonly Judged[] {
  const { dayLimit, owed } = facts;
  return [
    accountRow(facts),
    identityRow(facts),
    paymentPasswordRow(facts),
    until('hold', facts.heldUntilMs, facts.nowMs, 'WITHDRAWAL_HELD'),
    {
      ...yesOrNo('payee', facts.payees > 0, pages.payees),
      refusal: { code: 'WITHDRAWAL_ADDRESS_MISSING' },
    },
    payeeAgeRow(facts),
    none('pending', facts.pending, pages.pending, 'WITHDRAWAL_PENDING_EXISTS'),
    none('leverage', facts.leveraged, pages.leverage, 'ORDER_OPEN_TRADE_FORBIDS'),
    {
      ...sumRow('turnover', facts.turnover, pages.trade),
      isMet: compare(facts.turnover.have, facts.turnover.need) >= 0,
      refusal: { code: 'WALLET_TURNOVER_INSUFFICIENT' },
    },
    ...(dayLimit === undefined ? [] : [dayLimitRow(dayLimit)]),
    ...(owed === undefined ? [] : [loanRow(owed)]),
  ];
}

const yesOrNo = (id: WithdrawalRow['id'], isMet: boolean, href: string | null) => ({
  id,
  isMet,
  have: null,
  need: null,
  unit: null,
  href,
});
const sumRow = (id: WithdrawalRow['id'], { have, need }: Turnover, href: string | null) => ({
  id,
  have: toText(have),
  need: toText(need),
  unit: 'usdt' as const,
  href,
});

const accountRow = ({ isFrozen, isLocked }: GateFacts): Judged => ({
  ...yesOrNo('account', !isFrozen && !isLocked, pages.service),
  refusal: { code: isFrozen ? 'AUTH_ACCOUNT_FROZEN' : 'AUTH_ACCOUNT_LOCKED' },
});

const levels: readonly IdentityLevel[] = ['none', 'primary', 'advanced'];

function identityRow({ identityNeed, identityHas, identityStatus }: GateFacts): Judged {
  const code =
    identityStatus === 'under_review'
      ? 'IDENTITY_ALREADY_APPLIED'
      : identityStatus === 'rejected'
        ? 'IDENTITY_REJECTED'
        : 'IDENTITY_REQUIRED';
  return {
    id: 'identity',
    isMet: levels.indexOf(identityHas) >= levels.indexOf(identityNeed),
    have: identityHas,
    need: identityNeed,
    unit: 'level',
    href: pages.identity[identityHas === 'none' ? 'primary' : 'advanced'],
    refusal: { code },
  };
}

function paymentPasswordRow({ hasPaymentPassword, paymentPasswordSinceMs, nowMs }: GateFacts): Judged {
  const fromMs = paymentPasswordSinceMs === null ? 0 : paymentPasswordSinceMs + signInHoldMs;
  if (!hasPaymentPassword) {
    return {
      ...yesOrNo('payment_password', false, pages.paymentPassword),
      refusal: { code: 'WITHDRAWAL_PAYMENT_PASSWORD_MISSING' },
    };
  }
  // Set anew it would wait anew.
  return until('payment_password', fromMs, nowMs, 'WITHDRAWAL_HELD');
}

/** No address is no old one. */
function payeeAgeRow({ payees, payeeFromMs, nowMs }: GateFacts): Judged {
  const row = until('payee_age', payeeFromMs ?? 0, nowMs, 'WITHDRAWAL_ADDRESS_HELD');
  return { ...row, isMet: payees > 0 && row.isMet };
}

/** Waiting is all there is. */
const until = (id: WithdrawalRow['id'], untilMs: number, nowMs: number, code: ErrorCode): Judged => ({
  id,
  isMet: untilMs <= nowMs,
  have: null,
  need: untilMs <= nowMs ? null : String(untilMs),
  unit: untilMs <= nowMs ? null : 'until',
  href: null,
  refusal: { code, params: { until: utcText(untilMs) } },
});

const none = (id: WithdrawalRow['id'], have: number, href: string, code: ErrorCode): Judged => ({
  id,
  isMet: have === 0,
  have: String(have),
  need: '0',
  unit: 'count',
  href,
  refusal: { code },
});

/** Before a sum is known: whether anything is left. */
function dayLimitRow(limit: DayLimit): Judged {
  const { have, need, wanted, moreFromMs, raisedBy } = limit;
  return {
    ...sumRow('day_limit', limit, raisedBy === undefined ? null : pages.identity[raisedBy]),
    ...(moreFromMs === null ? {} : { moreFromMs }),
    isMet: wanted === undefined ? compare(have, need) < 0 : compare(add(have, wanted), need) <= 0,
    refusal: {
      code: 'WITHDRAWAL_DAY_LIMIT_REACHED',
      params: { left: toText(leftOf(limit)), max: toText(need), asset: fundingAsset },
    },
  };
}

const loanRow = (owed: Amount): Judged => ({
  id: 'loan',
  isMet: toText(owed) === '0',
  have: toText(owed),
  need: '0',
  unit: 'usdt',
  href: pages.loans,
  refusal: { code: 'LOAN_OWED' },
});
