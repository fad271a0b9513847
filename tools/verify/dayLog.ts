/** A day file of the tick log: a header, then one tick a line, packed or not. */
import { gunzipSync } from 'node:zlib';
import type { DayFile } from './day';
import { sha256 } from './bytes';
import type { Tick } from './shapes';

export interface DayLog extends DayFile {
  readonly day: string;
}

/** As `fairness/logdays` names a file. */
export interface ListedDay {
  readonly day: string;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly hash: string;
  /** Of the packed file; null where there is none. */
  readonly sha256: string | null;
}

export const isDayLog = (name: string): boolean => /\.ndjson(\.gz)?$/.test(name);

export function readDayLog(bytes: Uint8Array): DayLog {
  const isPacked = bytes[0] === 0x1f;
  const text = Buffer.from(isPacked ? gunzipSync(bytes) : bytes).toString('ascii');
  const [header, ...lines] = text.trimEnd().split('\n');
  const { symbol, day, previousHash, firstSeq, lastSeq } = JSON.parse(header ?? '') as DayLog & Required<DayFile>['stated'];
  const ticks = lines.map((line) => JSON.parse(line) as Tick);
  const fileHash = isPacked ? { fileHash: sha256(Buffer.from(bytes)) } : {};
  return { symbol, day, stated: { previousHash, firstSeq, lastSeq }, ...fileHash, feedDay: null, ticks, anchors: [] };
}
