/** The page of orders, opened at either of its tabs. */
import { OrdersPage } from '../features/orders/OrdersPage';
import { PositionsPanel } from '../products/leverage/OpenOrders';

export function OpenOrdersTab() {
  return <OrdersPage firstTab="open" positions={PositionsPanel} />;
}

export function ClosedOrdersTab() {
  return <OrdersPage firstTab="closed" positions={PositionsPanel} />;
}
