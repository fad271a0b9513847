/** Tables of this module. */
export interface IdentityTables {}
