/**
 * What the device itself keeps of what the exchange published, handed down to remotes. Nothing here stands in the way of a trade:
 * no call rejects because the device keeps nothing, `state` tells that. Since 1.2.
 */
import type { FeedDay, Tick, TickAnchor } from '../domain/contract';
import type { EvidenceDifference, EvidenceFile, KeptEntry, KeptHead, KeptRoot, SignedReceipt } from '../domain/fairness/evidence';
import type { RequestsOfOrder } from '../domain/fairness/compareEvidence';
import type { RedrawResult } from '../domain/fairness/redrawDay';
import type { LiveValue } from './RemoteContract';

/**
 * `opening`: not known yet. `kept`: on the device, also after the page is closed. `refused`: the browser lets the page keep nothing
 * (private window, storage switched off). `full`: what is new finds no room.
 */
export type EvidenceState = 'opening' | 'kept' | 'refused' | 'full';

/** How much is kept. The instants are of the oldest and the newest root; null where there is none. */
export interface EvidenceSummary {
  readonly roots: number;
  readonly heads: number;
  readonly entries: number;
  /** Of the person who is signed in. */
  readonly receipts: number;
  readonly fromMs: number | null;
  readonly newest: KeptRoot | null;
}

export interface EvidenceToCompare {
  readonly anchors?: readonly TickAnchor[];
  readonly ticks?: readonly Pick<Tick, 'symbol' | 'seq' | 'hash'>[];
  readonly receipts?: readonly SignedReceipt[];
  /** What was asked of this order must be among the receipts. */
  readonly requestsOf?: RequestsOfOrder;
  readonly feedDays?: readonly FeedDay[];
}

/** How far what was compared lies in what was kept. `compared`: how many things of each kind were there on both sides. */
export interface EvidenceComparison {
  readonly compared: { readonly roots: number; readonly heads: number; readonly receipts: number; readonly seeds: number };
  readonly differences: readonly EvidenceDifference[];
}

export interface Evidence {
  readonly state: LiveValue<EvidenceState>;
  /** What does not agree, oldest first, as long as nobody has read it. */
  readonly unread: LiveValue<readonly EvidenceDifference[]>;
  /** Keeps a receipt for ever, of the person who is signed in. Another one of the same request is a difference. */
  keepReceipt(receipt: SignedReceipt): Promise<void>;
  /** Of the person who is signed in. */
  receiptsOf(product: string, order: string): Promise<readonly SignedReceipt[]>;
  /** Of minutes in [fromMs, toMs], ascending. */
  rootsKept(fromMs: number, toMs: number): Promise<readonly KeptRoot[]>;
  headsKept(symbol: string, fromSeq: number, toSeq: number): Promise<readonly KeptHead[]>;
  /** Entries of the public record, ascending by number. */
  entriesKept(): Promise<readonly KeptEntry[]>;
  /** Compares what a proof or an answer shows with what was kept, and remembers every difference. */
  compare(shown: EvidenceToCompare): Promise<EvidenceComparison>;
  /** Asks the server for what it shows now of everything kept lately, and compares. Rejects with AppError when it does not answer. */
  compareNow(): Promise<EvidenceComparison>;
  /** Every difference that was ever found on this device, oldest first. */
  differences(): Promise<readonly EvidenceDifference[]>;
  markRead(): Promise<void>;
  summary(): Promise<EvidenceSummary>;
  export(): Promise<EvidenceFile>;
  /** Adds what a file of `export` holds, and compares it with what is kept. Answers how many things were new; undefined: no such file. */
  import(text: string): Promise<number | undefined>;
  /**
   * Draws a revealed day of one symbol again, away from the page's thread, and compares it with the published ticks. Rejects with
   * AppError when the exchange does not give them, and when `signal` ends it.
   */
  redraw(
    day: FeedDay,
    symbol: string,
    options: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
  ): Promise<RedrawResult>;
}
