import type { ReactNode } from 'react';
import { MoneyActions, useResumedAction } from '@tessera/shared/actions';
import type { RemoteRoutes } from '@tessera/shared/react';
import { useLeverageAdapter } from './products/leverage/useAdapter';
import { useSecondsAdapter } from './products/seconds/useAdapter';
import { useSpotAdapter } from './products/spot/useAdapter';

/** The pages of this remote, each in a chunk named after its path; the paths are the host's table in shared/src/federation. */
export const tradeRoutes: RemoteRoutes = {
  home: '/pages/contract/index',
  around: TradeActions,
  pages: {
    '/pages/contract/index': async () =>
      (await import(/* webpackChunkName: "pages.contract.index" */ './pages/ContractTab')).ContractTab,
    '/pages/contract/orderRecond': async () =>
      (await import(/* webpackChunkName: "pages.contract.orderRecond" */ './pages/OrdersTabs')).OpenOrdersTab,
    '/pages/contract/transactionRecords': async () =>
      (await import(/* webpackChunkName: "pages.contract.transactionRecords" */ './pages/OrdersTabs')).ClosedOrdersTab,
    '/pages/contract/proof': async () =>
      (await import(/* webpackChunkName: "pages.contract.proof" */ './features/proof/ProofPage')).ProofPage,
    '/pages/contract/info': async () =>
      (await import(/* webpackChunkName: "pages.contract.info" */ './features/info/InfoPage')).InfoPage,
    '/pages/contract/incidents': async () =>
      (await import(/* webpackChunkName: "pages.contract.incidents" */ './features/incidents/IncidentsPage')).IncidentsPage,
    '/pages/trade/index': async () =>
      (await import(/* webpackChunkName: "pages.trade.index" */ './features/spot/SpotPage')).SpotPage,
    '/pages/trade/order': async () =>
      (await import(/* webpackChunkName: "pages.trade.order" */ './features/spot-orders/SpotOrdersPage')).SpotOrdersPage,
  },
};

function TradeActions({ children }: { readonly children: ReactNode }) {
  return (
    <MoneyActions>
      <ResumedActions />
      {children}
    </MoneyActions>
  );
}

/** What was sent before a reload: its outcome is told on whichever page the person is. */
function ResumedActions() {
  useResumedAction(useSecondsAdapter());
  useResumedAction(useSpotAdapter());
  useResumedAction(useLeverageAdapter());
  return null;
}
