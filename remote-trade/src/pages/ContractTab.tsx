/** The contract tab with its products. */
import { ContractPage } from '../features/contract/ContractPage';
import { PositionsPanel } from '../products/leverage/OpenOrders';
import { LeveragePanel } from '../products/leverage/Panel';
import { SecondsPanel } from '../products/seconds/Panel';

export function ContractTab() {
  return <ContractPage seconds={SecondsPanel} leverage={LeveragePanel} positions={PositionsPanel} />;
}
