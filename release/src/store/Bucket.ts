/**
 * Where bytes lie: the verbs that a directory and an object store both have. Keys are relative paths with "/" ("r/market/…").
 * A bucket that cannot be reached rejects with a ReleaseProblem of kind 'unreachable'.
 */
export interface Bucket {
  /** For messages: "/srv/data/releases" or "s3://releases/prod". */
  readonly name: string;
  /** undefined when there is no such key. */
  read(key: string): Promise<Uint8Array | undefined>;
  /** Writes only where nothing is yet; of two writers at once exactly one gets 'created'. Readers see all of it or nothing. */
  create(key: string, bytes: Uint8Array): Promise<'created' | 'exists'>;
  /** Writes over what is there. Readers see the old bytes or the new ones, never a part. */
  replace(key: string, bytes: Uint8Array): Promise<void>;
  /** Keys that begin with `prefix`, in any order; drafts are never among them. */
  list(prefix: string): Promise<readonly string[]>;
  remove(key: string): Promise<void>;
  /** Removes what writers that died before this time left half-written, where there can be such; answers how many. */
  removeDrafts(beforeMs: number): Promise<number>;
}
