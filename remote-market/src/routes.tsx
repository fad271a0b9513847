import { Route, Routes } from '@tessera/shared/kernel';
import { NotOpenPage } from '@tessera/shared/react';
import { ChartPage } from './features/chart/ChartPage';
import { ArticlePage } from './features/help/ArticlePage';
import { HelpPage } from './features/help/HelpPage';
import { HomePage } from './features/home/HomePage';
import { MarketListPage } from './features/market-list/MarketListPage';
import { NotificationPage } from './features/notifications/NotificationPage';
import { NotificationsPage } from './features/notifications/NotificationsPage';
import { SearchPage } from './features/search/SearchPage';

/** The pages of this remote; their paths are the host's table in shared/src/federation. */
export function MarketRoutes() {
  return (
    <Routes>
      <Route path="/pages/index/index" element={<HomePage />} />
      <Route path="/pages/market/index" element={<MarketListPage />} />
      <Route path="/pages/kline/index" element={<ChartPage />} />
      <Route path="/pages/whdetail/index" element={<ChartPage />} />
      <Route path="/pages/search/index" element={<SearchPage />} />
      <Route path="/pages/notification/index" element={<NotificationsPage />} />
      <Route path="/pages/notification/detail" element={<NotificationPage />} />
      <Route path="/pages/help/index" element={<HelpPage />} />
      <Route path="/pages/help/detail" element={<ArticlePage />} />
      <Route path="*" element={<NotOpenPage backTo="/pages/index/index" />} />
    </Routes>
  );
}
