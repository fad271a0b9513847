/** Tables of this module (migration 0335). */
import type { Generated } from 'kysely';
import type { IdentityAct, IdentityField, IdentityLevel, IdentityStep, IdType } from '@tessera/shared/contract';

export interface PapersTables {
  identityRequest: IdentityRequestTable;
  identityNeed: { act: IdentityAct; sinceVersion: number; untilVersion: number | null; level: IdentityLevel };
}

export interface IdentityRequestTable {
  id: Generated<number>;
  userId: number;
  step: IdentityStep;
  status: Generated<'under_review' | 'certified' | 'rejected'>;
  /** Of a primary one, up to `numberHash`. */
  country: string | null;
  firstName: string | null;
  lastName: string | null;
  idType: IdType | null;
  /** JSON of number and address. */
  sealed: Buffer | null;
  numberHash: string | null;
  /** Of an advanced one. */
  frontUploadId: string | null;
  backUploadId: string | null;
  reason: string | null;
  redo: Generated<IdentityField[]>;
  askedAtMs: number;
  decidedAtMs: number | null;
}
