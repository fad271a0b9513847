/** Transfers and demo money need no tables: their journals in the ledger are the record. */
export interface FundsTables {}
