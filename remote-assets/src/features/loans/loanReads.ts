import type { EndpointName } from '@tessera/shared/contract';

/** The reads that a change of a loan makes outdated. */
export const loanReads = [
  'loanOrders',
  'loanStatistics',
  'loanConfig',
  'whDeposits',
  'treasureOrders',
  'walletList',
  'walletDetail',
] as const satisfies readonly EndpointName[];
