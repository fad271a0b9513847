import type { EndpointName } from './endpoints';

/** What remotes built with contract 1.0 and 1.1 call rows of the endpoint table that were renamed since. Goes with contract 2. */
export const formerEndpointNames: Readonly<Record<string, EndpointName | undefined>> = {
  submitSeconds: 'secondsSubmit',
  submitWhSeconds: 'secondsWhSubmit',
  listSeconds: 'secondsOrders',
  listWhSeconds: 'secondsWhOrders',
  quoteSeconds: 'secondsTerms',
  findSeconds: 'secondsFind',
  proveSeconds: 'secondsProve',
  spotTrade: 'spotSubmit',
  proveSpot: 'spotProve',
  leverageMine: 'leverageOrders',
  leverageWhMine: 'leverageWhOrders',
  proveLeverage: 'leverageProve',
};
