/** No call of the table takes a figure, a field or a shape that its schema does not name. */
import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { endpoints } from '@tessera/shared/contract';
import { goodToken, openHttp } from '../../test/openHttp';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '@tessera/shared/contract';

const uuid = '9b2f3c1e-4a5d-4e6f-8a7b-0c1d2e3f4a5b';
const collateral = [{ kind: 'coin', asset: 'BTC', orderId: null, amount: '1' }];
const purchase = { productId: '1', amount: '1', catalogVersion: 1, clientOrderId: uuid };
/** A good request of each call that takes an amount, so that only the amount can be what is refused. */
const goodCalls: readonly { readonly path: string; readonly amount: string; readonly body: Record<string, unknown> }[] = [
  { path: 'wallet/transfer', amount: 'amount', body: { from: 'coin', to: 'contract', asset: 'USDT', amount: '1' } },
  {
    path: 'microtrade/submit',
    amount: 'stake',
    body: { clientOrderId: uuid, quoteId: 'q', symbol: 'BTC-USDT', direction: 'long', seconds: 60, stake: '1', asset: 'USDT' },
  },
  {
    path: 'microtrade/whsubmit',
    amount: 'stake',
    body: { clientOrderId: uuid, quoteId: 'q', symbol: 'EUR-USD', direction: 'long', seconds: 60, stake: '1', asset: 'USDT' },
  },
  { path: 'wallet/out', amount: 'amount', body: { asset: 'USDT', amount: '1', payeeId: '1', stepUpPassword: 'secret1' } },
  { path: 'wallet/charge_req', amount: 'amount', body: { asset: 'USDT', method: 'crypto', amount: '1', uploadIds: [] } },
  { path: 'project/order', amount: 'amount', body: { projectId: '1', amount: '1', termsSeq: 1, clientOrderId: uuid } },
  { path: 'lh/deposit', amount: 'amount', body: purchase },
  {
    path: 'lh/loan/submit',
    amount: 'amount',
    body: { termId: '1', amount: '1', collateral, catalogVersion: 1, clientOrderId: uuid },
  },
  { path: 'lh/loan/repayment', amount: 'amount', body: { orderId: '1', amount: '1', from: 'coin' } },
];
const badAmounts: readonly unknown[] = [
  '-1',
  '-0',
  '+1',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e9',
  '1E-3',
  '1e309',
  '0x10',
  '0b1',
  '0o7',
  '01',
  '1.',
  '.5',
  ' 1',
  '1 ',
  '1,5',
  '1,000',
  '1_000',
  '１２',
  '١٢',
  '१',
  '1\u0000',
  '1\n',
  '',
  '9'.repeat(19),
  `0.${'1'.repeat(19)}`,
  '9'.repeat(5000),
  1,
  0,
  -1,
  1e21,
  null,
  true,
  [],
  ['1'],
  {},
  { toString: '1' },
];

describe('amounts', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    ({ app } = await openHttp());
  });
  afterAll(() => app.close());
  const post = async (path: string, payload: Record<string, unknown>) =>
    (await app.inject({ method: 'POST', url: `/api/${path}`, headers: { authorization: goodToken }, payload })).json<{
      message: string;
      params?: { field: string };
    }>();

  it.each(goodCalls)(
    '$path takes a plain decimal and refuses everything that only looks like one',
    async ({ path, amount, body }) => {
      expect((await post(path, body)).message).toBe('FEATURE_NOT_OPEN');
      for (const bad of badAmounts) {
        expect([bad, await post(path, { ...body, [amount]: bad })]).toEqual([
          bad,
          { type: 'error', message: 'PARAMETER_WRONG', params: { field: amount } },
        ]);
      }
    },
  );

  /** fast-check's own unit of all letters works a table of the million of them out first, which takes two seconds. */
  const anyLetter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

  it('any text that passes as an amount is digits with at most 18 on each side of the point', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: anyLetter }), fc.stringMatching(/^[-+]?[0-9０-９.,eE]{1,24}$/)),
        async (amount) => {
          const { message } = await post('lh/deposit', { ...purchase, amount });
          expect(message === 'FEATURE_NOT_OPEN').toBe(
            /^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/.test(amount) && !amount.endsWith('\n'),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each(goodCalls)('$path refuses fields that only the server may set', async ({ path, body }) => {
    for (const field of [
      'userId',
      'user_id',
      'price',
      'fee',
      'status',
      'mode',
      'profit',
      'payoutRate',
      'isAdmin',
      'constructor2',
    ]) {
      expect(await post(path, { ...body, [field]: '1' })).toEqual({
        type: 'error',
        message: 'PARAMETER_WRONG',
        params: { field },
      });
    }
  });
});

