/**
 * What the person wrote and the server has not confirmed. It outlives the page, so that a text whose sending failed is still there when the person
 * comes back; it is lost with the app. One after the other, so that it arrives in the order in which it was written; by the same name again, so that
 * an answer that was lost makes no second entry.
 */
import { asAppError, type AppError } from '@tessera/shared/errors';
import type { RemoteContext } from '@tessera/shared/federation';
import { BehaviorSubject } from '@tessera/shared/kernel';

export interface Outgoing {
  readonly clientId: string;
  /** Whose it is: nobody else sees or sends it. */
  readonly userId: string | undefined;
  readonly text?: string;
  readonly picture?: File;
  readonly atMs: number;
  readonly stage: 'sending' | 'failed' | 'sent';
  readonly problem?: AppError;
}

type Needs = Pick<RemoteContext, 'api' | 'session'>;

export const outgoing = new BehaviorSubject<readonly Outgoing[]>([]);
let last: Promise<void> = Promise.resolve();

const change = (clientId: string, more: Partial<Outgoing>): void =>
  outgoing.next(outgoing.value.map((one) => (one.clientId === clientId ? { ...one, ...more } : one)));

export function drop(clientIds: ReadonlySet<string>): void {
  const left = outgoing.value.filter(({ clientId }) => !clientIds.has(clientId));
  if (left.length < outgoing.value.length) outgoing.next(left);
}

/** Resolves when its turn has come and it was sent or failed. */
export function send(needs: Needs, one: Omit<Outgoing, 'stage' | 'userId'>): Promise<void> {
  outgoing.next([...outgoing.value, { ...one, userId: needs.session.state.value.userId, stage: 'sending' }]);
  return deliver(needs, one.clientId);
}

export function sendAgain(needs: Needs, clientId: string): Promise<void> {
  change(clientId, { stage: 'sending' });
  return deliver(needs, clientId);
}

function deliver(needs: Needs, clientId: string): Promise<void> {
  last = last.then(async () => {
    const one = outgoing.value.find((each) => each.clientId === clientId);
    if (one === undefined) return;
    try {
      await call(needs, one);
      change(clientId, { stage: 'sent' });
    } catch (failure) {
      change(clientId, { stage: 'failed', problem: asAppError(failure, 'PLEASE_RETRY') });
    }
  });
  return last;
}

async function call({ api, session }: Needs, { clientId, userId, text, picture }: Outgoing): Promise<void> {
  if (userId !== session.state.value.userId) throw new Error('somebody else is signed in');
  const quiet = { toastErrors: false };
  if (picture === undefined) await api.call('serviceSend', { clientId, text }, quiet);
  else {
    const { id } = await api.call('upload', { purpose: 'chat', field: clientId, file: picture }, quiet);
    await api.call('serviceSend', { clientId, uploadId: id }, quiet);
  }
}
