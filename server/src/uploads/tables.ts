/** Tables of this module (migration 0320). */
import type { Generated } from 'kysely';
import type { UploadPurpose } from '@tessera/shared/contract';

export interface UploadTables {
  upload: UploadTable;
  uploadView: UploadViewTable;
}

export interface UploadTable {
  id: string;
  userId: number;
  purpose: UploadPurpose;
  field: string;
  contentHash: string;
  bytes: number;
  width: number;
  height: number;
  blobKey: string;
  wrappedKey: Buffer;
  createdAtMs: number;
  storedAtMs: number | null;
  usedBy: string | null;
}

export interface UploadViewTable {
  id: Generated<number>;
  uploadId: string;
  viewer: string;
  atMs: number;
}
