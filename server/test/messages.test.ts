/**
 * Every message of the catalogue about accounts, identity, the wallet, money in and out, trading, uploads and in general, provoked through the real HTTP routes. A test
 * reads the catalogue itself: a new code of these blocks without a situation in these tables fails. Each answer is also said as the app says it:
 * a sentence that is missing in one of the languages, or has a place that the answer does not fill, fails.
 */
import { describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languages, type Language } from '@tessera/shared/contract';
import { authCases } from './messageCases/authCases';
import { c2cCases } from './messageCases/c2cCases';
import { generalCases } from './messageCases/generalCases';
import { identityCases } from './messageCases/identityCases';
import { leverageCases } from './messageCases/leverageCases';
import { projectCases } from './messageCases/projectCases';
import { secondsCases } from './messageCases/secondsCases';
import { spotCases } from './messageCases/spotCases';
import { topUpCases } from './messageCases/topUpCases';
import { loanCases } from './messageCases/loanCases';
import { treasureCases } from './messageCases/treasureCases';
import { uploadCases } from './messageCases/uploadCases';
import { walletCases } from './messageCases/walletCases';
import { ourWallet, withdrawalCases } from './messageCases/withdrawalCases';
import type { MessageCase } from './messageCases/MessageCase';
import { closingMs, noonMs, useTradingExchange } from './tradingExchange';

const here = dirname(fileURLToPath(import.meta.url));
const readSentences = (language: Language) =>
  JSON.parse(readFileSync(join(here, `../../locales/${language}/errors.json`), 'utf8')) as Readonly<Record<string, string>>;
const sentences = Object.fromEntries(languages.map((language) => [language, readSentences(language)])) as Readonly<
  Record<Language, Readonly<Record<string, string>>>
>;

/** One network is read by a program; nobody asks its node here. */
const chains = [{ network: 'ethereum', endpoints: ['http://127.0.0.1:9'], custody: [ourWallet] }];
const exchange = useTradingExchange({ settings: async () => ({ CHAINS: JSON.stringify(chains) }) });
const tables: Readonly<Record<string, readonly MessageCase[]>> = {
  accounts: authCases,
  identity: identityCases,
  uploads: uploadCases,
  general: generalCases,
  wallet: walletCases,
  'top-ups': topUpCases,
  withdrawals: withdrawalCases,
  merchants: c2cCases,
  // Before those that look at hours to come: a project closes by the price log too.
  projects: projectCases,
  seconds: secondsCases,
  spot: spotCases,
  leverage: leverageCases,
  treasure: treasureCases,
  loans: loanCases,
};

/** After every other instant of this file. */
const fridayMs = closingMs + 3_600_000;
/** Cases follow each other in time, as the tick log does. */
let lastMs = noonMs;

describe.each(Object.entries(tables))('%s', (_, cases) => {
  test.each(cases.map((one) => [one.situation, one.code, one] as const))(
    '%s: %s',
    async (_situation, code, { params, atMs, act }) => {
      exchange.clock.set(atMs ?? (lastMs += 1000));
      const answer = await act(exchange);
      if (atMs === undefined) lastMs = exchange.clock.now();
      if (code === 'ok') expect(answer).toEqual({ type: 'ok', message: expect.anything() });
      else
        expect(answer).toEqual({
          type: ['AUTH_LOGIN_REQUIRED', 'AUTH_SESSION_ENDED'].includes(code) ? '999' : 'error',
          message: code,
          ...(params === undefined ? {} : { params }),
        });
      if (code !== 'ok') expect(unsaidIn(code, answer.params)).toEqual([]);
    },
  );
});

/** What a person would not read of it: "de: no sentence", "fr: {{max}}". */
function unsaidIn(code: string, params: Readonly<Record<string, string>> = {}): string[] {
  return languages.flatMap((language) => {
    const sentence = sentences[language][code] ?? '';
    const empty = [...sentence.matchAll(/\{\{(\w+)\}\}/g)].filter(([, name = '']) => params[name] === undefined);
    return sentence.trim() === '' ? [`${language}: no sentence`] : empty.map(([place]) => `${language}: ${place}`);
  });
}

