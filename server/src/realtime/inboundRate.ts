/** What one socket may send: a burst of 40 messages, refilled at 10 a second. A page that scrolls fast needs far less. */
export interface RateBucket {
  /** undefined: full. */
  left: number | undefined;
  atMs: number;
}

const burst = 40;
const refillPerSecond = 10;

export function isRateAllowed(bucket: RateBucket, nowMs: number): boolean {
  const refill = ((nowMs - bucket.atMs) / 1000) * refillPerSecond;
  bucket.left = Math.min(burst, (bucket.left ?? burst) + refill) - 1;
  bucket.atMs = nowMs;
  return bucket.left >= 0;
}
