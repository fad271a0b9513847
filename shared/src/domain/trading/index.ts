export { accountFigures, floatingProfitOf, openPositionOf, spreadOf } from './account';
export type { AccountFigures, AccountToValue, OpenPosition, OrderOfPosition, ValuedPosition } from './account';
export { bookOf, bookVersion, fillFrom, levelsPerSide, spreadOfSteps } from './book';
export type { Book, BookFill, BookLevel, BookTerms, FillTerms, OrderOfBook, TickOfBook } from './book';
export { isMarginRaised, raisedWithin, requiredMarginOf } from './closingMargin';
export type { ClosingMargin } from './closingMargin';
export { divisorSymbolOf } from './divisorSymbol';
export { exposureLeft, exposureLimitOf } from './exposure';
export type { ExposureLimit } from './exposure';
export { isAtLevel, isLiquidated, liquidationPriceOf, lossUntilLevel, marginLevelOf } from './margin';
export type { IsolatedPosition } from './margin';
export { dealRules } from './dealRule';
export type { DealRule } from './dealRule';
export { costOfLots, maxLots } from './maxLots';
export type { LotRules, LotTerms } from './maxLots';
export { marginOf, noDivisor, notionalOf, profitOf, releasedMarginOf, tradeFeeOf, unitsOf } from './position';
export type { Size, Valuation } from './position';
export { breakEvenPriceOf, previewPosition } from './preview';
export type { CrossAccount, PositionPreview, PositionToPreview } from './preview';
export { settlementOfClosing, sharesOfStopOut } from './settlement';
export type { ClosingMoney, ClosingSettlement } from './settlement';
export { askOf, bidOf, closingPrice, openingPrice } from './sides';
export type { Spread } from './sides';
export { decideSpot, lastInstantOf, marketWindowMs } from './spotDecision';
export type { DecidedFill, SpotDecision, SpotDecisionTerms, SpotEnd, SpotIntention, SpotTick } from './spotDecision';
export {
  isWholeSteps,
  noProgress,
  slippageBound,
  spotFillMoney,
  spotHeld,
  spotRest,
  stepsFor,
  toleratedMoveOf,
} from './spotMoney';
export type { SpotAsked, SpotBounds, SpotProgress } from './spotMoney';
export { percentOfStop, pipsOfStop, profitOfStop, stopFromPercent, stopFromPips, stopFromProfit } from './stopUnits';
export type { PositionOfStop } from './stopUnits';
export { isPaidForANight, mostSwapOf, nightsAt, rolloversBetween, swapOf } from './swap';
export type { NightTerms, SwapTerms } from './swap';
export { priceBandOf, priceProblem, quantityProblem, stopProblem } from './ticketRules';
export type { FigureProblem, PriceRules, QuantityRules } from './ticketRules';
export { hasMovedAgainst, isLimitMet, isStopLossMet, isTakeProfitMet, stopMet } from './triggers';
export type { StopKind, Stops } from './triggers';
export { dealCheckNames, verifyDeal } from './verifyDeal';
export type { DealCheckName } from './verifyDeal';
export { fillCheckNames, verifyFill } from './verifyFill';
export type { FillCheckName } from './verifyFill';
