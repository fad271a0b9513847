/** A merchant with one offer and one way to be paid, entered by two operators; and what an order with him needs. */
import { randomUUID } from 'node:crypto';
import { operations, type OperationName, type OperationRequest } from '@tessera/shared/operations';
import { createMessages } from '../src/content/messages';
import { shippedTexts } from '../src/content/texts';
import { expireOrders } from '../src/c2c/expireOrders';
import { createLog } from '../src/platform/log';
import type { TestOperator } from './anOperator';
import type { Answer, Person, TradingExchange } from './tradingExchange';

export async function operateAs(
  exchange: TradingExchange,
  { token }: TestOperator,
  name: OperationName,
  request: Record<string, unknown>,
): Promise<Answer> {
  const answer = await exchange.app.operationsHttp?.inject({
    method: 'POST',
    url: `/ops/api/${operations[name].path}`,
    headers: { authorization: `Bearer ${token}` },
    payload: request,
  });
  return answer?.json() as Answer;
}

type Offer = Omit<OperationRequest<'merchantsOffer'>, 'id'>;
export const usualOffer: Offer = {
  currency: 'EUR',
  price: '0.95',
  min: '10',
  max: '500',
  minutes: 15,
  available: '1000',
  state: 'open',
};
export const payTo = { holder: 'Mia Muster', account: 'DE02120300000000202051', bank: 'DKB', note: '' };

export interface TestMerchant {
  readonly id: string;
  readonly name: string;
  readonly offerId: string;
  readonly wayId: string;
}

type Terms = { readonly limit?: string; readonly offer?: Partial<Offer> };
/** Answers the data; throws on a refusal. */
type AskAs = (operator: TestOperator, name: OperationName, request: Record<string, unknown>) => Promise<unknown>;

/** `operators`: two, of the treasury. */
export const aMerchant = (
  exchange: TradingExchange,
  operators: readonly [TestOperator, TestOperator],
  terms?: Terms,
): Promise<TestMerchant> =>
  merchantBy(
    async (operator, name, request) => {
      const answer = await operateAs(exchange, operator, name, request);
      if (answer.type !== 'ok') throw new Error(`${name} is answered, got ${JSON.stringify(answer)}`);
      return answer.message;
    },
    operators,
    terms,
  );

/** The same, of any server that operators reach. */
export async function merchantBy(
  askAs: AskAs,
  operators: readonly [TestOperator, TestOperator],
  { limit = '1000', offer = {} }: Terms = {},
): Promise<TestMerchant> {
  const [first, second] = operators;
  const ask = async <Data>(...call: Parameters<AskAs>): Promise<Data> => (await askAs(...call)) as Data;
  const name = `Merchant ${randomUUID().slice(0, 8)}`;
  const saved = await ask<{ merchant: { id: string } }>(first, 'merchantsSave', {
    name,
    asset: 'USDT',
    limit,
    state: 'open',
    reason: 'new',
  });
  const { id } = saved.merchant;
  const way = { id, currency: offer.currency ?? usualOffer.currency, name: 'SEPA transfer', ...payTo };
  await ask(first, 'merchantsWay', way);
  await ask(second, 'merchantsWay', way);
  // Nobody quotes the currency here: both enter the price.
  const asked = { id, ...usualOffer, ...offer };
  await ask(first, 'merchantsOffer', asked);
  const { offers, ways } = await ask<{ offers: { id: string }[]; ways: { id: string }[] }>(second, 'merchantsOffer', asked);
  return { id, name, offerId: offers[0]?.id ?? '', wayId: ways[0]?.id ?? '' };
}

let pictures = 0;
/** Of a payment, and kept already. */
export async function aPaymentPicture(
  {
    database,
    clock,
  }: { readonly database: Pick<TradingExchange['database'], 'owner'>; readonly clock: Pick<TradingExchange['clock'], 'now'> },
  { userId }: Pick<Person, 'userId'>,
): Promise<string> {
  const id = `paid-${(pictures += 1)}-by-${userId}`;
  await database.owner.query(
    `insert into upload (id, user_id, purpose, field, content_hash, bytes, width, height, blob_key, wrapped_key, created_at_ms, stored_at_ms)
     values ($1, $2, 'topup', 'payment', $1, 10, 30, 40, $1, 'k', $3, $3)`,
    [id, userId, clock.now()],
  );
  return id;
}

/** One round of the job that ends what nobody paid. Answers how many ms it then waits. */
export async function expireDue({ database: { db }, clock }: TradingExchange): Promise<number | void> {
  const job = expireOrders({
    db,
    clock,
    log: createLog({ logLevel: 'silent' }),
    messages: createMessages({ db, texts: shippedTexts() }),
    wakeOutbox: () => undefined,
  });
  return job.run(new AbortController().signal);
}
