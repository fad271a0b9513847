import { aWalletRecord } from '@tessera/shared/testing';
import { findStatementBreak } from './findStatementBreak';

const record = (version: number, amount: string, balanceAfter: string, asset = 'USDT') =>
  aWalletRecord({ id: `${asset}-${version}`, version, amount, balanceAfter, asset });
const statement = [record(3, '-2', '107'), record(5, '1', '1', 'BTC'), record(2, '9', '109'), record(1, '100', '100')];

it('a statement of several assets that chains has no break', () => {
  expect(findStatementBreak(statement, false)).toBeUndefined();
});

it.each([
  ['a record was left out', statement.filter(({ id }) => id !== 'USDT-2'), 'USDT-3'],
  ['an amount was changed', statement.map((one) => (one.id === 'USDT-2' ? { ...one, amount: '8' } : one)), 'USDT-2'],
  ['a balance was changed', statement.map((one) => (one.id === 'USDT-2' ? { ...one, balanceAfter: '110' } : one)), 'USDT-3'],
  ['a record stands twice', [record(3, '-2', '107'), ...statement], 'USDT-3'],
  ['the first did not begin at nothing', [record(1, '100', '90')], 'USDT-1'],
])('%s: the record that does not follow is named', (_, records, id) => {
  expect(findStatementBreak(records, false)?.id).toBe(id);
});

it('of one kind only: what is left out is no break, what is wrong between neighbours is', () => {
  const some = statement.filter(({ id }) => id !== 'USDT-2');
  expect(findStatementBreak(some, true)).toBeUndefined();
  expect(findStatementBreak([record(2, '9', '110'), record(1, '100', '100')], true)?.id).toBe('USDT-2');
  expect(findStatementBreak([record(1, '100', '100'), record(2, '9', '109')], true)?.id).toBe('USDT-1');
});
