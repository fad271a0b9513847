/** The release tool's verbs, as the board and the guard ask for them, on the one channel that there is. */
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
  type ReleaseContext,
  type ReleaseStore,
} from '@tessera/release';
import { assertNever } from '@tessera/shared/errors';
import type { BoardVerbs } from './board/boardRoutes';
import type { ChangeRequest } from './board/changeRequest';
import { guardName, type GuardAction } from './guardDecision';

const channel = onlyChannel;

export interface ReleaseVerbs extends BoardVerbs {
  /** Rejects with a conflict when the pointer is no longer the one that was judged. */
  guard(action: GuardAction): Promise<unknown>;
}

export function createReleaseVerbs(context: ReleaseContext): ReleaseVerbs {
  return {
    status: () => status(context, channel),
    history: async (request) => (request.remote === 'host' ? hostHistory(context, request.limit) : history(context, request)),
    change: (request, by) => change({ ...context, by }, request),
    guard({ verb, remote, reason, serial }) {
      const act = verb === 'halt' ? halt : rollback;
      return act({ ...context, by: guardName, store: atSerial(context.store, serial) }, { channel, remote, reason, now: true });
    },
  };
}

async function change(context: ReleaseContext, request: ChangeRequest): Promise<unknown> {
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
      return assertNever(of, 'verb of the board');
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
