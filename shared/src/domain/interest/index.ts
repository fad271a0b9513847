/** Interest day by day, and what ending it early costs. Pure: the server books by it, the screens show by it. */
export { dailyRateOf, dayInterest, interestOfDays, interestSchedule, shownRates } from './dailyInterest';
export type { DailyRate, InterestDay, InterestTerms, ScheduledDay } from './dailyInterest';
export { redeem } from './redemption';
export type { PenaltyRule, Redeemed } from './redemption';
