/**
 * What a device keeps of what the exchange published, and the comparison of it with what is shown later. What was kept cannot be
 * changed by the exchange: anyone who rewrites the log, a commitment or a receipt disagrees with every device that was there.
 *
 * A comparison says nothing about what was not kept. Instants are the server's, in milliseconds.
 */
import type { RecordEntry } from './publicRecord';

/** A signed minute root, as it was published. `signed` is null where none was. */
export interface KeptRoot {
  readonly minuteMs: number;
  readonly root: string;
  readonly signed: { readonly keyId: string; readonly signature: string } | null;
  readonly keptAtMs: number;
  /** Read from a file: this device was not shown it itself. */
  readonly isImported?: true | undefined;
}

/** The hash of a tick that was newest when it was seen, or its first 16 digits, as quote frames carry it. */
export interface KeptHead {
  readonly symbol: string;
  readonly seq: number;
  readonly hash: string;
  readonly keptAtMs: number;
  /** Seen without an open order of its symbol: kept for days, not for a month. */
  readonly isPassing?: true | undefined;
}

/** An entry of the public record. */
export interface KeptEntry extends RecordEntry {
  readonly keptAtMs: number;
}

/** What the exchange signed when it accepted something, as far as evidence must read it; kept and compared whole. */
export interface SignedReceipt {
  readonly body: {
    readonly product: string;
    /** What was accepted: an order, or what is asked for one that stands. */
    readonly request: string;
    /** The client's own name of the request. */
    readonly key: string;
    /** The order's number; unique within its product. */
    readonly order: string;
    /** The newest tick that it came after. */
    readonly headSeq?: number | undefined;
    readonly acceptedAtMs?: number | undefined;
    /** The market, and the hash of its newest tick. */
    readonly symbol?: string | undefined;
    readonly headHash?: string | undefined;
  };
  readonly signature: string;
}

export interface KeptReceipt {
  readonly receipt: SignedReceipt;
  readonly keptAtMs: number;
}

export interface KeptEvidence {
  readonly roots: readonly KeptRoot[];
  readonly heads: readonly KeptHead[];
  readonly entries: readonly KeptEntry[];
  readonly receipts: readonly KeptReceipt[];
}

/** What a difference is about: a minute's root, a tick's hash, an entry of the public record, a receipt, a day's seed or its beacon. */
export const evidenceKinds = ['root', 'head', 'entry', 'receipt', 'seed', 'beacon'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/**
 * Two values that should be one. `shown` is empty where what was kept is not shown any more; `kept` where what is shown can be nothing
 * that anybody kept: no published key signed it, or it does not follow from what came before.
 */
export interface EvidenceDifference {
  readonly kind: EvidenceKind;
  /** Which: the minute (ms), `SYMBOL#seq`, the entry's number, the receipt (`product order request key`), the day. */
  readonly of: string;
  readonly kept: string;
  readonly shown: string;
  readonly keptAtMs: number;
  readonly foundAtMs: number;
}

/** Everything needed to show others what this device kept, as it is saved to a file. */
export interface EvidenceFile extends KeptEvidence {
  readonly format: 'tessera-evidence-1';
  readonly exchange: string;
  readonly savedAtMs: number;
  readonly differences: readonly EvidenceDifference[];
}
