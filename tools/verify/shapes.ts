/** What the exchange publishes and hands out, as JSON; the parts that are checked. Money, prices and rates are decimal text. */
import type { ClosingMargin } from './countsAs';

export interface Tick {
  readonly symbol: string;
  readonly seq: number;
  readonly atMs: number;
  readonly price: string;
  readonly hash: string;
  readonly previousHash: string;
  readonly isFilled?: boolean;
  readonly format2?: {
    readonly sourceAtMs: number;
    readonly receivedAtMs: number;
    readonly bid: string;
    readonly ask: string;
    readonly volume: string | null;
    readonly kind: 'live' | 'history' | 'late';
  };
}

export interface Head {
  readonly seq: number;
  readonly hash: string;
}

export interface Root {
  readonly minuteMs: number;
  readonly root: string;
  readonly previousRoot: string;
  readonly heads: Readonly<Record<string, Head>>;
  readonly logs?: { readonly record: Head; readonly audit: Head };
  readonly signed?: { readonly keyId: string; readonly signature: string };
}

export interface Entry {
  readonly seq: number;
  readonly atMs: number;
  readonly kind: string;
  readonly body: string;
  readonly hash: string;
  readonly previousHash?: string;
}

export interface Witnessed {
  readonly witness: string;
  readonly kind: string;
  readonly minuteMs: number;
  readonly root: string;
  readonly atMs: number;
  readonly statement: string;
}

export interface Day {
  readonly day: string;
  readonly version?: number;
  readonly source: string;
  readonly attempt?: number;
  readonly seedHash: string | null;
  readonly seed: string | null;
  readonly beaconHash?: string | null;
  readonly beacon?: {
    readonly kind: string;
    readonly chain?: string | null;
    readonly round?: number | null;
    readonly value: string;
    readonly signature: string | null;
    readonly isFallback?: boolean;
  } | null;
  readonly drawnFromMs?: number | null;
  readonly committedAtMs?: number;
  readonly lostAtMs?: number | null;
  readonly opening: Readonly<Record<string, string>>;
  readonly parameters?: Readonly<Record<string, DayParameters | ReplayParameters>>;
}

export interface DayParameters {
  readonly digits: number;
  readonly volatilityPpm: number;
  readonly activity: number;
  readonly openSlots: readonly (readonly [number, number])[];
}

/** Of a replayed market; `drawsDirection` is absent of days whose moves went as recorded. */
export interface ReplayParameters {
  readonly barMoves?: number;
  readonly countedBars?: number;
  readonly drawsDirection?: true;
}

export interface Incident {
  readonly id: string;
  readonly symbol: string;
  readonly fromMs: number;
  readonly toMs: number;
}

export type Terms = Readonly<Record<string, string | number | boolean | null>>;

export interface Receipt {
  readonly body: {
    readonly product: string;
    readonly request: string;
    readonly key: string;
    readonly order: string;
    readonly holder: string;
    readonly symbol: string;
    readonly termsHash: string;
    readonly acceptedAtMs: number;
    readonly headSeq: number;
    readonly headHash: string;
    readonly keyId: string;
  };
  readonly terms: Terms;
  readonly signature: string;
  readonly holderSalt?: string;
}

/** What a proof names of witnesses: statements over roots from its last one on, and the roots up to there. */
export interface ProvenWitnesses {
  readonly statements: readonly Witnessed[];
  readonly roots: readonly Root[];
}

/** What every proof has. */
export interface LogOfProof {
  readonly ticks: readonly Tick[];
  readonly anchors: readonly Root[];
  readonly witnessed?: ProvenWitnesses;
  readonly feedDay: Day | null;
}

interface Order {
  readonly id: string;
  readonly clientOrderId: string;
  readonly symbol: string;
  readonly acceptedAtMs: number;
  readonly feeRate: string;
  readonly receipt?: Receipt;
}

/** What was asked of it since, as it was signed. */
export type OrderOfRequests = Order & { readonly requests?: readonly Receipt[] };

export type NamedTick = Pick<Tick, 'seq' | 'atMs' | 'price'>;

