/** The public record. Written by append_public_record alone. */
export interface RecordTables {
  publicRecord: { seq: number; atMs: number; kind: string; body: string; previousHash: string; hash: string };
}
