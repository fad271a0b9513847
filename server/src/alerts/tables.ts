/** Tables of price alerts (migration 0361). */
import type { AlertDirection } from '@tessera/shared/contract';
import type { Generated, GeneratedAlways } from 'kysely';

export interface AlertTables {
  priceAlert: PriceAlertTable;
}

export interface PriceAlertTable {
  id: GeneratedAlways<number>;
  userId: number;
  symbolId: string;
  direction: AlertDirection;
  price: string;
  lookedSeq: number;
  isDue: Generated<boolean>;
  setAtMs: number;
}
