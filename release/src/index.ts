/** The door for the server: the store that it serves, the verbs that the operators' board offers, and what they answer. */
export type { HistoryEntry, RemoteStatus, StatusReport } from './commands/StatusReport';
export { ReleaseProblem } from './ReleaseProblem';
export type { Bucket } from './store/Bucket';
export { channels, parseChannel, type Channel } from './store/Channel';
export type { ReleaseStore } from './store/ReleaseStore';
