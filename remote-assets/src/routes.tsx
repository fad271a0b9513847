import { MoneyActions } from '@tessera/shared/actions';
import type { RemoteRoutes } from '@tessera/shared/react';

/** The pages of this remote, each in a chunk named after its path; the paths are the host's table in shared/src/federation. */
export const assetsRoutes: RemoteRoutes = {
  home: '/pages/assets/index',
  around: MoneyActions,
  pages: {
    '/pages/assets/index': async () =>
      (await import(/* webpackChunkName: "pages.assets.index" */ './features/overview/OverviewPage')).OverviewPage,
    '/pages/assets/transfer': async () =>
      (await import(/* webpackChunkName: "pages.assets.transfer" */ './features/transfer/TransferPage')).TransferPage,
    '/pages/assets/exchange': async () =>
      (await import(/* webpackChunkName: "pages.assets.exchange" */ './features/flash/FlashPage')).FlashPage,
    '/pages/assets/withdraw': async () =>
      (await import(/* webpackChunkName: "pages.assets.withdraw" */ './features/withdrawal/WithdrawPage')).WithdrawPage,
    '/pages/assets/withdrawOrder': async () =>
      (await import(/* webpackChunkName: "pages.assets.withdrawOrder" */ './features/withdrawal/WithdrawalsPage'))
        .WithdrawalsPage,
    '/pages/assets/topup': async () =>
      (await import(/* webpackChunkName: "pages.assets.topup" */ './features/topup/TopUpPage')).TopUpPage,
    '/pages/assets/topupOrder': async () =>
      (await import(/* webpackChunkName: "pages.assets.topupOrder" */ './features/topup/TopUpsPage')).TopUpsPage,
    '/pages/assets/c2c': async () => (await import(/* webpackChunkName: "pages.assets.c2c" */ './features/c2c/C2cPage')).C2cPage,
    '/pages/bankcard/index': async () =>
      (await import(/* webpackChunkName: "pages.bankcard.index" */ './features/payees/PayeesPage')).PayeesPage,
    '/pages/bankcard/add': async () =>
      (await import(/* webpackChunkName: "pages.bankcard.add" */ './features/payees/AddWalletPage')).AddWalletPage,
    '/pages/bankcard/addbank': async () =>
      (await import(/* webpackChunkName: "pages.bankcard.addbank" */ './features/payees/AddCardPage')).AddCardPage,
    '/pages/assets/liabilities': async () =>
      (await import(/* webpackChunkName: "pages.assets.liabilities" */ './features/liabilities/LiabilitiesPage')).LiabilitiesPage,
    '/pages/assets/records': async () =>
      (await import(/* webpackChunkName: "pages.assets.records" */ './features/records/RecordsPage')).RecordsPage,
    '/pages/assets/statement': async () =>
      (await import(/* webpackChunkName: "pages.assets.statement" */ './features/statement/StatementPage')).StatementPage,
    '/pages/InterestTreasure/index': async () =>
      (await import(/* webpackChunkName: "pages.InterestTreasure.index" */ './pages/TreasurePage')).TreasurePage,
    '/pages/InterestTreasure/detail': async () =>
      (await import(/* webpackChunkName: "pages.InterestTreasure.detail" */ './pages/TreasureDetailPage')).TreasureDetailPage,
    '/pages/InterestTreasure/order': async () =>
      (await import(/* webpackChunkName: "pages.InterestTreasure.order" */ './pages/TreasureOrdersPage')).TreasureOrdersPage,
  },
};
