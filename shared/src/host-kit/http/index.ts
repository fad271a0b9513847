export { createApiClient, requestTimeoutMs } from './ApiClient';
export type { ApiClientOptions } from './ApiClient';
export { createHttpPort } from './HttpPort';
export type { HttpAnswer, HttpPort, HttpQuestion } from './HttpPort';
export { sampleServerClock } from './sampleServerClock';
export { withRenewal } from './withRenewal';
export type { Renew } from './withRenewal';
