/** Everybody who moves real money in one exchange: operators, a card gateway, a chain; and the wire that cuts a commit off. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaymentReport, PaymentState } from '../../src/gateway/Gateway';
import { sign, signatureHeader } from '../../src/gateway/signature';
import { quickPasswords } from '../quickPasswords';
import { anOperator, type TestOperator } from '../anOperator';
import { openCutWire } from '../cutWire';
import { startPlayedGateway, type PlayedGateway } from '../gateway/PlayedGateway';
import type { TradingExchange } from '../tradingExchange';
import { openPlayedChain, type PlayedChain } from './playedChain';

const keys = ['the only key of a gateway under test'];
export const paymentPassword = 'for payments';

export interface MoneyGateway {
  readonly settings: Readonly<Record<string, string>>;
  readonly played: PlayedGateway;
  /** Where its keys lie. */
  readonly folder: string;
  /** What it calls us with: another state, or another sum. */
  signed(
    reference: string,
    state: PaymentState | 'wrong amount',
  ): { readonly headers: Record<string, string>; readonly payload: Buffer };
  close(): Promise<void>;
}

export async function openMoneyGateway(now: () => number): Promise<MoneyGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-money-'));
  const file = join(folder, 'keys');
  await writeFile(file, `${keys[0]}\n`);
  const played = await startPlayedGateway({ keys, now });
  return {
    played,
    folder,
    signed(reference, state) {
      const report: PaymentReport =
        state === 'wrong amount' ? { ...played.move(reference, 'paid'), amount: '99999' } : played.move(reference, state);
      const payload = Buffer.from(JSON.stringify(report));
      return { payload, headers: { 'content-type': 'application/json', [signatureHeader]: sign(keys, now(), payload) } };
    },
    settings: { GATEWAY_URL: played.url, GATEWAY_KEYS_FILE: file, GATEWAY_NAME: 'testpay' },
    async close() {
      await played.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface MoneyDesk {
  readonly exchange: TradingExchange;
  readonly chain: PlayedChain;
  readonly passwordHash: string;
  /** Two of the treasury, signed in a moment ago. */
  operators(): Promise<readonly [TestOperator, TestOperator]>;
  /** The gateway calls us. Answers whether we took it. */
  report(reference: string, state: PaymentState | 'wrong amount'): Promise<boolean>;
  /** Whatever writes to the book meanwhile dies at its commit. */
  cutOff<T>(act: () => Promise<T>): Promise<T>;
}

export async function openMoneyDesk(exchange: TradingExchange, gateway: MoneyGateway): Promise<MoneyDesk> {
  const { owner } = exchange.database;
  await owner.query(`update review_rule set approvals = 1`);
  const operators = async () => {
    const nowMs = exchange.clock.now();
    const sign = (name: string) => anOperator(exchange.database, ['treasury'], { nowMs, name });
    return [await sign('tess'), await sign('theo')] as const;
  };
  return {
    exchange,
    operators,
    chain: await openPlayedChain(exchange, await operators()),
    passwordHash: await quickPasswords.hash(paymentPassword),
    async report(reference, state) {
      const { statusCode } = await exchange.app.http.inject({
        method: 'POST',
        url: '/api/gateway/callback',
        ...gateway.signed(reference, state),
      });
      return statusCode < 300;
    },
    cutOff: await openCutWire(exchange.database),
  };
}
