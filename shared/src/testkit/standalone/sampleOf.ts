/** Some value that a schema allows, made from the schema itself: lists are empty, what may be absent is absent. */
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { safeParse } from 'zod/mini';
import { invariant } from '../../domain/errors';

/** Tried in this order; the first that the schema takes is it. */
const texts = [
  'Sample',
  'USDT',
  'BTC-USDT',
  'DE',
  'USD',
  '2026-01-01',
  '0',
  '123456',
  '00000000-0000-4000-8000-000000000001',
  'a'.repeat(32),
  'a'.repeat(64),
  'mina@example.org',
];

export function sampleOf(schema: $ZodType): unknown {
  const { def } = (schema as $ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([, field]) => (field as $ZodTypes)._zod.def.type !== 'optional')
          .map(([name, field]) => [name, sampleOf(field)]),
      );
    case 'array':
      return [];
    case 'record':
      return {};
    case 'tuple':
      return def.items.map(sampleOf);
    case 'nullable':
      return null;
    case 'optional':
      return undefined;
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'union':
      return sampleOf(def.options[0] as $ZodType);
    case 'pipe':
      return sampleOf(def.in);
    case 'number':
      return 1;
    case 'boolean':
      return false;
    case 'string': {
      const text = texts.find((candidate) => safeParse(schema, candidate).success);
      invariant(text !== undefined, 'sampleOf knows a text that the schema takes: add one to its list');
      return text;
    }
    default:
      throw new TypeError(`sampleOf makes no ${def.type} yet`);
  }
}
