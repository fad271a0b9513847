/**
 * Real money in any order: asked for, decided, reported, found on a chain, taken back, withdrawn, paid, recalled, moved and exchanged, with
 * commits that are cut off and calls that are made again. Custody, liabilities and what the house has keep to a model to the last unit. And
 * the examination can fail: each mistake that is planted in the book's function is found.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { moneyCommands, type Deed } from '../../test/money/moneyCommands';
import { openMoneyDesk, openMoneyGateway, type MoneyDesk, type MoneyGateway } from '../../test/money/moneyDesk';
import { moneyTour, type TourPart } from '../../test/money/moneyTour';
import { endPlay, playMoney } from '../../test/money/playMoney';
import { again, atBegin, instead, legs, withFault } from '../../test/plantFault';
import { noonMs, useTradingExchange } from '../../test/tradingExchange';

let gateway: MoneyGateway;
let now = () => noonMs;
const exchange = useTradingExchange({
  async settings() {
    gateway = await openMoneyGateway(() => now());
    return gateway.settings;
  },
});
let desk: MoneyDesk;
beforeAll(async () => {
  now = () => exchange.clock.now();
  desk = await openMoneyDesk(exchange, gateway);
});
afterAll(() => gateway.close());

test('one of everything: every account has what the model says', async () => {
  const carriedOut = await playMoney(desk, moneyTour());
  expect(
    moneyTour()
      .map(({ deed }) => deed.do)
      .filter((name) => name !== 'reorganise' && !carriedOut.has(name)),
  ).toEqual([]);
});

test('requests, decisions, reports, chains and reversals in any order: every account has what the model says', async () => {
  await fc.assert(
    fc.asyncProperty(moneyCommands, async (commands) => void (await playMoney(desk, commands))),
    // What fails is short enough to be read, and too slow to be shrunk.
    { numRuns: Number.parseInt(process.env['TESSERA_RUNS'] ?? '3', 10), endOnFailure: true },
  );
});

describe('found: a book that', () => {
  test.each<readonly [says: string, part: TourPart, at: Deed['do'], fault: string]>([
    ['credits a top-up twice', 'topUps', 'decide', again('^topup:[0-9]+$')],
    [
      'credits a card payment out of another custody',
      'cards',
      'report',
      instead('^topup:', '^custody:testpay', `'custody:manual'`),
    ],
    ['credits what it has to take back', 'cards', 'report', legs(':reversal$', '-l.amount')],
    ['takes back half of a payment that its chain lost', 'chain', 'read', legs(':reversal$', 'l.amount / 2')],
    ['promises in the name of a merchant twice', 'merchants', 'order', again('^c2c_hold')],
    [
      'credits what a merchant owes, and not what is held',
      'merchants',
      'decide',
      instead('^topup:', '-held$', `rtrim(a.kind, '-held')`),
    ],
    ['leaves half of a cancelled promise', 'merchants', 'drop', legs('^c2c_back', 'l.amount / 2')],
    [
      'settles what is held, and not what is owed',
      'merchants',
      'settle',
      instead('^c2c_settlement', '^payable:[0-9]+$', `a.kind || '-held'`),
    ],
    ['holds twice what is to be withdrawn', 'withdrawals', 'withdraw', legs('^withdrawal_hold', '2 * l.amount')],
    ['loses the fee of a withdrawal', 'withdrawals', 'payout', instead('^withdrawal_end', '^fee$', `'pnl'`)],
    ['pays out of another custody', 'withdrawals', 'payout', instead('^withdrawal_end', '^custody:tron$', `'custody:bank'`)],
    ['releases what something else holds', 'withdrawals', 'payout', instead('^withdrawal_end', '^withdraw_hold$', `'coin_hold'`)],
    ['keeps what a withdrawal gives back', 'withdrawals', 'recall', instead('^withdrawal_end', '^coin$', `'stake'`)],
    ['forgets the fee of an exchange', 'across', 'exchange', instead('^flash:', '^fee$', `'pnl'`)],
    ['moves more than was asked for', 'across', 'transfer', legs('^transfer:', '2 * l.amount')],
  ])('%s', async (_, part, at, fault) => {
    await expectFound(part, at, atBegin(fault));
  });

  test('takes back more than there is', async () => {
    await expectFound('chain', 'read', (source) =>
      source.replace('a.balance + run.moved < k.min or', `(a.balance + run.moved < k.min and 'adjustment' <> all (p_kind)) or`),
    );
  });

  async function expectFound(part: TourPart, at: Deed['do'], change: (source: string) => string): Promise<void> {
    try {
      await withFault(exchange.database, change, () =>
        expect(playMoney(desk, moneyTour(part))).rejects.toThrow(new RegExp(`"do\\W+${at}`)),
      );
    } finally {
      await endPlay(desk);
    }
  }
});
