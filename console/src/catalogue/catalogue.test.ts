import { expect, test } from '@jest/globals';
import { changeOf } from './changeOf';
import { termsByKey } from './termsByKey';

const row = (since: number, validFromMs: number, asset: string, fee: string) => ({
  since,
  validFromMs,
  terms: { asset_class: asset, seconds: '30', fee_rate: fee },
});

test('what holds now and what is to come, by key; a change is a change of the newest', () => {
  const rows = [row(3, 5000, 'crypto', '0.03'), row(1, 0, 'crypto', '0.02'), row(1, 0, 'forex', '0.01')];
  const [crypto, forex] = termsByKey(rows, ['asset_class', 'seconds'], 4999);
  expect(crypto).toEqual({ key: ['crypto', '30'], now: rows[1], coming: [rows[0]], newest: rows[0] });
  expect(forex).toEqual({ key: ['forex', '30'], now: rows[2], coming: [], newest: rows[2] });
  expect(termsByKey(rows, ['asset_class', 'seconds'], 5000)[0]).toMatchObject({ now: rows[0], coming: [] });
  expect(termsByKey([row(2, 9, 'metal', '0')], ['asset_class', 'seconds'], 1)[0]?.now).toBeUndefined();
});

test('only what differs is asked for; a value that is absent and stays empty is none', () => {
  const newest = { fee_rate: '0.02', payout_rate: '0.8', swap_long: null };
  expect(changeOf({ fee_rate: ' 0.03 ', payout_rate: '0.8', swap_long: '' }, newest)).toEqual({ fee_rate: '0.03' });
  expect(changeOf({}, newest)).toEqual({});
});
