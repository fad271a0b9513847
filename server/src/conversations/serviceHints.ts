import { accountMode } from '@tessera/shared/contract';
import type { OutboxEntry } from '../realtime/outbox';

/** A conversation belongs to no account: whoever trades on either hears that it changed, on each of his devices. */
export const serviceHints = (userId: number, atMs: number): readonly OutboxEntry[] =>
  accountMode.options.map((mode) => ({ userId, mode, event: { type: 'service' }, atMs }));
