/**
 * Asks a release whose entry runs in a page for every other file that it could ever ask for, through the release's own loader
 * (that of its bundler, webpack), and tells which of them the browser took. What is taken is registered but not yet called, so
 * asking changes nothing on the page.
 */
import type { Page } from 'playwright/test';

export interface PartOfRelease {
  readonly file: string;
  /** 'ran-in-vain': it was executed and is not what it should be, the case that integrity must prevent. */
  readonly outcome: 'taken' | 'refused' | 'ran-in-vain';
}

type Chunk = string | number;

/** What webpack's runtime offers to its own modules. */
interface Bundler {
  /** Its modules. */
  readonly m: object;
  /** Integrity by chunk; empty for one that has no file. */
  readonly sriHashes: Readonly<Record<string, string>>;
  readonly f: Readonly<Record<'j' | 'miniCss', (chunk: Chunk, loading: Promise<unknown>[]) => void>>;
  /** The script of a chunk, and its sheet. */
  u(chunk: Chunk): string;
  miniCssF(chunk: Chunk): string;
}

export function partsOfRelease(
  page: Page,
  global: string,
): Promise<{ readonly parts: readonly PartOfRelease[]; readonly hasRun: boolean }> {
  return page.evaluate(async (name) => {
    const registry = (window as unknown as Record<string, unknown[] | undefined>)[`webpackChunk${name}`];
    if (registry === undefined) throw new Error(`the entry of ${name} does not run in this page`);
    const bundler = await new Promise<Bundler>((resolve) => registry.push([[Symbol('parts of a release')], {}, resolve]));
    const modulesBefore = Object.keys(bundler.m).length;
    const outcomeOf = async (loading: readonly Promise<unknown>[]): Promise<PartOfRelease['outcome']> => {
      try {
        await Promise.all(loading);
        return 'taken';
      } catch (error) {
        // The loader's word for a script that was executed without registering anything.
        return (error as { readonly type?: string }).type === 'missing' ? 'ran-in-vain' : 'refused';
      }
    };
    const ask = (key: string): { readonly file: string; readonly loading: Promise<unknown>[] }[] => {
      // The runtime compares: 524 is not '524'.
      const chunk = /^\d+$/.test(key) ? Number(key) : key;
      const script: Promise<unknown>[] = [];
      const sheet: Promise<unknown>[] = [];
      bundler.f.j(chunk, script);
      bundler.f.miniCss(chunk, sheet);
      return [
        ...(script.length === 0 ? [] : [{ file: bundler.u(chunk), loading: script }]),
        ...(sheet.length === 0 ? [] : [{ file: bundler.miniCssF(chunk), loading: sheet }]),
      ];
    };
    // So many as a browser loads at once: one that only waits for its turn would use up the loader's time on a busy machine.
    const atOnce = 6;
    const keys = Object.keys(bundler.sriHashes);
    const parts: PartOfRelease[] = [];
    for (let first = 0; first < keys.length; first += atOnce) {
      const asked = keys.slice(first, first + atOnce).flatMap(ask);
      parts.push(...(await Promise.all(asked.map(async ({ file, loading }) => ({ file, outcome: await outcomeOf(loading) })))));
    }
    parts.sort((a, b) => (a.file < b.file ? -1 : 1));
    return { parts, hasRun: Object.keys(bundler.m).length > modulesBefore };
  }, global);
}
