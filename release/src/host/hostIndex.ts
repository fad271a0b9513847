/**
 * The live host's index.html is its only mutable file: the trusted keys and the landing remote's preload links belong to this
 * installation and to the present pointer, not to the build.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleasePointer } from '@tessera/shared/federation';
import type { ReleaseContext } from '../ReleaseContext';
import { replaceFile } from '../store/durableFiles';
import { hostFolder, liveHost, templateName } from './hostFolder';
import { indexWithInstallation } from './indexWithInstallation';

/** Writes the live host's index.html anew: after a change of the pointer (`changed`) its preload links name the new release. */
export async function writeHostIndex(context: ReleaseContext, changed?: ReleasePointer): Promise<void> {
  const live = liveHost(context.dataDir);
  if (live !== undefined) await writeIndexOf(context, live.version, changed ?? (await context.store.readPointer('prod')));
}

export async function writeIndexOf(
  { dataDir, keys }: ReleaseContext,
  version: string,
  pointer: ReleasePointer | undefined,
): Promise<void> {
  const folder = hostFolder(dataDir, version);
  const landing = pointer?.remotes['market']?.stable;
  const html = indexWithInstallation(readFileSync(join(folder, templateName), 'utf8'), { trustedKeys: keys.trusted, landing });
  const path = join(folder, 'index.html');
  if (!existsSync(path) || readFileSync(path, 'utf8') !== html) await replaceFile(path, html);
}
