/** Tables of this module. */
export interface SecondsTables {}
