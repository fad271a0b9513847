import { expect, test } from '@jest/globals';
import { AppError } from '@tessera/shared/errors';
import { refusalOf } from './envelopes';

const sqlError = (code: string) => Object.assign(new Error('as the database says it'), { code });

test.each(['55P03', '57014', '25P03', '25P04', '53300', '53100', '40P01', '40001', '57P01', '57P03', 'ECONNRESET'])(
  'the database answers %s: the person is asked to try again, and it is no fault to look into',
  (code) => {
    const { refusal, isFault, isPassing } = refusalOf(sqlError(code), 't1');
    expect([refusal.code, refusal.isRetryable, isFault, isPassing]).toEqual(['PLEASE_RETRY', true, false, true]);
  },
);

test.each(['23505', '22003', '42501'])('the database answers %s: a fault of ours, with the trace', (code) => {
  const { refusal, isFault } = refusalOf(sqlError(code), 't1');
  expect([refusal.code, refusal.params['trace'], isFault]).toEqual(['REQUEST_EXCEPTION', 't1', true]);
});

test('a refusal is told as it is', () => {
  expect(refusalOf(new AppError('ORDER_NOT_FOUND'), 't1')).toMatchObject({
    refusal: { code: 'ORDER_NOT_FOUND' },
    isFault: false,
  });
});
