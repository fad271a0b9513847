export { endpoints } from './endpoints';
export type { Endpoint, EndpointName, EndpointRequest, EndpointResponse, Endpoints } from './endpoints';
export { formerEndpointNames } from './formerEndpointNames';
export { envelope, idempotencyHeader, sessionEndedType } from './envelope';
export type { Envelope } from './envelope';
export type { AlertDirection, PriceAlert } from './alerts';
export { c2cLimits } from './c2c';
export type { C2cOffer, C2cOrder, C2cStatus } from './c2c';
export { codePurpose, identityActs, identityStatus, idType, messageCategory, passwordLength, puzzlePurpose } from './identity';
export type {
  CodePurpose,
  CreditKind,
  IdentityAct,
  IdentityField,
  IdentityLevel,
  IdentityStatus,
  IdentityStep,
  IdType,
  MessageCategory,
  PuzzlePurpose,
  Statistics,
  WalletPurpose,
} from './identity';
export { liabilityProofDays, publishedLiabilities } from './liabilities';
export type { LiabilityDay, LiabilityProof, PublishedLiabilities } from './liabilities';
export { loanProof, loanReviewDays } from './loans';
export type { CollateralRow, Loan, LoanDecision, LoanProof, LoanStatus, LoanTerm, SoldCollateral } from './loans';
export { payeeLimits } from './payees';
export type { Payee } from './payees';
export { candle, candleFrames, feedDay, publicRole, quote, symbolInfo, tick, tickAnchor } from './market';
export type {
  AssetInfo,
  Candle,
  CandleFrame,
  FeedDay,
  Incident,
  IncidentSum,
  PublicRole,
  Quote,
  SymbolInfo,
  Tick,
  TickAnchor,
} from './market';
export {
  bookFrame,
  fromQuoteRow,
  maxSubscriptions,
  privateEvent,
  quoteBatch,
  quoteRow,
  socketPath,
  socketTimings,
  toQuoteRow,
  releaseEvent,
  runningReleases,
} from './realtime';
export type {
  BookFrame,
  ClientToServer,
  PrivateEvent,
  PrivateEventBody,
  QuoteBatch,
  QuoteRow,
  ReleaseEvent,
  RunningReleases,
  ServerToClient,
  ShortHead,
  SignedRoot,
  SocketAuth,
} from './realtime';
export { articleCategory, helpGroup } from './content';
export type { ArticleCategory, HelpGroup } from './content';
export { coolOffDays, exclusionDays, limitKinds } from './limits';
export type { BreakKind, LimitKind, LimitsView, ShownLimit } from './limits';
export { closeReason, leverageOrder, leverageProof } from './leverage';
export type {
  CancelReason,
  CloseReason,
  LeverageDeal,
  LeverageOrder,
  LeverageProof,
  LastTickRun,
  LeverageSwap,
  LeverageTerms,
  MarginMode,
  PositionStatus,
} from './leverage';
export { receipt } from './receipt';
export type { Receipt, ReceiptBody, ReceiptTerms } from './receipt';
export { secondsOrder, secondsProof } from './seconds';
export type {
  Duration,
  OrderTick,
  OwnSecondsProof,
  SecondsOrder,
  SecondsOutcome,
  SecondsProof,
  SecondsQuote,
  SecondsStatus,
  SetOff,
  VoidReason,
} from './seconds';
export { flashProof } from './flash';
export type { FlashAsset, FlashOrder, FlashProof, FlashQuote } from './flash';
export { spotOrder, spotProof } from './spot';
export type {
  Depth,
  Entrustment,
  PublicTrade,
  Side,
  SpotEndReason,
  SpotFill,
  SpotOrder,
  SpotProof,
  SpotStatus,
  SpotTerms,
} from './spot';
export { outsidePattern, ownPagePattern } from './linkPatterns';
export { shownAsset } from './shownAsset';
export { serviceLimits } from './service';
export type { ServiceEntry } from './service';
export { statementAccounts } from './statements';
export type { KindTotal, Statement, StatementAccount, StatementEntry } from './statements';
export { topUpMethods, topUpsWaiting } from './topUps';
export type { TopUp, TopUpMethod, TopUpStatus, TopUpTerms } from './topUps';
export { uploadLimits } from './uploads';
export type { UploadPurpose } from './uploads';
export type { Project, ProjectOrder } from './projects';
export { treasureReviewDays, treasureStatus } from './treasure';
export type { RedemptionRule, TreasureOrder, TreasureProduct, TreasureStatus } from './treasure';
export { recordKind } from './wallet';
export type { CoinBalance, ContractSummary, PortfolioPart, RecordKind, WalletRecord } from './wallet';
export type { Withdrawal, WithdrawalRow, WithdrawalStatus } from './withdrawals';
export { accountMode, languages } from './wire';
export type { AccountKind, AccountMode, AssetClass, Direction, Language, MarketState, ShownMarketState } from './wire';
