/**
 * What was sent and not answered, kept for this tab until the outcome is known: a reload asks for it. Ids and instants; what
 * was asked only where asking again needs it.
 */
import type { Sent } from './moneyAction';

/** With the draft where the product asks for the outcome by sending the same again. */
export interface KeptAction extends Sent {
  readonly draft?: unknown;
}

export interface SentActions {
  read(account: string, kind: string): KeptAction | undefined;
  keep(kind: string, sent: KeptAction): void;
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
    keep: (kind, { id, sentAtMs, account, draft }) =>
      write(storage, keyOf(account, kind), JSON.stringify({ id, sentAtMs, account, draft })),
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

function parsed(text: string): KeptAction | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { id, sentAtMs, account, draft } = value as Record<string, unknown>;
    return typeof id === 'string' && typeof sentAtMs === 'number' && typeof account === 'string'
      ? { id, sentAtMs, account, ...(draft === undefined ? {} : { draft }) }
      : undefined;
  } catch {
    return undefined;
  }
}
