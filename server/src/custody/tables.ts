/** Tables of this module (migration 0399). Sums are decimal text; days are counted from 1970-01-01, UTC. */
import type { Generated } from 'kysely';

export interface CustodyTables {
  custodyOwn: CustodyOwnTable;
  custodyReading: { rail: string; asset: string; day: number; operatorId: number; balance: string; atMs: number };
  custodyCount: CustodyCountTable;
}

export interface CustodyOwnTable {
  id: Generated<number>;
  rail: string;
  asset: string;
  day: number;
  amount: string;
  reason: string;
  enteredBy: number;
  enteredAtMs: number;
  confirmedBy: number | null;
  confirmedAtMs: number | null;
}

export interface CustodyCountTable {
  rail: string;
  asset: string;
  day: number;
  found: string;
  booked: string;
  known: string;
  difference: Generated<string>;
  blockNumber: number | null;
  blockHash: string | null;
  addresses: number | null;
  atMs: number;
}
