/**
 * What was sent and not answered, kept for this tab until the outcome is known: a reload asks for it. Ids and instants; what
 * was asked only where asking again needs it.
 */
import type { Sent } from './moneyAction';

export interface KeptAction extends Sent {
  /** Of the runners in this tab the one that follows it; it alone tells the outcome. */
  readonly owner: string;
  /** Where the product asks for the outcome by sending the same again. */
  readonly draft?: unknown;
}

export interface SentActions {
  read(account: string, kind: string): KeptAction | undefined;
  /** False: the browser does not keep it. */
  keep(kind: string, sent: KeptAction): boolean;
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
    keep: (kind, { id, sentAtMs, firstSentAtMs, account, owner, draft }) =>
      write(storage, keyOf(account, kind), JSON.stringify({ id, sentAtMs, firstSentAtMs, account, owner, draft })),
    forget: (account, kind) => storage?.removeItem(keyOf(account, kind)),
  };
}

function write(storage: Storage | undefined, key: string, text: string): boolean {
  try {
    storage?.setItem(key, text);
    return storage !== undefined;
  } catch {
    // Full: the id lives as long as the page.
    return false;
  }
}

function parsed(text: string): KeptAction | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { id, sentAtMs, firstSentAtMs, account, owner = '', draft } = value as Record<string, unknown>;
    return typeof id === 'string' && typeof sentAtMs === 'number' && typeof account === 'string' && typeof owner === 'string'
      ? {
          id,
          sentAtMs,
          ...(typeof firstSentAtMs === 'number' ? { firstSentAtMs } : {}),
          account,
          owner,
          ...(draft === undefined ? {} : { draft }),
        }
      : undefined;
  } catch {
    return undefined;
  }
}
