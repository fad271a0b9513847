/** A day file of the tick log: a header, then one tick a line, packed or not. */
import { gunzipSync } from 'node:zlib';
import type { DayFile } from './day';
import type { Tick } from './shapes';

export interface DayLog extends DayFile {
  readonly day: string;
}

export const isDayLog = (name: string): boolean => /\.ndjson(\.gz)?$/.test(name);

export function readDayLog(bytes: Uint8Array): DayLog {
  const text = Buffer.from(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('ascii');
  const [header, ...lines] = text.trimEnd().split('\n');
  const { symbol, day, previousHash, firstSeq, lastSeq } = JSON.parse(header ?? '') as DayLog & Required<DayFile>['stated'];
  const ticks = lines.map((line) => JSON.parse(line) as Tick);
  return { symbol, day, stated: { previousHash, firstSeq, lastSeq }, feedDay: null, ticks, anchors: [] };
}
