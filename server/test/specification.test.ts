/**
 * Every call that the page of what the product is held to names is answered by its feature: a request that its schema takes gets data or
 * a refusal of its own, and never "not open", unless operators closed it.
 */
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints, type Endpoint, type EndpointName } from '@tessera/shared/contract';
import { useTradingExchange } from './tradingExchange';

const exchange = useTradingExchange();

const page = readFileSync(join(import.meta.dirname, '../../docs/specification.md'), 'utf8');
const calls = page.split(/^## /m).find((part) => part.startsWith('Calls\n')) ?? '';
const named = [...calls.matchAll(/`([a-z]+[a-zA-Z0-9_/]*)`/g)].map(([, path = '']) => path).filter((path) => path !== 'ok');
const rows = Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][];

/** What fields are made of; the first that a field takes is sent. */
const values: readonly unknown[] = [
  'USDT',
  'BTC-USDT',
  '1',
  '9b2f3c1e-4a5d-4e6f-8a7b-0c1d2e3f4a5b',
  '2026-11-18',
  'true',
  'nobody@tessera.test',
  'secret1',
  '123456',
  'aaaaaaaaaaaaaaaaaaaaaa',
  'a'.repeat(64),
  'a'.repeat(32),
  '0xab',
  new File(['no picture'], 'x.png'),
  'CH',
  'EUR',
  1,
  true,
  ['1'],
  [],
];
interface Schema {
  safeParse(value: unknown): { readonly success: boolean };
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly options?: readonly unknown[];
  readonly element?: Schema;
  readonly def: {
    readonly type: string;
    readonly innerType?: Schema;
    readonly element?: Schema;
    readonly options?: readonly Schema[];
  };
}
/** undefined: it may be left out. */
function fitting(schema: Schema): unknown {
  if (schema.safeParse(undefined).success) return undefined;
  const { def } = schema;
  if (schema.shape !== undefined)
    return Object.fromEntries(
      Object.entries(schema.shape)
        .map(([name, field]) => [name, fitting(field)] as const)
        .filter(([, value]) => value !== undefined),
    );
  if (def.type === 'array' && def.element !== undefined) {
    const list = [fitting(def.element)];
    if (schema.safeParse(list).success) return list;
  }
  if (def.type === 'union') return fitting((def.options ?? [])[0] as Schema);
  return [...(schema.options ?? []), ...values].find((value) => schema.safeParse(value).success);
}

test('the page names calls, and each is in the table', () => {
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !rows.some(([, row]) => row.path === path))).toEqual([]);
});

test.each(named)('%s is open', async (path) => {
  const [name, row] = rows.find(([, one]) => one.path === path) as [EndpointName, Endpoint];
  const request = fitting(row.request as unknown as Schema) as Record<string, unknown>;
  expect([path, request, (row.request as unknown as Schema).safeParse(request).success]).toEqual([path, request, true]);
  const person = await exchange.aPerson({ mode: 'real' });
  const file = row.body === 'multipart' ? { file: Buffer.from('no picture') } : {};
  const answer = await person.ask(name, { ...request, ...file });
  expect([path, answer.message === 'FEATURE_NOT_OPEN']).toEqual([path, false]);
});
