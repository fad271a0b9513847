/**
 * One believable value of each thing on the wire. A builder takes the fields that matter to the test; every other figure
 * differs from its neighbours, so that swapped arguments show.
 */
import { limitKinds } from '../domain/contract';
import type {
  BookFrame,
  Candle,
  CoinBalance,
  ContractSummary,
  Duration,
  EndpointResponse,
  Quote,
  SecondsOrder,
  SecondsQuote,
  SymbolInfo,
  WalletRecord,
} from '../domain/contract';
import { testStartMs } from './TestClock';

export const aSymbol = (change: Partial<SymbolInfo> = {}): SymbolInfo => ({
  symbol: 'BTC-USDT',
  base: 'BTC',
  quote: 'USDT',
  assetClass: 'crypto',
  digits: 2,
  tickSize: '0.01',
  pipSize: '0.1',
  contractSize: '1',
  lotMin: '0.001',
  lotStep: '0.002',
  lotMax: '50',
  staleAfterMs: 3000,
  products: { spot: false, seconds: true, leverage: false },
  market: { state: 'trading', nextChangeAtMs: null },
  isVolumeModelled: false,
  ...change,
});

export const aForexSymbol = (change: Partial<SymbolInfo> = {}): SymbolInfo =>
  aSymbol({
    symbol: 'EUR-USD',
    base: 'EUR',
    quote: 'USD',
    assetClass: 'forex',
    digits: 5,
    tickSize: '0.00001',
    pipSize: '0.0001',
    contractSize: '100000',
    lotMin: '0.01',
    lotStep: '0.02',
    staleAfterMs: 10_000,
    isVolumeModelled: true,
    ...change,
  });

export const aQuote = (change: Partial<Quote> = {}): Quote => ({
  symbol: 'BTC-USDT',
  seq: 1001,
  atMs: testStartMs,
  price: '61230.50',
  bid: '61230.10',
  ask: '61230.90',
  changeRate: '0.0123',
  high: '62100.00',
  low: '60050.25',
  volume: '1834.5',
  turnover: '112000345.75',
  state: 'trading',
  ...change,
});

/** A book of three levels a side around 61230.50, with one trade. */
export const aBookFrame = (change: Partial<BookFrame> = {}): BookFrame => ({
  symbol: 'BTC-USDT',
  seq: 1001,
  atMs: testStartMs,
  bids: [
    ['61230.4', '0.25'],
    ['61229.1', '0.5'],
    ['61227.85', '1.125'],
  ],
  asks: [
    ['61230.6', '0.75'],
    ['61231.9', '1.5'],
    ['61234.05', '0.0625'],
  ],
  trades: [{ seq: 1001, atMs: testStartMs, price: '61230.5', quantity: '0.0312', side: 'buy' }],
  isModelled: true,
  ...change,
});

/** `count` one-minute candles that end at the test clock's start, oldest first. */
export const someCandles = (count: number): Candle[] =>
  Array.from({ length: count }, (_, index) => {
    const start = testStartMs - (count - index) * 60_000;
    const base = 61_000 + (index % 17) * 3;
    return [start, `${base}.10`, `${base + 9}.40`, `${base - 7}.20`, `${base + 2}.30`, `${index + 1}.5`];
  });

export const aDuration = (change: Partial<Duration> = {}): Duration => ({
  seconds: 30,
  payoutRate: '0.85',
  feeRate: '0.02',
  stakeMin: '10',
  stakeMax: '5000',
  ...change,
});

export const aSecondsQuote = (change: Partial<SecondsQuote> = {}): SecondsQuote => ({
  quoteId: 'quote-1',
  symbol: 'BTC-USDT',
  seconds: 30,
  price: '61230.50',
  priceSeq: 1001,
  payoutRate: '0.85',
  feeRate: '0.02',
  ruleVersion: 1,
  expiresAtMs: testStartMs + 5000,
  ...change,
});

/** A running order on BTC-USDT, long, 30 seconds, accepted at the test clock's start. */
export const aSecondsOrder = (change: Partial<SecondsOrder> = {}): SecondsOrder => ({
  id: 'order-1',
  clientOrderId: '00000000-0000-4000-8000-000000000001',
  mode: 'demo',
  symbol: 'BTC-USDT',
  direction: 'long',
  seconds: 30,
  asset: 'USDT',
  stake: '100',
  fee: '2',
  payoutRate: '0.85',
  feeRate: '0.02',
  ruleVersion: 1,
  status: 'running',
  acceptedAtMs: testStartMs,
  expiresAtMs: testStartMs + 30_200,
  entry: { seq: 1002, atMs: testStartMs + 200, price: '61231.00' },
  exit: null,
  next: null,
  outcome: null,
  voidReason: null,
  returned: null,
  profit: null,
  settledAtMs: null,
  ...change,
});

