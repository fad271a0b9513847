import type { CandleFrame } from '@tessera/shared/contract';
import type { RemoteStorage } from '@tessera/shared/federation';

/** What the strip offers: a line of minutes, or candles of a frame. */
export type Timeframe = 'line' | CandleFrame;
export const timeframes: readonly Timeframe[] = ['line', '1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'];
/** Those that fit beside the button for the others. */
export const firstTimeframes: readonly Timeframe[] = ['line', '1m', '5m', '15m', '1h', '4h', '1d'];

export const frameOf = (timeframe: Timeframe): CandleFrame => (timeframe === 'line' ? '1m' : timeframe);

const key = 'timeframe';
const usual: Timeframe = '15m';

export const readTimeframe = (storage: RemoteStorage): Timeframe => timeframes.find((one) => one === storage.read(key)) ?? usual;
export const writeTimeframe = (storage: RemoteStorage, timeframe: Timeframe): void => storage.write(key, timeframe);
