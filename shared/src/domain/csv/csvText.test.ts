import { csvField, csvInstant, csvText } from './csvText';

describe('a field', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['a,b', '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ['two\nlines', '"two\nlines"'],
    [' space', '" space"'],
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-cmd', "'-cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    // Money stays a figure, a loss as well.
    ['-12.5', '-12.5'],
    ['0.000001', '0.000001'],
    ['-12.5e3', "'-12.5e3"],
  ])('%j becomes %j', (text, field) => {
    expect(csvField(text)).toBe(field);
  });
});

it('a table: headings first, every line ends with CRLF, absent is empty', () => {
  const columns = [
    { head: 'Pair', value: ({ pair }: { pair: string; price: string | null }) => pair },
    { head: 'Price, USDT', value: ({ price }: { pair: string; price: string | null }) => price },
  ];
  expect(
    csvText(columns, [
      { pair: 'BTC-USDT', price: '61230.5' },
      { pair: 'ETH-USDT', price: null },
    ]),
  ).toBe('Pair,"Price, USDT"\r\nBTC-USDT,61230.5\r\nETH-USDT,\r\n');
});

it('instants are UTC, whatever the zone of the reader', () => {
  expect(csvInstant(Date.UTC(2025, 5, 2, 12, 0, 0, 250))).toBe('2025-06-02 12:00:00.250');
});
