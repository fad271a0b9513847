/**
 * When a price of a live source counts. The source's own time decides and orders the log: a price that the source made before an
 * order was accepted cannot decide it, however late it reached us, so nobody gains by hearing the source sooner than we do.
 */
export const liveRules = {
  /** A price whose source time is further than this behind our clock is left out … */
  maxSourceAgeMs: 500,
  /**
   * … and one that is further ahead of it: what is public already would otherwise decide an order that is accepted after it. So much
   * two synchronised clocks may differ.
   */
  maxSourceAheadMs: 20,
  /** Where a second source is set, its last price may be this much older or younger than the first one's … */
  agreementMs: 2_000,
  /** … and this far from it, as a share of it. Otherwise the price is left out, and the market pauses. */
  agreementBand: '0.0025',
} as const;
