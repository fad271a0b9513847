/**
 * The ids of what was sent and not answered, kept for this tab until the outcome is known: a reload asks for it. Ids and
 * instants only, never an amount.
 */
import type { Sent } from './moneyAction';

export interface SentActions {
  read(account: string, kind: string): Sent | undefined;
  keep(kind: string, sent: Sent): void;
  forget(account: string, kind: string): void;
}

/** undefined where the browser forbids it: then the id lives as long as the page. */
export function createSentActions(storage: Storage | undefined, remote: string): SentActions {
  const keyOf = (account: string, kind: string): string => `tessera.sent.${remote}.${account} ${kind}`;
  return {
    read(account, kind) {
      const text = storage?.getItem(keyOf(account, kind));
      return text == null ? undefined : parsed(text);
    },
    keep: (kind, { id, sentAtMs, account }) => write(storage, keyOf(account, kind), JSON.stringify({ id, sentAtMs, account })),
    forget: (account, kind) => storage?.removeItem(keyOf(account, kind)),
  };
}

function write(storage: Storage | undefined, key: string, text: string): void {
  try {
    storage?.setItem(key, text);
  } catch {
    // Full: the id lives as long as the page.
  }
}

function parsed(text: string): Sent | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { id, sentAtMs, account } = value as Record<string, unknown>;
    return typeof id === 'string' && typeof sentAtMs === 'number' && typeof account === 'string'
      ? { id, sentAtMs, account }
      : undefined;
  } catch {
    return undefined;
  }
}
