/** Where the bytes of files lie: the verbs that a directory and an object store both have. Keys are relative paths with "/". */
export interface BlobStore {
  /** undefined when there is no such key. */
  read(key: string): Promise<Buffer | undefined>;
  /** Writes over what is there. Readers see the old bytes or the new ones, never a part. */
  write(key: string, bytes: Buffer): Promise<void>;
  /** What is missing is removed already. */
  remove(key: string): Promise<void>;
  /** Removes what writers that died before this time left half-written, where there can be such. */
  removeDrafts(beforeMs: number): Promise<void>;
}
