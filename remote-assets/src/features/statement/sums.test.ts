import { linesOfStatement } from './readStatementFile';
import { addUp } from './sums';

const entry = (version: number, amount: string, balanceAfter: string, kind: 'topup' | 'spot' = 'topup') => ({
  ...{ id: String(version), version, atMs: version, kind, amount, fee: null, balanceAfter, ref: 'r' },
});
const statement = {
  opening: { version: 3, balance: '0.1' },
  closing: { version: 5, balance: '0.25' },
  totals: [
    { kind: 'topup' as const, entries: 1, moved: '0.2' },
    { kind: 'spot' as const, entries: 1, moved: '-0.05' },
  ],
  items: [entry(4, '0.2', '0.3'), entry(5, '-0.05', '0.25', 'spot')],
};

it.each([
  ['whole', {}, { is: 'agrees' }],
  ['not read to its end', { items: statement.items.slice(0, 1) }, { is: 'so-far', read: 1 }],
  ['an entry is left out', { items: statement.items.slice(1) }, { is: 'broken-entry', version: 5 }],
  ['an amount was changed', { items: [entry(4, '0.21', '0.3'), statement.items[1]] }, { is: 'broken-entry', version: 4 }],
  ['the end is another', { closing: { version: 5, balance: '0.26' } }, { is: 'broken-closing' }],
  ['a kind is wrong', { totals: [{ kind: 'topup', entries: 1, moved: '0.3' }] }, { is: 'broken-kind', kind: 'topup' }],
  ['a kind is missing', { totals: statement.totals.slice(1) }, { is: 'broken-closing' }],
])('%s', (_, change, finding) => {
  expect(addUp({ ...statement, ...change } as typeof statement)).toEqual(finding);
});

const file = [
  'mode,account,asset,version,time_utc,kind,amount,fee,balance,cause',
  'demo,coin,USDT,3,t,opening,,,0.1,',
  'demo,coin,USDT,4,t,topup,0.2,,0.3,"a, b"',
  'demo,coin,USDT,5,t,spot,-0.05,,0.25,7',
  'demo,coin,USDT,5,t,closing,,,0.25,',
  '',
].join('\r\n');

it.each([1, 7, 1000])('a file that comes %s letters at a time adds up; without its last line it is no file', (size) => {
  const read = (text: string) => {
    const lines = linesOfStatement();
    for (let at = 0; at < text.length; at += size) lines.take(text.slice(at, at + size));
    return lines.end();
  };
  expect(read(file)).toEqual({ is: 'agrees' });
  expect(read(file.replace('-0.05,,0.25', '-0.06,,0.25'))).toEqual({ is: 'broken-entry', version: 5 });
  expect(read(file.slice(0, file.lastIndexOf('demo')))).toBeUndefined();
  expect(read(file.slice(0, -4))).toBeUndefined();
});
