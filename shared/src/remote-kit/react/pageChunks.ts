/**
 * The pages of one mounted remote, each in a chunk of its own. A page that is here already is shown without waiting; one that is
 * not suspends; one whose chunk did not come fails until the failed ones are forgotten, and is asked for again then.
 */
import { lazy, type ComponentType } from 'react';

/**
 * By path. The chunk of each is named after its path ("pages.user.index" for /pages/user/index), so that the first page of a visit
 * is fetched with its remote and not after it.
 */
export type RemotePages = Readonly<Record<string, () => Promise<ComponentType>>>;

export interface PageChunks {
  /** Nothing has to be waited for: the page is here, or there is none. */
  isPresent(path: string): boolean;
  /** Resolves when the page is here, or there is none; rejects when its chunk does not come. */
  load(path: string): Promise<void>;
  /** The page, or what stands for it until it is here: the same component each time. */
  pageAt(path: string): ComponentType;
  forgetFailed(): void;
}

export function createPageChunks(pages: RemotePages): PageChunks {
  const present = new Map<string, ComponentType>();
  const coming = new Map<string, { readonly page: Promise<ComponentType>; readonly standIn: ComponentType }>();
  const failed = new Set<string>();

  function request(path: string, load: () => Promise<ComponentType>) {
    const known = coming.get(path);
    if (known !== undefined) return known;
    const page = load();
    page.then(
      (loaded) => present.set(path, loaded),
      () => failed.add(path),
    );
    const requested = { page, standIn: lazy(async () => ({ default: await page })) };
    coming.set(path, requested);
    return requested;
  }

  return {
    isPresent: (path) => present.has(path) || pages[path] === undefined,
    async load(path) {
      const load = pages[path];
      if (load !== undefined) await request(path, load).page;
    },
    pageAt(path) {
      const load = pages[path];
      return present.get(path) ?? (load === undefined ? Nothing : request(path, load).standIn);
    },
    forgetFailed() {
      for (const path of failed) coming.delete(path);
      failed.clear();
    },
  };
}

const Nothing: ComponentType = () => null;
