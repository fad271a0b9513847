/** One situation, and what a person is told in it. */
import type { ErrorCode } from '@tessera/shared/errors';
import type { Answer, TradingExchange } from '../tradingExchange';

export interface MessageCase {
  readonly situation: string;
  /** 'ok': the counterpart that must go through, so that a rule that refuses everything is noticed. */
  readonly code: ErrorCode | 'ok';
  readonly params?: Readonly<Record<string, string>>;
  /** The instant; a Wednesday at noon where nothing is said. */
  readonly atMs?: number;
  act(exchange: TradingExchange): Promise<Answer>;
}
