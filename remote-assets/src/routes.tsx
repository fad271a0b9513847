import { MoneyActions } from '@tessera/shared/actions';
import { Route, Routes } from '@tessera/shared/kernel';
import { NotOpenPage } from '@tessera/shared/react';
import { OverviewPage } from './features/overview/OverviewPage';
import { RecordsPage } from './features/records/RecordsPage';
import { TransferPage } from './features/transfer/TransferPage';

/** The pages of this remote; their paths are the host's table in shared/src/federation. */
export function AssetsRoutes() {
  return (
    <MoneyActions>
      <Routes>
        <Route path="/pages/assets/index" element={<OverviewPage />} />
        <Route path="/pages/assets/transfer" element={<TransferPage />} />
        <Route path="/pages/assets/records" element={<RecordsPage />} />
        <Route path="*" element={<NotOpenPage backTo="/pages/assets/index" />} />
      </Routes>
    </MoneyActions>
  );
}
