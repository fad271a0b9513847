import type { Language } from '@tessera/shared/contract';
import type { ReleaseManifest, ReleaseReference } from '@tessera/shared/federation';

export interface KeptFile {
  readonly href: string;
  readonly integrity: string;
}

/** "text-de.1a2b3c4d.js": the texts of one language; "text-de-later.1a2b3c4d.js": those of single pages. */
const textFile = /^text-(\w+)[.-]/;

/** The files of a release that its pages may ask for in this language: all scripts and styles but the words of the others. */
export function filesToKeep(
  { entry }: Pick<ReleaseReference, 'entry'>,
  { files }: Pick<ReleaseManifest, 'files'>,
  language: Language,
): readonly KeptFile[] {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  return Object.entries(files).flatMap(([path, { integrity }]) => {
    const spoken = textFile.exec(path)?.[1] ?? language;
    return /\.(js|css)$/.test(path) && spoken === language ? [{ href: `${folder}${path}`, integrity }] : [];
  });
}
