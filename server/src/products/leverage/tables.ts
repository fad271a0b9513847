/** Tables of leveraged positions (migration 0050). */
import type {
  AccountMode,
  AssetClass,
  CancelReason,
  CloseReason,
  Direction,
  LeverageProof,
  MarginMode,
  PositionStatus,
} from '@tessera/shared/contract';
import type { ClosingMargin } from '@tessera/shared/trading';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface LeverageTables {
  leverageTerm: LeverageTermTable;
  leverageOrder: LeverageOrderTable;
  leverageDeal: LeverageDealTable;
  leverageSwap: LeverageSwapTable;
  houseLimit: { symbolId: string; sinceVersion: number; untilVersion: number | null; netNotional: string };
  closingNotice: { userId: number; calendarId: string; closesAtMs: number };
  leverageCursor: { symbolId: string; seq: number; atMs: number };
  leverageAccount: { userId: number; mode: AccountMode; judgedMs: number; retryAtMs: number | null };
}

export type SwapMode = 'points' | 'rate';
export type TriggerKind = LeverageProof['trigger']['kind'];

export interface LeverageTermTable {
  symbolId: string;
  sinceVersion: number;
  untilVersion: number | null;
  leverages: number[];
  marginMode: MarginMode;
  feeRate: string;
  maintenanceRate: string;
  marginCallLevel: string;
  stopOutLevel: string;
  swapMode: SwapMode;
  swapLong: string;
  swapShort: string;
  tripleWeekday: number | null;
  rolloverMinute: number;
  toleratedMove: string;
  divisorSymbol: string | null;
  maxPositions: number;
  minNotional: string;
  closingLeverage: number | null;
  closingMarginMinutes: number | null;
  exposureLimits: ColumnType<[leverage: number, notional: string][], string, string>;
}

export interface LeverageOrderTable {
  id: GeneratedAlways<number>;
  userId: number;
  mode: AccountMode;
  clientOrderId: string;
  symbolId: string;
  assetClass: AssetClass;
  direction: Direction;
  entrustment: 'market' | 'limit';
  asset: string;
  lots: string;
  leverage: number;
  limitPrice: string | null;
  seenPrice: string | null;
  catalogVersion: number;
  ruleVersion: number;
  marginMode: MarginMode;
  contractSize: string;
  digits: number;
  feeRate: string;
  maintenanceRate: string;
  stopOutLevel: string;
  spreadBelow: string;
  spreadAbove: string;
  toleratedMove: string;
  divisorSymbol: string | null;
  swapMode: SwapMode;
  swapPerNight: string;
  tripleWeekday: number | null;
  rolloverMinute: number;
  closingMargin: ColumnType<ClosingMargin | null, string | null, never>;
  acceptedSeq: number;
  acceptedPrice: string;
  acceptedAtMs: number;

  status: Generated<PositionStatus>;
  openLots: Generated<string>;
  margin: string;
  feeHold: Generated<string>;
  fee: Generated<string>;
  swap: Generated<string>;
  /** Price differences of the closings so far. */
  profit: Generated<string>;
  insured: Generated<string>;
  pricePerLot: string;
  openPrice: string | null;
  openedSeq: number | null;
  openedAtMs: number | null;
  takeProfit: string | null;
  tpSinceMs: number | null;
  stopLoss: string | null;
  slSinceMs: number | null;
  liquidationPrice: string | null;
  liquidationSinceMs: number | null;
  closingLots: string | null;
  closeAskedAtMs: number | null;
  closings: Generated<number>;
  closeTurnover: Generated<string>;
  closeReason: CloseReason | null;
  cancelReason: CancelReason | null;
  closedAtMs: number | null;
  nextSwapMs: number | null;
  /** Changed lately: ticks after this instant are judged again, whatever the cursor says. */
  lookFromMs: number | null;
  /** The log was judged up to here when the person last took something back: at commit no later tick may be out. */
  askedHeadMs: number | null;
  holdJournalId: number | null;
  openJournalId: number | null;
  cancelJournalId: number | null;
}

/** What a stop-out was decided on. */
export interface StopOutAccount {
  readonly free: string;
  readonly stopOutLevel: string;
  /** The tick at which it was judged. */
  readonly tick: { readonly symbol: string; readonly seq: number };
  readonly positions: readonly {
    readonly orderId: string;
    readonly symbol: string;
    readonly direction: Direction;
    readonly lots: string;
    readonly contractSize: string;
    readonly openPrice: string;
    readonly margin: string;
    readonly spreadBelow: string;
    readonly spreadAbove: string;
    readonly tickSeq: number;
    readonly tickPrice: string;
    readonly divisor: string;
    readonly divisorSymbol: string | null;
    readonly divisorSeq: number | null;
  }[];
}

export interface LeverageDealTable {
  id: GeneratedAlways<number>;
  orderId: number;
  userId: number;
  mode: AccountMode;
  symbolId: string;
  direction: Direction;
  kind: 'open' | 'close';
  reason: CloseReason | null;
  lots: string;
  price: string;
  tickSeq: number;
  tickAtMs: number;
  tickPrice: string;
  divisor: string;
  divisorSymbol: string | null;
  divisorSeq: number | null;
  notional: string;
  margin: string;
  fee: string;
  profit: string | null;
  insured: Generated<string>;
  triggerKind: TriggerKind;
  triggerPrice: string | null;
  triggerSinceMs: number;
  account: ColumnType<StopOutAccount | null, string | null, never>;
  ruleVersion: number;
  journalId: number;
  atMs: number;
}

export interface LeverageSwapTable {
  orderId: number;
  rolloverMs: number;
  nights: number;
  amount: string;
  tickSeq: number | null;
  divisor: string;
  /** Of nights of before: null, also where there was a conversion. */
  divisorSeq: number | null;
  journalId: number | null;
  atMs: number;
}
