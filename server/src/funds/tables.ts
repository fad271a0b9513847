/** Tables of this module. */
export interface FundsTables {}
