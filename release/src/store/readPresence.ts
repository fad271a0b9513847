import { presenceReport } from '@tessera/shared/federation';
import { printable } from '../output/printable';
import type { Bucket } from './Bucket';
import { readText } from './readText';
import type { Presence } from './ReleaseStore';
import { understood } from './understood';

/** What each server last wrote of its pages, whatever its age. */
export async function readPresence(bucket: Bucket): Promise<Presence> {
  const keys = await bucket.list('presence/');
  const read = await Promise.all(keys.map(async (key) => ({ key, text: await readText(bucket, key) })));
  const found = read.flatMap(({ key, text }) => (text === undefined ? [] : [{ key, report: understood(presenceReport, text) }]));
  return {
    reports: found.flatMap(({ report }) => report ?? []),
    unreadable: found.filter(({ report }) => report === undefined).map(({ key }) => printable(key)),
  };
}
