export { asciiBytes, concatBytes, fromHex, toHex, uint32Bytes, uint64Bytes } from './bytes';
export { sha256 } from './sha256';
export type { Sha256 } from './sha256';
export { beaconInstant, beaconRound, daySeed, daySeedInput, dayVersion, isInventedDay, isLateCommitment } from './daySeed';
export type { DayBeacon } from './daySeed';
export { createSimulatedPath, simulatedTicks, slotMs, slotsPerDay, stepsToText, textToSteps } from './simulatedPath';
export type { SimulatedDay, SimulatedPath, SimulatedTick } from './simulatedPath';
export { findChainBreak, genesisHash, minuteRoot, tickHash, tickHashOfFormat1, tickHashBytes, tickKinds } from './tickHash';
export type { ChainBreak, ChainedTick, ChainHead, ChainHeads, LogHeads, TickKind, TickToHash } from './tickHash';
export { averageLossAtHalf, breakEvenRate, feeOf, payoutOf, settlementOf } from './payout';
export type { PayoutTerms, Settlement } from './payout';
export {
  acceptAfterSentMs,
  acceptWithinMs,
  acceptWithinTicks,
  clockAheadMs,
  currentRuleVersion,
  hasTicksInIncident,
  decide,
  decideEntry,
  isEntryAfterHead,
  outcomeOf,
  secondsRule,
  secondsRules,
} from './settle';
export type { Decision, OrderToDecide, SecondsRule, TickPoint } from './settle';
export { liveRules } from './liveRules';
export { barPath, countMoves } from './barPath';
export type { BarMotion, CountedMoves, RecordedBar } from './barPath';
export { drawnMove, drawnMoveBytes } from './drawnMove';
export type { ReplayedLevel } from './drawnMove';
export { isProven, isSealed, sealWaitMs, withSealDue } from './logChecks';
export type { Digest, ProofCheck } from './logChecks';
export { proofCheckNames, verifyProof } from './verifyProof';
export type { ProofCheckName } from './verifyProof';
export { catalogVersionOf, scalesOf, termsCheck } from './termsCheck';
export type { Scales } from './termsCheck';
export { canonicalText } from './canonicalText';
export type { PublicValue } from './canonicalText';
export { findRecordBreak, recordHash, recordKinds } from './publicRecord';
export { chainedFromFirst, followRecord } from './followRecord';
export type { FollowedRecord, RecordPage } from './followRecord';
export type { RecordEntry, RecordKind } from './publicRecord';
export { evidenceKinds } from './evidence';
export type {
  EvidenceDifference,
  EvidenceFile,
  EvidenceKind,
  KeptEntry,
  KeptEvidence,
  KeptHead,
  KeptReceipt,
  KeptRoot,
  SignedReceipt,
} from './evidence';
export {
  commitmentOf,
  compareBeacons,
  compareEntries,
  compareHeads,
  compareReceipts,
  compareRequests,
  compareRoots,
  compareSeeds,
  headsOfReceipts,
  receiptName,
} from './compareEvidence';
export { checkBeacon } from './beaconCheck';
export type { BeaconVerdict, VerifyRound } from './beaconCheck';
export { quicknet } from './drandChain';
export type { DrandChain } from './drandChain';
export { someTicked, pausesOfDay, readPauses } from './publishedPauses';
export type { PausedSpan, PausesOfDay } from './publishedPauses';
export { canRedraw, createRedraw, drawsDirections, redrawnSpan } from './redrawDay';
export type { Redraw, RedrawDifference, RedrawResult } from './redrawDay';
export { readTimeStamp } from './timeStamp';
export type { TimeStamp } from './timeStamp';
export { witnessCheck } from './witnessCheck';
export type { WitnessCheck, WitnessFinding, WitnessStatement } from './witnessCheck';
export { readWitnessKeys, witnessesAt } from './witnessKeys';
export type { WitnessKey } from './witnessKeys';
export { readEvidenceFile } from './readEvidenceFile';
export { readSealCode, sealCode, sealSalt, shortCode } from './shortCode';
export { keyIdOf, signedBytes } from './signedText';
export type { SigningPurpose, VerifySignature } from './signedText';
export { differingTerm, holderBytes, receiptBytes, receiptFault, termsBytes } from './receipt';
export type { KnowsSignature, Receipted, ReceiptFault } from './receipt';
export { closingDates, closingSpans } from './closingSpans';
export {
  closingMarginTermOf,
  closingMarginText,
  flashTermsOf,
  leverageTermsOf,
  secondsTermsOf,
  spotTermsOf,
} from './acceptedTerms';
export { readKeyEntries, readPublishedKeys, retiresAfterMs, signaturesOf } from './publishedKeys';
export type { KeysOfRecord, PublishedKey } from './publishedKeys';
export { mostMetShown, mostWonShown } from './setOffCheck';
export { receiptCheck } from './receiptCheck';
export type { ReceiptCheckDeps } from './receiptCheck';
export { checkLiability, countedAccounts, liabilityVerdict, publishedOf, underWayMs } from './liabilityCheck';
export type { LiabilityCheck, LiabilityCheckName, LiabilityKnown, LiabilityVerdict, StatementRecord } from './liabilityCheck';
export { addAmounts, isSameAmounts, leastLiabilityHeight, liabilityHashes } from './liabilityTree';
export type { AssetAmounts, LiabilityLeaf, LiabilityNode } from './liabilityTree';
