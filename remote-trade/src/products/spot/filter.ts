import type { EndpointRequest } from '@tessera/shared/contract';

/** What the list is narrowed to, as the request says it. */
export type SpotFilter = Pick<EndpointRequest<'spotOrders'>, 'symbol' | 'side' | 'fromMs' | 'toMs'>;
