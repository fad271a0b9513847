/**
 * Why an order cannot be placed yet: one ordered list over plain values. The first problem is the buttons' text. The
 * server answers with the same rules again; these only save a round trip.
 */
import type { Duration, ShownMarketState } from '@tessera/shared/contract';
import { feeOf } from '@tessera/shared/fairness';
import { add, amount, compare, rate, type Amount } from '@tessera/shared/money';

export interface TicketInputs {
  readonly marketState: ShownMarketState;
  readonly isPriceLive: boolean;
  readonly isOffline: boolean;
  readonly duration: Duration | undefined;
  /** Exact, or undefined while what was typed is not an amount. */
  readonly stake: Amount | undefined;
  /** undefined while it is not known: then the server decides. */
  readonly available: Amount | undefined;
  readonly scale: number;
}

export type TicketProblem =
  | { readonly code: 'offline' | 'marketHalted' | 'marketClosed' | 'marketClosing' | 'stale' | 'duration' | 'empty' }
  | { readonly code: 'belowMin' | 'aboveMax' | 'insufficient'; readonly amount: Amount };

export function ticketProblem({
  marketState,
  isPriceLive,
  isOffline,
  duration,
  stake,
  available,
  scale,
}: TicketInputs): TicketProblem | undefined {
  if (isOffline) return { code: 'offline' };
  if (marketState === 'halted') return { code: 'marketHalted' };
  if (marketState === 'closed') return { code: 'marketClosed' };
  if (marketState === 'closing') return { code: 'marketClosing' };
  if (!isPriceLive) return { code: 'stale' };
  if (duration === undefined) return { code: 'duration' };
  if (stake === undefined) return { code: 'empty' };
  const [min, max] = [amount(duration.stakeMin), amount(duration.stakeMax)];
  if (compare(stake, min) < 0) return { code: 'belowMin', amount: min };
  if (compare(stake, max) > 0) return { code: 'aboveMax', amount: max };
  if (available !== undefined && compare(add(stake, feeOf({ stake, feeRate: rate(duration.feeRate), scale })), available) > 0) {
    return { code: 'insufficient', amount: available };
  }
  return undefined;
}
