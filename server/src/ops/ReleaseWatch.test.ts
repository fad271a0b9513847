import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep, type Repeating } from '../platform/timers';
import { watchReleases, type PointerHead } from './ReleaseWatch';

let dir: string;
let watch: Repeating | undefined;
const told: PointerHead[] = [];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tessera-pointer-'));
  told.length = 0;
});
afterEach(async () => {
  await watch?.stop();
  await rm(dir, { recursive: true });
});

async function promote(channel: string, serial: number): Promise<void> {
  await writeFile(join(dir, 'half'), JSON.stringify({ schema: 1, channel, serial }));
  await rename(join(dir, 'half'), join(dir, `${channel}.json`));
}
async function look(): Promise<void> {
  watch?.wake();
  await sleep(60);
}

test('a pointer was there, then a new one is promoted, then a file that is none appears: told once, of the new one', async () => {
  await promote('prod', 4);
  watch = watchReleases(dir, (head) => told.push(head), () => undefined);
  await look();
  await promote('prod', 5);
  await look();
  await writeFile(join(dir, 'note.json'), '{"serial": "x"}');
  await look();
  expect(told).toEqual([{ channel: 'prod', serial: 5 }]);
});

test('the folder is not there yet: nothing is told until the first pointer appears', async () => {
  await rm(dir, { recursive: true });
  watch = watchReleases(dir, (head) => told.push(head), () => undefined);
  await look();
  expect(told).toEqual([]);
  dir = await mkdtemp(dir);
});
