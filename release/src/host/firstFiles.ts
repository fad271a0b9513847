/**
 * What the first page needs beside the host's own script, for the small script that runs before all others: the entry and the
 * first files of each remote, its texts in each language and the files of each of its pages, and which page is shown by which remote. Only a hint of what to
 * fetch early: each file is loaded by its integrity later, so a stale hint costs bytes and never runs.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pages, type ReleaseManifest, type ReleasePointer } from '@tessera/shared/federation';

/** Address and integrity. The page is sent as it is: what lies in a release's folder is named from there. */
export type FirstFile = readonly [href: string, integrity: string];

export interface FirstFiles {
  /** The remote of each page. */
  readonly pages: Readonly<Record<string, string>>;
  /** The host's texts by language. */
  readonly texts: Readonly<Record<string, FirstFile>>;
  readonly remotes: Readonly<Record<string, FirstFilesOfRemote>>;
}

interface FirstFilesOfRemote {
  /** The folder of its release; the addresses below start there. */
  readonly base: string;
  readonly files: readonly FirstFile[];
  readonly texts: Readonly<Record<string, FirstFile>>;
  /** By page. */
  readonly pages: Readonly<Record<string, readonly FirstFile[]>>;
}

/** "text-de.0a1b2c3d.js": our builds put all texts of one language into one file of this name. */
const textFile = /^text-(\w+)\.[0-9a-f]+\.js$/;

export async function firstFilesOf(host: {
  readonly folder: string;
  readonly own: readonly string[];
  readonly pointer: ReleasePointer | undefined;
  readManifest(remote: string, version: string): Promise<Pick<ReleaseManifest, 'files' | 'pageFiles'>>;
}): Promise<FirstFiles> {
  const { folder, own, pointer, readManifest } = host;
  const texts = Object.fromEntries(
    own.flatMap((path) => {
      const language = textFile.exec(path)?.[1];
      return language === undefined ? [] : [[language, [`/h5/${path}`, integrityOf(join(folder, path))] as const] as const];
    }),
  );
  const remotes: Record<string, FirstFilesOfRemote> = {};
  for (const [name, { stable }] of Object.entries(pointer?.remotes ?? {})) {
    // A release that cannot be read is found by those who need it; here it only goes without its texts and pages.
    const { files, pageFiles = {} } = await readManifest(name, stable.version).catch(
      (): Pick<ReleaseManifest, 'files' | 'pageFiles'> => ({ files: {} }),
    );
    const base = stable.entry.slice(0, stable.entry.lastIndexOf('/') + 1);
    const fromBase = (href: string): string => (href.startsWith(base) ? href.slice(base.length) : href);
    remotes[name] = {
      base,
      files: [{ href: stable.entry, integrity: stable.integrity }, ...(stable.preload ?? [])].map(
        ({ href, integrity }): FirstFile => [fromBase(href), integrity],
      ),
      texts: Object.fromEntries(
        Object.entries(files).flatMap(([path, { integrity }]) => {
          const language = textFile.exec(path)?.[1];
          return language === undefined ? [] : [[language, [path, integrity] as const] as const];
        }),
      ),
      pages: Object.fromEntries(
        Object.entries(pageFiles).map(([page, paths]) => [
          page,
          paths.flatMap((path): FirstFile[] => {
            const file = files[path];
            return file === undefined ? [] : [[path, file.integrity]];
          }),
        ]),
      ),
    };
  }
  return { pages, texts, remotes };
}

const integrityOf = (path: string): string => `sha384-${createHash('sha384').update(readFileSync(path)).digest('base64')}`;
