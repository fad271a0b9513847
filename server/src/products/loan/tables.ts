/** Tables of this module (migrations 0413, 0433, 0438 to 0440, 0454). Sums, prices and shares are decimal text. */
import type { AccountMode, Loan, LoanDecision, LoanStatus } from '@tessera/shared/contract';
import type { ColumnType, GeneratedAlways } from 'kysely';

export interface LoanTables {
  loanTerm: LoanTermTable;
  collateralTerm: CollateralTermTable;
  lendingTerm: LendingTermTable;
  loan: LoanTable;
  loanCollateral: LoanCollateralTable;
  loanStep: LoanStepTable;
  loanDecision: LoanDecisionTable;
  /** How far each market's ticks have been checked against the loans. */
  loanCursor: { symbolId: string; seq: number };
  loanPriceAlarm: LoanPriceAlarmTable;
}

export interface LoanPriceAlarmTable {
  id: GeneratedAlways<number>;
  symbolId: Kept<string>;
  lastAtMs: Kept<number | null>;
  toldAtMs: Kept<number>;
  endedAtMs: number | null;
  loans: number;
}

/** Versioned like the rest of the catalogue. */
export interface LoanTermTable {
  days: number;
  sinceVersion: number;
  untilVersion: number | null;
  hasLoan: boolean;
  dailyRate: string;
  overdueRate: string;
  minDays: number;
  loanMin: string;
  loanMax: string;
  initialLtv: string;
  callLtv: string;
  liquidationLtv: string;
  liquidationFee: string;
  meanSeconds: number;
  freshSeconds: number;
  ruleVersion: number;
  hasReview: boolean;
}

export interface CollateralTermTable {
  asset: string;
  sinceVersion: number;
  untilVersion: number | null;
  hasCollateral: boolean;
  weight: string;
}

export interface LendingTermTable {
  mode: AccountMode;
  sinceVersion: number;
  untilVersion: number | null;
  lentMax: string;
}

type Kept<T> = ColumnType<T, T, never>;
type Later<T> = ColumnType<T, T | undefined, T>;

export interface LoanTable {
  id: GeneratedAlways<number>;
  userId: Kept<number>;
  mode: Kept<AccountMode>;
  clientOrderId: Kept<string>;
  asset: Kept<string>;
  principal: Kept<string>;
  days: Kept<number>;
  dailyRate: Kept<string>;
  overdueRate: Kept<string>;
  minDays: Kept<number>;
  initialLtv: Kept<string>;
  callLtv: Kept<string>;
  liquidationLtv: Kept<string>;
  liquidationFee: Kept<string>;
  meanSeconds: Kept<number>;
  ruleVersion: Kept<number>;
  /** null under rule 2: the catalogue's value for each market. */
  freshSeconds: Kept<number | null>;
  catalogVersion: Kept<number>;
  askedAtMs: Kept<number>;
  reviewId: Later<string | null>;
  status: LoanStatus;
  reason: Later<string | null>;
  principalOwed: Later<string>;
  interestOwed: Later<string>;
  /** Interest booked so far. */
  interest: Later<string>;
  /** The carried rest below the last decimal. */
  carried: Later<string>;
  repaid: Later<string>;
  paidOutAtMs: Later<number | null>;
  /** UTC days, counted from 1970: the first day that bears interest, and the last day whose interest is booked. */
  firstDay: Later<number | null>;
  bookedDay: Later<number | null>;
  dueAtMs: Later<number | null>;
  endedAtMs: Later<number | null>;
  isCalled: Later<boolean>;
  /** When the person was told of the present margin call. */
  calledAtMs: Later<number | null>;
  /** All ticks after `lookedAtMs` have to be checked. */
  isDue: Later<boolean>;
  lookedAtMs: Later<number>;
}

export interface LoanCollateralTable {
  id: GeneratedAlways<number>;
  loanId: Kept<number>;
  kind: Kept<'coin' | 'treasure'>;
  asset: Kept<string>;
  orderId: Kept<number | null>;
  amount: string;
  weight: Kept<string>;
  /** The version of the terms that the weight comes from; null where it is not known. */
  catalogVersion: Kept<number | null>;
  symbolId: Kept<string | null>;
  watchBelow: Later<string | null>;
  watchAbove: Later<string | null>;
}

export interface LoanStepTable {
  loanId: Kept<number>;
  seq: Kept<number>;
  step: Kept<Loan['steps'][number]['step']>;
  atMs: Kept<number>;
  amount: Kept<string | null>;
}

export interface LoanDecisionTable {
  id: GeneratedAlways<number>;
  loanId: Kept<number>;
  kind: Kept<LoanDecision['kind']>;
  atMs: Kept<number>;
  /** As the API shows it, without its id. */
  body: ColumnType<Omit<LoanDecision, 'id'>, string, never>;
}
