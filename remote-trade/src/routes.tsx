import { MoneyActions, useResumedAction } from '@tessera/shared/actions';
import { Route, Routes } from '@tessera/shared/kernel';
import { NotOpenPage } from '@tessera/shared/react';
import { ContractPage } from './features/contract/ContractPage';
import { InfoPage } from './features/info/InfoPage';
import { LeveragePanel } from './products/leverage/Panel';
import { OrdersPage } from './features/orders/OrdersPage';
import { ProofPage } from './features/proof/ProofPage';
import { PositionsPanel } from './products/leverage/OpenOrders';
import { SecondsPanel } from './products/seconds/Panel';
import { SpotOrdersPage } from './features/spot-orders/SpotOrdersPage';
import { SpotPage } from './features/spot/SpotPage';
import { useLeverageAdapter } from './products/leverage/useAdapter';
import { useSecondsAdapter } from './products/seconds/useAdapter';
import { useSpotAdapter } from './products/spot/useAdapter';

/** The pages of this remote; their paths are the host's table in shared/src/federation. */
export function TradeRoutes() {
  return (
    <MoneyActions>
      <ResumedActions />
      <Routes>
        <Route
          path="/pages/contract/index"
          element={<ContractPage seconds={SecondsPanel} leverage={LeveragePanel} positions={PositionsPanel} />}
        />
        <Route
          path="/pages/contract/orderRecond"
          element={<OrdersPage key="open" firstTab="open" positions={PositionsPanel} />}
        />
        <Route
          path="/pages/contract/transactionRecords"
          element={<OrdersPage key="closed" firstTab="closed" positions={PositionsPanel} />}
        />
        <Route path="/pages/contract/proof" element={<ProofPage />} />
        <Route path="/pages/contract/info" element={<InfoPage />} />
        <Route path="/pages/trade/index" element={<SpotPage />} />
        <Route path="/pages/trade/order" element={<SpotOrdersPage />} />
        <Route path="*" element={<NotOpenPage backTo="/pages/contract/index" />} />
      </Routes>
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
