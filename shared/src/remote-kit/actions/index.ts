/** Actions that move money: one machine, one hook, one sheet. */
export { answerWithinMs, resendAfterMs } from './ActionRunner';
export type { AfterRefusal, MoneyActionAdapter } from './ActionRunner';
export { editing, isUnderWay, lockMs, mayConfirm } from './moneyAction';
export type { MoneyAction, Offer, Sent } from './moneyAction';
export { MoneyActions, useMoneyActions, useResumedAction } from './MoneyActions';
export { ReviewSheet } from './ReviewSheet';
export type { ReviewSheetProps } from './ReviewSheet';
export { useMoneyAction } from './useMoneyAction';
export type { MoneyActionHandle } from './useMoneyAction';