/** The order of aSecondsOrder after it won: 100 at 85 % returns 185. */
export const aSettledSecondsOrder = (change: Partial<SecondsOrder> = {}): SecondsOrder =>
  aSecondsOrder({
    status: 'settled',
    exit: { seq: 1180, atMs: testStartMs + 30_050, price: '61244.70' },
    next: { seq: 1181, atMs: testStartMs + 30_260, price: '61244.20' },
    outcome: 'won',
    returned: '185',
    profit: '83',
    settledAtMs: testStartMs + 30_900,
    ...change,
  });

export const aCoinBalance = (change: Partial<CoinBalance> = {}): CoinBalance => ({
  asset: 'USDT',
  available: '812.5',
  frozen: '33.25',
  ...change,
});

export const aContractSummary = (change: Partial<ContractSummary> = {}): ContractSummary => ({
  asset: 'USDT',
  balance: '5000.75',
  floatingProfit: null,
  usedMargin: '0',
  availableMargin: '4898.75',
  netEquity: '5000.75',
  marginLevel: null,
  frozen: '102',
  ...change,
});

export const aWalletList = (change: Partial<EndpointResponse<'walletList'>> = {}): EndpointResponse<'walletList'> => ({
  mode: 'demo',
  asOfMs: testStartMs,
  coin: [aCoinBalance(), aCoinBalance({ asset: 'BTC', available: '0.125', frozen: '0' })],
  coinTotal: '8467.3125',
  contract: aContractSummary(),
  total: '13468.0625',
  todayProfit: '83',
  ...change,
});

/** Nothing at all, but for what a test puts in. */
export const anEmptyWallet = ({ coin = '0', contract = '0' } = {}): EndpointResponse<'walletList'> =>
  aWalletList({
    mode: 'real',
    coin: [aCoinBalance({ available: coin, frozen: '0' })],
    coinTotal: coin,
    contract: aContractSummary({ balance: contract, availableMargin: contract, netEquity: contract, frozen: '0' }),
    total: coin === '0' ? contract : coin,
    todayProfit: '0',
  });

export const aWalletRecord = (change: Partial<WalletRecord> = {}): WalletRecord => ({
  id: 'record-1',
  version: 1,
  account: 'contract',
  asset: 'USDT',
  kind: 'seconds_settle',
  amount: '185',
  balanceAfter: '5185.75',
  atMs: testStartMs,
  ref: 'order-1',
  ...change,
});

/** Nobody set a limit, and no break runs. */
export const aLimitsView = (change: Partial<EndpointResponse<'limits'>> = {}): EndpointResponse<'limits'> => ({
  asset: 'USDT',
  dayEndsAtMs: testStartMs + 43_200_000,
  limits: limitKinds.map((kind) => ({ kind, most: null, used: '0', left: null, coming: null })),
  break: null,
  ...change,
});

export const aUserInfo = (change: Partial<EndpointResponse<'userInfo'>> = {}): EndpointResponse<'userInfo'> => ({
  userId: 'user-1',
  account: 'de•••@example.com',
  email: 'de•••@example.com',
  phone: null,
  mode: 'demo',
  creditScore: 100,
  primary: 'not_certified',
  advanced: 'not_certified',
  invitationCode: 'K7PQ2M',
  hasPaymentPassword: false,
  isTotpOn: false,
  language: 'en',
  isDemoOpen: true,
  createdAtMs: testStartMs - 86_400_000,
  ...change,
});

export const aRealInfo = (change: Partial<EndpointResponse<'realInfo'>> = {}): EndpointResponse<'realInfo'> => ({
  primary: 'not_certified',
  advanced: 'not_certified',
  needs: { trade: 'primary', withdraw: 'advanced' },
  rejection: null,
  firstName: null,
  lastName: null,
  country: null,
  idType: null,
  idNumberMasked: null,
  addressMasked: null,
  askedAtMs: null,
  decidedAtMs: null,
  ...change,
});

export const aSession = (change: Partial<EndpointResponse<'login'>> = {}): EndpointResponse<'login'> => ({
  token: 'token-1',
  userId: 'user-1',
  mode: 'demo',
  expiresAtMs: testStartMs + 604_800_000,
  ...change,
});
