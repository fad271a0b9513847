import type { RemoteRoutes } from '@tessera/shared/react';

/** The pages of this remote, each in a chunk named after its path; the paths are the host's table in shared/src/federation. */
export const marketRoutes: RemoteRoutes = {
  home: '/pages/index/index',
  pages: {
    '/pages/index/index': async () =>
      (await import(/* webpackChunkName: "pages.index.index" */ './features/home/HomePage')).HomePage,
    '/pages/market/index': async () =>
      (await import(/* webpackChunkName: "pages.market.index" */ './features/market-list/MarketListPage')).MarketListPage,
    '/pages/kline/index': async () =>
      (await import(/* webpackChunkName: "pages.kline.index" */ './features/chart/ChartPage')).ChartPage,
    '/pages/whdetail/index': async () =>
      (await import(/* webpackChunkName: "pages.whdetail.index" */ './features/chart/ChartPage')).ChartPage,
    '/pages/search/index': async () =>
      (await import(/* webpackChunkName: "pages.search.index" */ './features/search/SearchPage')).SearchPage,
    '/pages/notification/index': async () =>
      (await import(/* webpackChunkName: "pages.notification.index" */ './features/notifications/NotificationsPage'))
        .NotificationsPage,
    '/pages/notification/detail': async () =>
      (await import(/* webpackChunkName: "pages.notification.detail" */ './features/notifications/NotificationPage'))
        .NotificationPage,
    '/pages/alerts/index': async () =>
      (await import(/* webpackChunkName: "pages.alerts.index" */ './features/alerts/AlertsPage')).AlertsPage,
    '/pages/help/index': async () =>
      (await import(/* webpackChunkName: "pages.help.index" */ './features/help/HelpPage')).HelpPage,
    '/pages/help/detail': async () =>
      (await import(/* webpackChunkName: "pages.help.detail" */ './features/help/ArticlePage')).ArticlePage,
    '/pages/fairness/index': async () =>
      (await import(/* webpackChunkName: "pages.fairness.index" */ './features/fairness/FairnessPage')).FairnessPage,
  },
};
