/**
 * The ids of what was sent and not answered, kept for this tab until the outcome is known: a reload asks for it. Ids and
 * instants only, never an amount.
 */
import type { Sent } from './moneyAction';

export interface SentActions {
  read(kind: string): Sent | undefined;
  keep(kind: string, sent: Sent): void;
  forget(kind: string): void;
}

/** undefined where the browser forbids it: then the id lives as long as the page. */
export function createSentActions(storage: Storage | undefined, remote: string): SentActions {
  const keyOf = (kind: string): string => `tessera.sent.${remote}.${kind}`;
  return {
    read(kind) {
      const text = storage?.getItem(keyOf(kind));
      return text == null ? undefined : parsed(text);
    },
    keep: (kind, { id, sentAtMs, account }) => write(storage, keyOf(kind), JSON.stringify({ id, sentAtMs, account })),
    forget: (kind) => storage?.removeItem(keyOf(kind)),
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