const provokedElsewhere = new Set([
  // Told by the state of an order instead of an answer: see the test below.
  'ORDER_CLOSE_FAILED',
  // Needs somebody who holds an account: acceptanceOrder.test.ts.
  'ORDER_TOO_LATE',
  // Needs terms of its own: server/src/products/leverage/opening.test.ts.
  'ORDER_TOO_MANY_POSITIONS',
  'ORDER_EXPOSURE_LIMIT',
  'ORDER_HOUSE_LIMIT',
  // Needs the hour before a weekend: server/src/products/leverage/closingMargin.test.ts.
  'ORDER_LEVERAGE_BEFORE_CLOSING',
  // Needs an operator: server/src/ops/incidents.test.ts.
  'ORDER_MARKET_HALTED',
  // Needs a client whose clock is wrong: receipts.test.ts.
  'ORDER_CLOCK_AHEAD',
  // The client's own: remote-trade's useAcceptance.test.tsx.
  'ORDER_RECEIPT_WRONG',
  // Needs allowances as small as in production: server/src/http/createHttp.test.ts.
  'TOO_MANY_REQUESTS',
]);
const source = readFileSync(join(here, '../../shared/src/domain/errors/codes.ts'), 'utf8');

test.each([
  ['Auth', 'AUTH_WRONG_CREDENTIALS'],
  ['Identity', 'IDENTITY_NUMBER_TAKEN'],
  ['Wallet and funds', 'WALLET_NOT_FOUND'],
  ['Interest Treasure and loans', 'TREASURE_FULL'],
  ['Trading', 'ORDER_SYMBOL_NOT_FOUND'],
  ['Withdrawal', 'WITHDRAWAL_HELD'],
  ['Top-up', 'TOPUP_TOO_MANY'],
  ['Upload', 'UPLOAD_EXISTS'],
  ['General', 'STATUS_ABNORMAL'],
])('every code of the catalogue’s block %s is provoked here', (name, one) => {
  const block = source.split(`\n  // ${name}\n`)[1]?.split('\n  // ')[0] ?? '';
  const codes = [...block.matchAll(/'([A-Z_]+)'/g)].map(([, code]) => code);
  const provoked = new Set(Object.values(tables).flatMap((cases) => cases.map(({ code }) => code as string)));
  expect(codes).toContain(one);
  const isTold = (code = '') => provoked.has(code) || provokedElsewhere.has(code);
  expect(codes.filter((code) => !isTold(code))).toEqual([]);
});

test('ORDER_CLOSE_FAILED: no tick came within 30 s of the request, the position is open again and can be closed anew', async () => {
  exchange.clock.set(fridayMs);
  await exchange.tick('ETH-USDT', '3420');
  const person = await exchange.aPerson({ contract: '5000' });
  const order = {
    symbol: 'ETH-USDT',
    direction: 'long',
    entrustment: 'market',
    lots: '0.1',
    leverage: 10,
    seenPrice: '3420.01',
    clientOrderId: randomUUID(),
  };
  const { id } = await person.get<{ id: string }>('leverageSubmit', order);
  const statusAfter = async (ms: number, price?: string): Promise<string> => {
    exchange.clock.advance(ms);
    if (price !== undefined) await exchange.tick('ETH-USDT', price);
    exchange.clock.advance(100);
    await exchange.execute();
    return (await person.get<{ order: { status: string } }>('leverageDetail', { id })).order.status;
  };
  expect(await statusAfter(500, '3420')).toBe('open');
  await person.get('leverageClose', { id });
  expect(await statusAfter(20_000)).toBe('closing');
  expect(await statusAfter(40_000)).toBe('open');
  await person.get('leverageClose', { id });
  expect(await statusAfter(500, '3430')).toBe('closed');
});
