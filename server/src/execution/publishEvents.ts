/**
 * The private events of a transaction, as its last act: the heads of the event streams are the last locks in the order
 * (store/lockOrder.ts). First what happened, in the order given, then that there are messages about it, then the balances of everybody
 * whose money moved, once each.
 */
import type { AccountMode, PrivateEventBody } from '@tessera/shared/contract';
import { shippedTexts } from '../content/texts';
import { writeMessages, type NewMessage } from '../content/writeMessages';
import type { AskedOwner } from '../funds/readAccounts';
import { accountsViews } from '../funds/walletView';
import { appendOutboxEntries } from '../realtime/outbox';
import type { Tx } from '../store/database';
import { messagesOf } from './messagesOf';

export interface OwnedEvent {
  readonly userId: number;
  readonly mode: AccountMode;
  readonly event: PrivateEventBody;
}

export interface Published {
  readonly events: readonly OwnedEvent[];
  /** Whose balances changed; each may be named more than once. */
  readonly moved: readonly AskedOwner[];
  /** Messages besides those that the events say. */
  readonly told?: readonly NewMessage[];
  readonly atMs: number;
}

export async function publishEvents(tx: Tx, { events, moved, told = [], atMs }: Published): Promise<void> {
  const owners = [
    ...new Map(moved.map(({ userId, mode, positions }) => [`${userId} ${mode}`, { userId, mode, positions }])).values(),
  ];
  const views = await accountsViews(tx, owners);
  const balances = owners.flatMap((owner, index) => {
    const view = views[index];
    return view === undefined
      ? []
      : [{ userId: owner.userId, mode: owner.mode, event: { type: 'balance.changed' as const, ...view } }];
  });
  const ofEvents = events.flatMap((event) =>
    messagesOf(event).map((message) => ({ ...message, userId: event.userId, nowMs: atMs })),
  );
  const notices = await writeMessages(tx, shippedTexts(), [...ofEvents, ...told]);
  await appendOutboxEntries(
    tx,
    [...events, ...notices, ...balances].map((entry) => ({ ...entry, atMs })),
  );
}
