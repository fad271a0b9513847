export {
  aBookFrame,
  aCoinBalance,
  aContractSummary,
  aDuration,
  aForexSymbol,
  aQuote,
  aSecondsOrder,
  aSecondsQuote,
  aSession,
  aSettledSecondsOrder,
  aSymbol,
  aRealInfo,
  aLimitsView,
  aUserInfo,
  aWalletList,
  aWalletRecord,
  anEmptyWallet,
  someCandles,
} from './builders';
export { aForexLeverageTerms, aForexPosition, aLeverageDeal, aLeverageOrder, aLeverageTerms } from './leverageBuilders';
export { aLeverageProof, anAnchorOver, anOpeningProof, aSpotProof, aTickRun, proofStartMs } from './proofBuilders';
export { aFilledSpotOrder, aSpotOrder, aSpotTerms } from './spotBuilders';
export { createFakeApi } from './FakeApi';
export type { FakeApi, FakeCall, Responder } from './FakeApi';
export { at, createMemoryStorage, fakeContext } from './fakeContext';
export type { FakeContext, FakeContextOptions } from './fakeContext';
export { createFakeEvidence } from './FakeEvidence';
export type { FakeEvidence } from './FakeEvidence';
export type { FakeDialogs } from './FakeDialogs';
export type { FakeNavigation, NavigationCall, NavigationVerb } from './FakeNavigation';
export type { FakePreferences } from './FakePreferences';
export type { FakeQuotes } from './FakeQuotes';
export { createFakeSocket } from './FakeSocket';
export type { FakeSocket } from './FakeSocket';
export { createFakeSession, signedInDemo, visitor } from './FakeSession';
export type { FakeSession } from './FakeSession';
export { layDownAnswers } from './standalone/fakeAnswers';
export { marketSymbols } from './standalone/marketSymbols';
export { createPlayedMarket } from './standalone/playedMarket';
export { runAlone } from './standalone/runAlone';
export { createTestClock, testStartMs } from './TestClock';
export type { TestClock } from './TestClock';
export { signingExchange } from './signingExchange';
export type { SigningExchange } from './signingExchange';
