import { expect, test } from '@jest/globals';
import { createLog } from './log';

function written(line: object): string {
  let text = '';
  createLog({ logLevel: 'info' }, { write: (chunk: string) => void (text += chunk) }).info(line, 'said');
  return text;
}

test.each([
  'token',
  'password',
  'oldPassword',
  'paymentPassword',
  'authorization',
  'idNumber',
  'cardNumber',
  'puzzleToken',
  'stepUpPassword',
  'stepUpCode',
  'oneTimeCode',
  'recoveryCodes',
  'secret',
])('%s at any depth: removed', (key) => {
  for (const line of [{ [key]: 'SECRET' }, { body: { [key]: 'SECRET' } }, { req: { headers: { [key]: 'SECRET' } } }]) {
    expect(written(line)).not.toContain('SECRET');
  }
});

test("a request's verification code is removed, an error's code stays", () => {
  expect(written({ body: { code: '493817' } })).not.toContain('493817');
  expect(written({ err: Object.assign(new Error('x'), { code: '40P01' }) })).toContain('40P01');
});
