import type { EndpointName } from '@tessera/shared/contract';

/** What a loan changes, wherever it is read. */
export const loanReads = [
  'loanOrders',
  'loanStatistics',
  'loanConfig',
  'whDeposits',
  'treasureOrders',
  'walletList',
  'walletDetail',
] as const satisfies readonly EndpointName[];
