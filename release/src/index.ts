/** The door for the server: the store that it serves, the verbs that the operators' board offers, and what they answer. */
export type { HistoryEntry, RemoteStatus, StatusReport } from './commands/StatusReport';
export { openContext, type ContextSettings } from './openContext';
export type { ReleaseContext } from './ReleaseContext';
export { ReleaseProblem } from './ReleaseProblem';
export { openSigningKeys, type SigningKeys } from './signing/SigningKeys';
export type { Bucket } from './store/Bucket';
export { channels, parseChannel, type Channel } from './store/Channel';
export { createReleaseStore } from './store/createReleaseStore';
export { openBucket, type StoreSettings } from './store/openBucket';
export type { ReleaseStore } from './store/ReleaseStore';
