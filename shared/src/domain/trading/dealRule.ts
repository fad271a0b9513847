/** The published times of the rule under which deals come about (docs/trading.md). */
export interface DealRule {
  readonly version: number;
  /** A market order that no tick met by then is cancelled. */
  readonly marketWithinMs: number;
  /** A close that no tick met by then is no longer asked for. */
  readonly closeWithinMs: number;
  /** A position that a gap took beyond its margin ends together with the holder's opposite isolated ones of the symbol. */
  readonly setsOff: boolean;
}

/** Every rule that was ever in force. A version never changes; a change is a new version. */
export const dealRules: readonly DealRule[] = [
  { version: 1, marketWithinMs: 5000, closeWithinMs: 30_000, setsOff: false },
  { version: 2, marketWithinMs: 5000, closeWithinMs: 30_000, setsOff: true },
];
