export { contractVersion } from './RemoteContract';
export type {
  ApiCallOptions,
  ApiClient,
  ConnectionState,
  Dialogs,
  ErrorReports,
  LiveQuote,
  LiveValue,
  Navigation,
  Preferences,
  QuoteStream,
  ReleaseAnswer,
  RemoteContext,
  RemoteHandle,
  RemoteLocation,
  RemoteModule,
  RemoteStorage,
  RunningOrder,
  RunningOrders,
  Session,
  SessionState,
  Theme,
  ThemeChoice,
  ToastTone,
  UpColor,
} from './RemoteContract';
export type { Evidence, EvidenceComparison, EvidenceState, EvidenceSummary, EvidenceToCompare } from './Evidence';
export { canaryBucket, isInCanary } from './canary';
export type { Canary } from './canary';
export { previewTicket, releaseFile, releaseManifest, releasePointer, releaseReference, remotePointer } from './ReleasePointer';
export type { PreviewTicket, ReleaseManifest, ReleasePointer, ReleaseReference, RemotePointer } from './ReleasePointer';
export { presenceReport } from './PresenceReport';
export type { PresenceFailure, PresenceReport } from './PresenceReport';
export { isChunkFault } from './chunkFault';
export { contactAddress } from './contactAddress';
export type { ContactAddress } from './contactAddress';
export { pages, pageTable, remoteNames, tabs } from './remoteNames';
export type { PageRow, RemoteName, TabId } from './remoteNames';
export {
  freshnessLine,
  freshnessText,
  maxPointerBytes,
  maxSignatureBytes,
  maxSignatureLines,
  readSignatureLines,
} from './pointerSignatures';
export type { Freshness } from './pointerSignatures';
export { satisfiesContract } from './satisfiesContract';
export { sharedModules } from './sharedModules';
