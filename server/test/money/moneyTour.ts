/** One of everything that happens to real money, so that no draw has to be lucky; each part stands by itself too. */
import type { Deed, MoneyCommand } from './moneyCommands';

const who = 0;
const which = 0;
const decide = (verdict: 'approved' | 'rejected'): Deed => ({ do: 'decide', which, verdict });
const ask = (method: 'manual' | 'crypto' | 'bank_card', sum: number): Deed => ({ do: 'ask', who, sum, method });
const order = (sum: number): Deed => ({ do: 'order', who, sum });
const withdraw = (sum: number): Deed => ({ do: 'withdraw', who, sum });
const transfer = (from: 'coin' | 'contract', sum: number): Deed => ({ do: 'transfer', who, sum, from });
const read: Deed = { do: 'read' };
const pay: Deed = { do: 'pay', which };

const report = (state: Extract<Deed, { do: 'report' }>['state']): Deed => ({ do: 'report', which, state });
const payout = (isPaid: boolean): Deed => ({ do: 'payout', who, isPaid });
const arrive = (sum: number): Deed => ({ do: 'arrive', who, sum });
const exchange = (from: 'USDT' | 'BTC', sum: number): Deed => ({ do: 'exchange', who, sum, from });
const settle: Deed = { do: 'settle', sum: 200 };
const drop: Deed = { do: 'drop', which: 1 };
const recall: Deed = { do: 'recall', who };
const reverse: Deed = { do: 'reverse', which };
const reorganise: Deed = { do: 'reorganise', which };

const tour = {
  topUps: [
    ask('manual', 200),
    decide('approved'),
    ask('crypto', 300),
    decide('rejected'),
    ask('crypto', 310),
    decide('approved'),
  ],
  cards: [
    ask('bank_card', 150),
    ...[report('wrong amount'), report('paid'), report('paid'), report('charged_back'), report('refunded')],
  ],
  merchants: [
    ...[order(300), pay, decide('approved'), settle, settle],
    ...[order(110), drop, drop, order(120), { do: 'wait' } as const, order(130), pay, decide('rejected')],
  ],
  withdrawals: [
    ...[withdraw(400), withdraw(100), decide('approved'), payout(true)],
    ...[withdraw(200), recall, withdraw(210), decide('rejected')],
    ...[withdraw(220), decide('approved'), recall, payout(false)],
  ],
  across: [transfer('coin', 300), exchange('USDT', 200), exchange('BTC', 100), transfer('contract', 300)],
  // Credited and gone from its chain: taken back at once; and where it was spent meanwhile, once it is there again.
  chain: [
    ...[arrive(120), read, reorganise, read, arrive(500), read],
    ...[transfer('coin', 900), transfer('coin', 900), transfer('coin', 400), transfer('coin', 100)],
    ...[reorganise, read, reverse, transfer('contract', 900), read, reverse],
  ],
} satisfies Readonly<Record<string, readonly Deed[]>>;
export type TourPart = keyof typeof tour;

/** Each third is cut off first, each third made again. */
export const moneyTour = (...parts: readonly TourPart[]): readonly MoneyCommand[] =>
  (parts.length === 0 ? (Object.keys(tour) as TourPart[]) : parts)
    .flatMap((part): readonly Deed[] => tour[part])
    .map((deed, index) => ({ deed, how: index % 3 === 0 ? 'once' : index % 3 === 1 ? 'cut' : 'again' }));
