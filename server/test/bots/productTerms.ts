/** Terms of some markets as the first catalogue publishes them: what a position and a spot order cost a bot. */
import type { MarginMode } from '@tessera/shared/contract';

export interface ProductTerms {
  readonly digits: number;
  readonly spreadSteps: number;
  /** Seconds contracts pay so much less than those of crypto. */
  readonly payoutLess: number;
  readonly leverage: {
    readonly marginMode: MarginMode;
    readonly leverage: number;
    readonly lots: string;
    readonly contractSize: string;
    readonly feeRate: string;
    readonly swapMode: 'rate' | 'points';
    readonly swapLong: string;
    readonly swapShort: string;
    readonly tripleWeekday: number | undefined;
    readonly rolloverMinute: number;
    readonly toleratedMove: string;
  };
  /** undefined: there is no spot trading in it. */
  readonly spot: { readonly quantity: string; readonly step: string; readonly levelQuantity: string } | undefined;
}

const crypto = {
  marginMode: 'isolated',
  leverage: 100,
  contractSize: '1',
  feeRate: '0.00055',
  swapMode: 'rate',
  swapLong: '-0.0003',
  swapShort: '-0.0001',
  tripleWeekday: undefined,
  rolloverMinute: 0,
  toleratedMove: '0.001',
} as const;
const ofBanks = {
  marginMode: 'cross',
  lots: '0.1',
  swapMode: 'points',
  tripleWeekday: 3,
  rolloverMinute: 1320,
  toleratedMove: '0.0002',
} as const;

export const productTerms: Readonly<Record<string, ProductTerms>> = {
  'BTC-USDT': {
    digits: 2,
    spreadSteps: 20,
    payoutLess: 0,
    leverage: { ...crypto, lots: '0.1' },
    spot: { quantity: '0.1', step: '0.00001', levelQuantity: '0.25' },
  },
  'ETH-USDT': {
    digits: 2,
    spreadSteps: 2,
    payoutLess: 0,
    leverage: { ...crypto, lots: '2' },
    spot: { quantity: '2', step: '0.0001', levelQuantity: '6' },
  },
  'BNB-USDT': {
    digits: 2,
    spreadSteps: 4,
    payoutLess: 0,
    leverage: { ...crypto, lots: '5' },
    spot: { quantity: '5', step: '0.0001', levelQuantity: '15' },
  },
  'EUR-USD': {
    digits: 5,
    spreadSteps: 8,
    payoutLess: 0.02,
    leverage: { ...ofBanks, leverage: 200, contractSize: '100000', feeRate: '0.00003', swapLong: '-6.5', swapShort: '2.1' },
    spot: undefined,
  },
  'XAU-USD': {
    digits: 3,
    spreadSteps: 250,
    payoutLess: 0,
    leverage: { ...ofBanks, leverage: 100, contractSize: '100', feeRate: '0.00005', swapLong: '-520', swapShort: '83' },
    spot: undefined,
  },
};