export interface SecondsProof extends LogOfProof {
  readonly order: Order & {
    readonly mode: string;
    readonly direction: 'long' | 'short';
    readonly seconds: number;
    readonly asset: string;
    readonly stake: string;
    readonly fee: string;
    readonly payoutRate: string;
    readonly ruleVersion: number;
    readonly status: string;
    readonly expiresAtMs: number;
    readonly entry: NamedTick | null;
    readonly exit: NamedTick | null;
    readonly next: NamedTick | null;
    readonly outcome: string | null;
    readonly voidReason: string | null;
    readonly returned: string | null;
    readonly profit: string | null;
    readonly settledAtMs: number | null;
  };
  readonly rule: Readonly<Record<'version' | 'entryWithinMs' | 'minTicksBetween' | 'exitMaxAgeMs' | 'decideAfterMs', number>>;
  readonly acceptedSeq?: number;
  readonly assetScale: number;
  readonly incident: Incident | null;
  readonly setOff?: {
    readonly won: readonly Omit<SecondsProof, 'setOff'>[];
    readonly others: readonly Pick<SecondsProof, 'order' | 'incident'>[];
  };
}

export interface Fill {
  readonly id: string;
  readonly seq: number;
  readonly atMs: number;
  readonly tickPrice: string;
  readonly price: string;
  readonly quantity: string;
  readonly total: string;
  readonly fee: string;
}

export interface SpotProof extends LogOfProof {
  readonly order: OrderOfRequests & {
    readonly status?: string;
    readonly endReason?: string | null;
    readonly side: 'buy' | 'sell';
    readonly entrustment: 'limit' | 'market';
    readonly price: string | null;
    readonly quantity: string | null;
    readonly total: string | null;
    readonly feeAsset: string;
    readonly fills: readonly Fill[];
  };
  readonly fillId: string;
  readonly book: {
    readonly digits: number;
    readonly spreadSteps: number;
    readonly levelQuantity: string;
    readonly quantityStep: string;
    readonly ruleVersion: number;
  };
  readonly bounds: { readonly slippageCap: string; readonly toleratedMove: string; readonly seenPrice: string | null };
  readonly assetScales: { readonly base: number; readonly quote: number };
  readonly isRunComplete: boolean;
  readonly incidents: readonly Incident[];
}

/** What a flash exchange gave and brought, and the ticks that priced it; none of USDT. */
export interface FlashProof extends LogOfProof {
  readonly order: Readonly<Record<'id' | 'quoteId' | 'from' | 'to' | 'given' | 'received' | 'rate' | 'fee' | 'feeRate', string>> &
    Readonly<Record<'fromSpread' | 'toSpread', string>> &
    Readonly<Record<'atMs' | 'quotedAtMs' | 'expiresAtMs' | 'ruleVersion' | 'catalogVersion', number>> & {
      readonly fromTick: (NamedTick & { readonly symbol: string }) | null;
      readonly toTick: (NamedTick & { readonly symbol: string }) | null;
      readonly receipt?: Receipt;
    };
  readonly assetScales: { readonly from: number; readonly to: number };
  readonly incidents: readonly Incident[];
}

/** What lay locked for a loan when it was called or liquidated, and what became of it. */
export interface LoanCollateral {
  readonly kind: 'coin' | 'treasure';
  readonly asset: string;
  readonly orderId: string | null;
  readonly amount: string;
  readonly weight: string;
  readonly scale: number;
  /** Of an Interest Treasure order none, and of a coin that counts for nothing. */
  readonly price:
    | (NamedTick & { readonly symbol: string; readonly mean: string; readonly fromSeq: number; readonly stands?: boolean })
    | null;
  /** The version of the terms that its weight is of. */
  readonly catalogVersion?: number | null;
  readonly sold: string;
  readonly gross: string;
  readonly fee: string;
  readonly penalty: string;
  readonly returned: string;
}

export interface LoanProof extends LogOfProof {
  readonly loanId: string;
  readonly decision: {
    readonly id: string;
    readonly kind: 'call' | 'liquidation';
    readonly atMs: number;
    readonly level: string;
    readonly owed: string;
    readonly ltv: string;
    readonly liquidationFee: string;
    readonly collateral: readonly LoanCollateral[];
    readonly meanSeconds?: number;
    readonly freshSeconds?: number;
    readonly days?: number;
    readonly catalogVersion?: number;
    readonly calledAtMs?: number;
    readonly repaid: string;
    readonly surplus: string;
    readonly left?: string;
    readonly insured: string;
    readonly ruleVersion: number;
  };
  /** Of markets that stood still: the roots over the last tick that counted. */
  readonly standing?: readonly { readonly symbol: string; readonly anchors: readonly Root[] }[];
  readonly incidents: readonly Incident[];
  readonly halts?: readonly { readonly symbol: string; readonly fromMs: number; readonly untilMs: number | null }[];
  /** As the app shows the loan: what was agreed to. */
  readonly loan?: AgreedLoan;
}

