import type { SymbolInfo } from '@tessera/shared/contract';
import { Stack } from '@tessera/shared/ui';
import { RunningOrders } from './OpenOrders';
import type { SecondsOrders } from './useOrders';
import { SecondsTicket } from './Ticket';
import { TicketChart } from './Chart';

interface SecondsPanelProps {
  readonly info: SymbolInfo;
  readonly preferred: string | null;
  /** Decimals of the funding asset. */
  readonly scale: number;
  readonly orders: SecondsOrders;
  readonly find: (symbol: string) => SymbolInfo | undefined;
}

/** The seconds product on the contract tab: the last ticks, running orders, the ticket. */
export function SecondsPanel({ info, preferred, scale, orders, find }: SecondsPanelProps) {
  return (
    <Stack gap={4}>
      <TicketChart info={info} orders={orders.running} />
      <RunningOrders orders={orders.running} findInfo={find} />
      <SecondsTicket key={info.symbol} info={info} preferred={preferred} scale={scale} onPlaced={orders.add} />
    </Stack>
  );
}
