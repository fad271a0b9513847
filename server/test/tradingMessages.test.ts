/**
 * Every trading message of the specification (sections 5 and 8), provoked through the real HTTP routes. The last test
 * reads the catalogue itself: a new trading code without a situation in these tables fails.
 */
import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generalCases } from './tradingCases/generalCases';
import { secondsCases } from './tradingCases/secondsCases';
import { spotCases } from './tradingCases/spotCases';
import type { TradingCase } from './tradingCases/TradingCase';
import { noonMs, useTradingExchange } from './tradingExchange';

const exchange = useTradingExchange();
const tables: Readonly<Record<string, readonly TradingCase[]>> = { general: generalCases, seconds: secondsCases, spot: spotCases };

/** Cases follow each other in time, as the tick log does. */
let lastMs = noonMs;

describe.each(Object.entries(tables))('%s', (_, cases) => {
  test.each(cases.map((one) => [one.situation, one.code, one] as const))('%s: %s', async (_situation, code, { params, atMs, act }) => {
    exchange.clock.set(atMs ?? (lastMs += 1000));
    const answer = await act(exchange);
    if (atMs === undefined) lastMs = exchange.clock.now();
    if (code === 'ok') expect(answer).toEqual({ type: 'ok', message: expect.anything() });
    else expect(answer).toEqual({ type: code === 'AUTH_LOGIN_REQUIRED' ? '999' : 'error', message: code, ...(params === undefined ? {} : { params }) });
  });
});

/** Products that do not answer yet. */
const notYet = new Set([
  'ORDER_TAKE_PROFIT_RULE', 'ORDER_STOP_LOSS_RULE', 'ORDER_STATUS_WRONG', 'ORDER_DO_NOT_RESUBMIT', 'ORDER_CLOSE_FAILED', 'ORDER_CLOSE_FORBIDDEN',
  'ORDER_LEVERAGE_NOT_OFFERED', 'ORDER_STOP_ZERO', 'ORDER_OPEN_TRADE_FORBIDS',
]);

test('every code of the catalogue’s trading block is provoked here', () => {
  const source = readFileSync(join(dirname(fileURLToPath(import.meta.url)), '../../shared/src/errors/codes.ts'), 'utf8');
  const block = /\/\/ Trading\n([\s\S]*?)\n {2}\/\/ /.exec(source)?.[1] ?? '';
  const tradingCodes = [...block.matchAll(/'([A-Z_]+)'/g)].map(([, code]) => code);
  const provoked = new Set(Object.values(tables).flatMap((cases) => cases.map(({ code }) => code as string)));
  expect(tradingCodes).toContain('ORDER_SYMBOL_NOT_FOUND');
  expect(tradingCodes.filter((code) => code !== undefined && !provoked.has(code) && !notYet.has(code))).toEqual([]);
});
