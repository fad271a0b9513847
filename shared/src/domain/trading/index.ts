export { accountFigures, floatingProfitOf, openPositionOf, spreadOf } from './account';
export type { AccountFigures, AccountToValue, OpenPosition, OrderOfPosition, ValuedPosition } from './account';
export { bookOf, bookVersion, fillFrom } from './orderBook';
export type { Book, BookFill, BookLevel, BookTerms, FillTerms, OrderOfBook, TickOfBook } from './orderBook';
export { isMarginRaised, raisedWithin, requiredMarginOf } from './closingMargin';
export type { ClosingMargin } from './closingMargin';
export { divisorSymbolOf } from './divisorSymbol';
export { exposureLeft, exposureLimitOf } from './exposure';
export type { ExposureLimit } from './exposure';
export { explainsCut, isCut, maxLastTickRun, nightsWithRuns } from './lastTick';
export {
  calledBeforeMs,
  coinCountsMs,
  hasReached,
  higherOf,
  interestOfDays,
  liquidateLoan,
  loanMeanMs,
  loanScale,
  loanVersion,
  lowerOf,
  ltvOf,
  meanOf,
  mostAt,
  priceAtLevel,
  repaymentOf,
  shownSinceMost,
  standsAfterMs,
  standsUntilMs,
  worthOfCollateral,
} from './loanMoney';
export type { CoinPrices, LoanLiquidation, PledgedPart, Valued } from './loanMoney';
export { flashMoney, flashQuoteMs, flashVersion } from './flashMoney';
export { freeCheck, recordsOfStopOut } from './freeCheck';
export { isAtLevel, isLiquidated, liquidationPriceOf, marginLevelOf } from './margin';
export type { IsolatedPosition } from './margin';
export { dealRules } from './dealRule';
export type { DealRule } from './dealRule';
export { costOfLots, maxLots } from './maxLots';
export type { LotRules, LotTerms } from './maxLots';
export { marginOf, noDivisor, notionalOf, profitOf, releasedMarginOf, tradeFeeOf } from './position';
export type { Size, Valuation } from './position';
export { projectReturn } from './projectReturn';
export { coinValueOf, portfolioParts, portfolioTotal, valueChangeOf } from './portfolio';
export type { ContractToValue, OwnedCoin, PriceOfAsset, ValueChange, ValuedPart } from './portfolio';
export { previewPosition } from './preview';
export type { CrossAccount, PositionPreview, PositionToPreview } from './preview';
export { settlementOfClosing, sharesOfStopOut } from './settlement';
export type { ClosingMoney, ClosingSettlement } from './settlement';
export { askOf, closingPrice, openingPrice } from './sides';
export type { Spread } from './sides';
export { decideSpot, lastInstantOf, marketWindowMs } from './spotDecision';
export type { DecidedFill, SpotDecision, SpotDecisionTerms, SpotEnd, SpotIntention, SpotTick } from './spotDecision';
export { isWholeSteps, noProgress, slippageBound, spotHeld, spotRest, stepsFor, toleratedMoveOf } from './spotMoney';
export type { SpotAsked, SpotBounds, SpotProgress } from './spotMoney';
export { percentOfStop, pipsOfStop, profitOfStop, stopFromPercent, stopFromPips, stopFromProfit } from './stopUnits';
export type { PositionOfStop } from './stopUnits';
export { isPaidForANight, maxSwapOf, nightsAt, rolloversBetween, swapOf } from './swap';
export type { NightTerms, SwapTerms } from './swap';
export { priceProblem, quantityProblem, stopProblem } from './ticketRules';
export type { FigureProblem, PriceRules, QuantityRules } from './ticketRules';
export { hasMovedAgainst, isLimitMet, isStopLossMet, isTakeProfitMet, stopMet } from './triggers';
export type { StopKind, Stops } from './triggers';
export { verifyDeal } from './verifyDeal';
export type { DealCheckName } from './verifyDeal';
export { verifyFlash } from './verifyFlash';
export type { FlashCheckName } from './verifyFlash';
export { verifyLoan } from './verifyLoan';
export type { AgreedLoan, LoanCheckName } from './verifyLoan';
export { verifyFill } from './verifyFill';
export type { FillCheckName } from './verifyFill';
