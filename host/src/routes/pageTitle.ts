import type { TFunction } from '@tessera/shared/kernel';
import { pages } from '@tessera/shared/federation';
import type { HostRoute } from './routeFor';

/**
 * The host's own name for a page, shown until the remote sets a better one: '/pages/kline/index' is host:title.kline-index.
 * It has none for a page that only the pointer names.
 */
export function pageTitle(t: TFunction<'host'>, route: HostRoute): string {
  if (route.kind === 'not-found') return t('notFound.title');
  if (route.kind !== 'remote' || !Object.hasOwn(pages, route.page)) return '';
  const key = route.page.replace('/pages/', '').replace('/', '-');
  // The keys are compared with the page table by a test; typed keys cannot follow a computed name.
  return (t as unknown as (key: string) => string)(`title.${key}`);
}

/** "DEMO · Assets · Tessera" */
export const documentTitle = (title: string, brand: string, demoMark: string | undefined): string =>
  [demoMark, title, brand].filter((part) => part !== undefined && part !== '').join(' · ');
