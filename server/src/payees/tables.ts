/** Tables of this module (migration 0381). */
import type { ColumnType, Generated, Selectable } from 'kysely';

export interface PayeeTables {
  payee: PayeeTable;
}

export interface PayeeTable {
  id: Generated<number>;
  publicId: string;
  userId: number;
  kind: 'wallet' | 'bank_card';
  /** These three of a wallet. */
  asset: string | null;
  network: string | null;
  address: string | null;
  /** These two of a card. */
  sealed: Buffer | null;
  cardHash: string | null;
  label: string;
  masked: string;
  confirmedAtMs: number;
  usableFromMs: number;
  deletedAtMs: ColumnType<number | null, null | undefined, number>;
}

export type PayeeRow = Selectable<PayeeTable>;
