/**
 * Who gets the canary. A person (or a browser that nobody is signed in on) falls into one of ten thousand buckets by a hash
 * of the rollout's salt and their id. The share only moves the border, so a ramp adds people and takes none away; another
 * remote or another rollout has another salt, so the same people are not hit each time.
 */
import type { RemotePointer } from './ReleasePointer';

export type Canary = NonNullable<RemotePointer['canary']>;

const buckets = 10_000;
const bucketsPerPercent = buckets / 100;

/** 0 to 9999: the first 32 bits of SHA-256 of "<salt>:<id>", modulo ten thousand. */
export async function canaryBucket(salt: string, id: string): Promise<number> {
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt}:${id}`));
  return new DataView(digest).getUint32(0) % buckets;
}

/** A frozen canary (halted) is for nobody. */
export async function isInCanary({ percent, salt, frozen }: Omit<Canary, 'release'>, id: string): Promise<boolean> {
  return !frozen && (await canaryBucket(salt, id)) < percent * bucketsPerPercent;
}
