/** The times within which things are decided (docs/trading.md), under the rule version that every order and deal names. */
export const leverageRuleVersion = 2;
/** A market order that no tick met by then is cancelled. */
export const marketWithinMs = 5_000;
/** A close that no tick met by then is no longer asked for. */
export const closeWithinMs = 30_000;
/** Opposite isolated positions of a symbol are set off against one another in a gap. */
export const setsOff = ({ ruleVersion }: { readonly ruleVersion: number }): boolean => ruleVersion >= 2;
/** How long the clock waits for a tick that may be on its way before it decides that none came. */
export const decideAfterMs = 2_000;
/** The same for the latest tick of another symbol, which a conversion or a stop-out needs. */
export const otherSymbolAfterMs = 1_000;
