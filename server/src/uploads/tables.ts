/** Tables of this module (migrations 0320, 0371). */
import type { Generated } from 'kysely';
import type { UploadPurpose } from '@tessera/shared/contract';

/** `answer`: a picture from customer service, kept in the name of the person to whom it was sent. */
export type KeptPurpose = UploadPurpose | 'answer';

export interface UploadTables {
  upload: UploadTable;
  uploadView: UploadViewTable;
}

export interface UploadTable {
  id: string;
  userId: number;
  purpose: KeptPurpose;
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