test.each([
  [
    'a body',
    {
      method: 'POST',
      url: '/api/news/list',
      payload: 'category=ne%00ws&page=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    'category',
  ],
  ['a query', { method: 'GET', url: '/api/currency/new_timeshar?symbol=BTC%00' }, 'symbol'],
  [
    'a place deep in a body',
    { method: 'POST', url: '/api/wallet/charge_req', payload: { uploadIds: ['a', 'b\u0000'] } },
    'uploadIds.1',
  ],
] as const)('a NUL in %s is refused by the name of its field', async (_, request, field) => {
  const { app, logged } = await openHttp();
  const headers = { authorization: goodToken, ...('headers' in request ? request.headers : {}) };
  const answer = await app.inject({ ...request, headers });
  expect(answer.json()).toEqual({ type: 'error', message: 'PARAMETER_WRONG', params: { field } });
  expect(logged.filter((line) => line.includes('request failed'))).toEqual([]);
  await app.close();
});

describe('every call', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    ({ app } = await openHttp());
  });
  afterAll(() => app.close());

  /** "a=1&b=2" as the fields of a multipart body. */
  const asMultipart = (text: string): string =>
    [...new URLSearchParams(text)]
      .map(([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('') + '--x--\r\n';

  const kinds = {
    form: { type: 'application/x-www-form-urlencoded', write: (text: string) => text },
    json: { type: 'application/json', write: (text: string) => text },
    multipart: { type: 'multipart/form-data; boundary=x', write: asMultipart },
  } as const;

  it('refuses an unknown field, a repeated one and a shape that is not an object', async () => {
    for (const { method, path, body } of Object.values<Endpoint>(endpoints)) {
      const headers = { authorization: goodToken };
      const { type, write } = kinds[body ?? 'json'];
      const send = (text: string) =>
        method === 'GET'
          ? app.inject({ url: `/api/${path}?${text}`, headers })
          : app.inject({ method, url: `/api/${path}`, headers: { ...headers, 'content-type': type }, payload: write(text) });
      const isJson = body === 'json';
      const hostile = [
        isJson ? '{"surprise":"1"}' : 'surprise=1',
        isJson ? '{"lang":["en","de"]}' : 'lang=en&lang=de',
        isJson ? '{"lang":"xx"}' : 'lang=xx',
        ...(isJson ? ['[]', '"text"', '5', 'null1'] : ['__proto__=1', 'lang[]=en', '%00=1']),
      ];
      for (const text of hostile) {
        expect([path, text, (await send(text)).json<{ message: string }>().message]).toEqual([
          path,
          text,
          expect.stringMatching(/^PARAMETER_(WRONG|MISSING)$/),
        ]);
      }
    }
  });

  it('numbers that are greater than anything they could mean are refused by name, at every call that takes them', async () => {
    const tooMuch = {
      fromMs: '9007199254740991',
      toMs: '9007199254740991',
      before: '9007199254740991',
      page: '9007199254740991',
    };
    let asked = 0;
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const shape = (endpoint.request as unknown as { shape: Record<string, unknown> }).shape;
      for (const [field, text] of Object.entries(tooMuch)) {
        if (!Object.hasOwn(shape, field)) continue;
        asked += 1;
        const parsed = endpoint.request.safeParse({ [field]: text });
        expect([name, parsed.error?.issues.some((issue) => issue.path[0] === field)]).toEqual([name, true]);
      }
    }
    expect(asked).toBeGreaterThan(15);
  });

  it('whole numbers are plain digits', async () => {
    for (const page of ['-1', '1.5', '1e3', '0x10', '', 'NaN', '９', '99999999999999999999']) {
      const answer = await app.inject({ url: '/api/user/invite', query: { page }, headers: { authorization: goodToken } });
      expect([page, answer.json()]).toEqual([page, { type: 'error', message: 'PARAMETER_WRONG', params: { field: 'page' } }]);
    }
  });
});

test('a version of the terms is one that the database can count to', () => {
  const isTaken = (version: number) => endpoints.catalogTerms.request.safeParse({ lang: 'en', version }).success;
  expect([1, 2 ** 31 - 1].map(isTaken)).toEqual([true, true]);
  expect([0, 2 ** 31, Number.MAX_SAFE_INTEGER].map(isTaken)).toEqual([false, false, false]);
});
