import { Route, Routes } from '@tessera/shared/kernel';
import { NotOpenPage } from '@tessera/shared/react';
import { InfoPage } from './features/info/InfoPage';
import { OrdersPage } from './features/orders/OrdersPage';
import { ProofPage } from './features/proof/ProofPage';
import { SecondsOrderPage } from './features/seconds-order/SecondsOrderPage';
import { SpotPage } from './features/spot/SpotPage';

/** The pages of this remote; their paths are the host's table in shared/src/federation. */
export function TradeRoutes() {
  return (
    <Routes>
      <Route path="/pages/contract/index" element={<SecondsOrderPage />} />
      <Route path="/pages/contract/orderRecond" element={<OrdersPage firstTab="open" />} />
      <Route path="/pages/contract/transactionRecords" element={<OrdersPage firstTab="closed" />} />
      <Route path="/pages/contract/proof" element={<ProofPage />} />
      <Route path="/pages/contract/info" element={<InfoPage />} />
      <Route path="/pages/trade/index" element={<SpotPage />} />
      <Route path="*" element={<NotOpenPage backTo="/pages/contract/index" />} />
    </Routes>
  );
}
