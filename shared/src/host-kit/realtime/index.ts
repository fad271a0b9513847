export { createRealtime } from './createRealtime';
export type { Realtime, RealtimeOptions } from './createRealtime';
export { createPageSignals } from './PageSignals';
export type { PageSignals } from './PageSignals';
export type { PrivateSignal } from './PrivateEvents';
export type { ReleaseNews } from './ReleaseNews';
export type { SocketPort } from './SocketPort';
