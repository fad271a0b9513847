/**
 * The live host's index.html is its only mutable file: the trusted keys and what each page needs first belong to this
 * installation and to the present pointer, not to the build.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleasePointer } from '@tessera/shared/federation';
import type { ReleaseContext } from '../ReleaseContext';
import { sentForm } from '../build/brotli';
import { replaceFile } from '../store/durableFiles';
import { firstFilesOf } from './firstFiles';
import { hostFolder, liveHost, readHost, templateName } from './hostFolder';
import { indexWithInstallation } from './indexWithInstallation';

/** Writes the live host's index.html again: after a change of the pointer (`changed`) it names the files of the new release. */
export async function writeHostIndex(context: ReleaseContext, changed?: ReleasePointer): Promise<void> {
  const live = liveHost(context.dataDir);
  if (live !== undefined) await writeIndexOf(context, live.version, changed ?? (await context.store.readPointer('prod')));
}

export async function writeIndexOf(
  { dataDir, keys, store }: ReleaseContext,
  version: string,
  pointer: ReleasePointer | undefined,
): Promise<void> {
  const folder = hostFolder(dataDir, version);
  const first = await firstFilesOf({
    folder,
    own: readHost(dataDir, version)?.own ?? [],
    pointer,
    readManifest: (remote, wanted) => store.readManifest(remote, wanted),
  });
  const html = indexWithInstallation(readFileSync(join(folder, templateName), 'utf8'), { trustedKeys: keys.trusted, first });
  const path = join(folder, 'index.html');
  const compressed = `${path}.br`;
  if (existsSync(path) && existsSync(compressed) && readFileSync(path, 'utf8') === html) return;
  // The brotli form goes first and comes last: it never says what the page beside it does not.
  rmSync(compressed, { force: true });
  await replaceFile(path, html);
  await replaceFile(compressed, sentForm(Buffer.from(html)));
}