interface AgreedLoan {
  readonly days: number;
  readonly callLtv: string;
  readonly liquidationLtv: string;
  readonly liquidationFee: string;
  readonly ruleVersion?: number;
  readonly meanSeconds?: number;
  readonly freshSeconds?: number;
  readonly catalogVersion?: number;
  readonly collateral: readonly {
    readonly kind: string;
    readonly asset: string;
    readonly orderId: string | null;
    readonly weight: string;
    readonly scale?: number;
  }[];
}

/** A project as the app shows it to who took part. */
export interface ProjectOfPerson {
  readonly id: string;
  readonly scale: number;
  readonly joined: string | null;
  readonly returned: string | null;
  readonly result: { readonly share: string; readonly recordSeq: number } | null;
}

export interface Deal {
  readonly id: string;
  readonly orderId: string;
  readonly symbol: string;
  readonly direction: 'long' | 'short';
  readonly kind: 'open' | 'close';
  readonly reason: string | null;
  readonly lots: string;
  readonly price: string;
  readonly tickSeq: number;
  readonly tickAtMs: number;
  readonly tickPrice: string;
  readonly divisor: string;
  readonly notional: string;
  readonly margin: string;
  readonly fee: string;
  readonly profit: string | null;
  readonly insured: string;
}

/** What the price of a position's closing follows from. */
export interface Position {
  readonly direction: 'long' | 'short';
  readonly contractSize: string;
  readonly openPrice: string | null;
  readonly feeRate: string;
  readonly spreadBelow: string;
  readonly spreadAbove: string;
}

export interface PositionOfAccount extends Position {
  readonly orderId: string;
  readonly symbol: string;
  readonly openPrice: string;
  readonly lots: string;
  readonly margin: string;
  readonly leverage?: number;
  readonly closingMargin?: ClosingMargin;
  readonly tick: Tick;
  readonly divisor: string;
  readonly divisorTick: Tick | null;
}

export interface Night {
  readonly rolloverMs: number;
  readonly nights: number;
  readonly amount: string;
  readonly fromMargin: string;
  readonly tick?: Tick;
  readonly divisorTick?: Tick;
}

/** From a conversion's tick to the head of a root after the instant. */
export interface Conversion {
  readonly atMs: number;
  readonly ticks: readonly Tick[];
  readonly anchor: Root | null;
  readonly incidents: readonly Incident[];
}

export interface DealProof extends LogOfProof {
  readonly order: OrderOfRequests &
    Position & {
      readonly openedAtMs?: number | null;
      readonly closingMargin?: ClosingMargin;
      readonly entrustment: 'limit' | 'market';
      readonly marginMode: 'isolated' | 'cross';
      readonly lots: string;
      readonly leverage: number;
      readonly limitPrice: string | null;
      readonly maintenanceRate: string;
    };
  readonly deal: Deal;
  readonly ruleVersion: number;
  readonly digits: number;
  readonly assetScale: number;
  readonly trigger: { readonly kind: string; readonly price: string | null; readonly sinceMs: number };
  readonly toleratedMove: string;
  readonly earlier: readonly Deal[];
  readonly swaps: readonly Night[];
  readonly nightTerms?: { readonly mode: 'points' | 'rate'; readonly perNight: string; readonly tripleWeekday: number | null };
  readonly isRunComplete: boolean;
  readonly divisorTick: Tick | null;
  readonly account: {
    readonly free: string;
    /** The record of the statement before those of the stop-out, and what it left. */
    readonly before?: { readonly version: number; readonly balance: string };
    readonly stopOutLevel: string;
    readonly tick: Tick;
    readonly positions: readonly PositionOfAccount[];
  } | null;
  readonly conversions?: readonly Conversion[];
  readonly incidents: readonly Incident[];
}
