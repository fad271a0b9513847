import { useState, type ComponentType, type ReactNode } from 'react';
import { Route, Routes } from '@tessera/shared/kernel';
import { NotOpenPage } from './NotOpenPage';
import type { PageChunks, RemotePages } from './pageChunks';

/** What a remote shows where. */
export interface RemoteRoutes {
  readonly pages: RemotePages;
  /** Where a place that is no page leads back to. */
  readonly home: string;
  /** Around every page: what lives on when the page changes. */
  readonly around?: ComponentType<{ readonly children: ReactNode }> | undefined;
}

export function RoutedPages({ pages, home, chunks }: RemoteRoutes & { readonly chunks: PageChunks }): ReactNode {
  return (
    <Routes>
      {Object.keys(pages).map((path) => (
        <Route key={path} path={path} element={<PageAt key={path} path={path} chunks={chunks} />} />
      ))}
      <Route path="*" element={<NotOpenPage backTo={home} />} />
    </Routes>
  );
}

/** Which component it is does not change while it is on screen: what stood for the page is the page once it is here. */
function PageAt({ path, chunks }: { readonly path: string; readonly chunks: PageChunks }): ReactNode {
  const [Page] = useState(() => chunks.pageAt(path));
  return <Page />;
}
