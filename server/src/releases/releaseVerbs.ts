/** The release tool's verbs, as operators and the guard ask for them, on the one channel that there is. */
import {
  canary,
  disable,
  enable,
  halt,
  history,
  hostHistory,
  lock,
  onlyChannel,
  promote,
  ReleaseProblem,
  rollback,
  rollbackHost,
  status,
  unlock,
  type CanaryRequest,
  type DisableRequest,
  type HistoryEntry,
  type HistoryRequest,
  type HostChange,
  type HostSwitch,
  type PromoteRequest,
  type ReleaseContext,
  type ReleaseStore,
  type RemoteChange,
  type RemoteRequest,
  type RollbackRequest,
  type StatusReport,
} from '@tessera/release';
import { assertNever } from '@tessera/shared/errors';
import { guardName, type GuardAction } from './guardDecision';

const channel = onlyChannel;

interface Requests {
  readonly promote: PromoteRequest;
  readonly canary: CanaryRequest;
  readonly halt: RemoteRequest;
  /** Of the remote "host": of the host. */
  readonly rollback: RollbackRequest;
  readonly lock: RemoteRequest;
  readonly unlock: RemoteRequest;
  readonly disable: DisableRequest;
  readonly enable: RemoteRequest;
}
export type ReleaseVerb = keyof Requests;
export type ReleaseChange = {
  readonly [Verb in ReleaseVerb]: { readonly verb: Verb; readonly reason: string } & Omit<Requests[Verb], 'channel'>;
}[ReleaseVerb];

/** They reject with a ReleaseProblem where they refuse. */
export interface ReleaseVerbs {
  status(): Promise<StatusReport>;
  history(request: HistoryRequest): Promise<readonly HistoryEntry[]>;
  hostHistory(limit: number): Promise<readonly HostSwitch[]>;
  /** `by`: whose change it is; the history says so. */
  change(request: ReleaseChange, by: string): Promise<RemoteChange | HostChange>;
  /** Rejects with a conflict when the pointer is no longer the one that was judged. */
  guard(action: GuardAction): Promise<unknown>;
}

export function createReleaseVerbs(context: ReleaseContext): ReleaseVerbs {
  return {
    status: () => status(context, channel),
    history: (request) => history(context, request),
    hostHistory: async (limit) => hostHistory(context, limit),
    async change(request, by) {
      // Changes by this name are the guard's own.
      if (by === guardName) throw new ReleaseProblem('refused', `${guardName} is the name of the server's own guard`);
      return change({ ...context, by }, request);
    },
    guard({ verb, remote, reason, serial }) {
      const act = verb === 'halt' ? halt : rollback;
      return act({ ...context, by: guardName, store: atSerial(context.store, serial) }, { channel, remote, reason, now: true });
    },
  };
}

async function change(context: ReleaseContext, request: ReleaseChange): Promise<RemoteChange | HostChange> {
  const of = { channel, ...request };
  switch (of.verb) {
    case 'promote':
      return promote(context, of);
    case 'canary':
      return canary(context, of);
    case 'halt':
      return halt(context, of);
    case 'rollback':
      return of.remote === 'host' ? rollbackHost(context, of) : rollback(context, of);
    case 'lock':
      return lock(context, of);
    case 'unlock':
      return unlock(context, of);
    case 'disable':
      return disable(context, of);
    case 'enable':
      return enable(context, of);
    default:
      return assertNever(of, 'verb of releases');
  }
}

/** A verb decides on the pointer that it reads; this one lets it read no other than the one that was judged. */
function atSerial(store: ReleaseStore, serial: number): ReleaseStore {
  return {
    ...store,
    async readPointer(of) {
      const pointer = await store.readPointer(of);
      if (pointer?.serial !== serial) throw new ReleaseProblem('conflict', `the pointer is no longer at serial ${serial}`);
      return pointer;
    },
  };
}
