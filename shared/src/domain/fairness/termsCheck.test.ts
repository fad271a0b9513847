/** A receipt's terms beside the version of the catalogue that it names, for every product. */
import type { Receipt, ReceiptTerms } from '../contract/receipt';
import { asciiBytes, toHex } from './bytes';
import { canonicalText } from './canonicalText';
import { sha256 } from './sha256';
import { scalesOf, termsCheck } from './termsCheck';

const acceptedAtMs = 1_800_000_000_000;
const text = canonicalText({
  version: 2,
  asset: [{ id: 'USDT', scale: '6' }],
  market_calendar: [{ id: 'forex', weekly_windows: [[1320, 8520]], closing_minutes: '15' }],
  market_holiday: [
    {
      calendar_id: 'forex',
      from_ms: String(Date.parse('2026-12-24T22:00:00Z')),
      to_ms: String(Date.parse('2026-12-25T22:00:00Z')),
    },
  ],
  symbol: [
    {
      id: 'USD-JPY',
      calendar_id: 'forex',
      asset_class: 'forex',
      quote: 'JPY',
      digits: '3',
      spread_steps: '5',
      contract_size: '100000',
    },
  ],
  seconds_term: [{ asset_class: 'forex', seconds: '60', payout_rate: '0.85', fee_rate: '0' }],
  spot_term: [
    {
      ...{ symbol_id: 'USD-JPY', fee_rate: '0.001', level_quantity: '0.25', quantity_step: '0.01' },
      ...{ slippage_cap: '0.005', tolerated_move: '0.002' },
    },
  ],
  leverage_term: [
    {
      ...{ symbol_id: 'USD-JPY', leverages: [10, 20], margin_mode: 'cross', fee_rate: '0.00003', maintenance_rate: '0.005' },
      ...{ stop_out_level: '0.5', tolerated_move: '0.0002', divisor_symbol: 'USD-JPY', swap_mode: 'points', swap_long: '3.3' },
      ...{ swap_short: '-19.6', triple_weekday: '3', rollover_minute: '1320' },
      ...{ closing_leverage: '5', closing_margin_minutes: '60' },
    },
  ],
});
const agreed = {
  seconds: { seconds: 60, payoutRate: '0.850', feeRate: '0' },
  spot: {
    ...{ digits: 3, spreadSteps: 5, feeAsset: 'JPY', feeRate: '0.001', levelQuantity: '0.25', quantityStep: '0.01' },
    ...{ slippageCap: '0.005', toleratedMove: '0.002' },
  },
  leverage: {
    ...{ direction: 'short', leverage: 20, marginMode: 'cross', feeRate: '0.00003', maintenanceRate: '0.005', digits: 3 },
    ...{ stopOutLevel: '0.5', toleratedMove: '0.0002', divisorSymbol: 'USD-JPY', swapMode: 'points', swapPerNight: '-19.6' },
    ...{ tripleWeekday: 3, rolloverMinute: 1320, contractSize: '100000', spreadBelow: '0.002', spreadAbove: '0.003' },
    closingMargin: '{"leverage":5,"spans":[[8460,8520]]}',
  },
} as const satisfies Record<string, ReceiptTerms>;
type Product = keyof typeof agreed;

const published = (version: number, atMs = acceptedAtMs - 60_000, validFromMs = atMs) => ({
  kind: 'terms',
  atMs,
  body: canonicalText({ version, validFromMs, note: 'Terms', hash: toHex(sha256(asciiBytes(text))) }),
});
async function stateOf(product: Product, change: ReceiptTerms = {}, entries = [published(2)]): Promise<string> {
  const body = { product, symbol: 'USD-JPY', acceptedAtMs } as Receipt['body'];
  const terms = { ...agreed[product], catalogVersion: 2, ...change };
  return (await termsCheck({ body, terms }, { entries, text }, sha256)).state;
}

const products = Object.keys(agreed) as Product[];
test.each(products)('%s: as published, and each term changed alone', async (product) => {
  expect(await stateOf(product)).toBe('ok');
  for (const name of Object.keys(agreed[product]).filter((one) => one !== 'direction'))
    expect([name, await stateOf(product, { [name]: '7' })]).toEqual([name, 'failed']);
});

test('what was accepted while the market was closed is not what was published', async () => {
  const at = async (instant: string): Promise<string> => {
    const body = { product: 'leverage', symbol: 'USD-JPY', acceptedAtMs: Date.parse(instant) } as Receipt['body'];
    const entries = [published(2, 0)];
    return (await termsCheck({ body, terms: { ...agreed.leverage, catalogVersion: 2 } }, { entries, text }, sha256)).state;
  };
  expect(await at('2026-12-23T12:00:00Z')).toBe('ok');
  // A Saturday, the second after a closing, and a holiday.
  expect(await at('2026-12-19T12:00:00Z')).toBe('failed');
  expect([await at('2026-12-18T22:00:01Z'), await at('2026-12-18T22:00:02Z')]).toEqual(['ok', 'failed']);
  expect([await at('2026-12-25T12:00:00Z'), await at('2026-12-25T21:59:59Z')]).toEqual(['failed', 'failed']);
});

test('the margin before closings is that of the calendar; only receipts from before need not name it', async () => {
  const without = { closingMargin: undefined } as never;
  expect(await stateOf('leverage', without)).toBe('ok');
  expect(await stateOf('leverage', { ...(without as ReceiptTerms), showsLastTicks: true })).toBe('failed');
  expect(await stateOf('leverage', { closingMargin: '{"leverage":5,"spans":[[8400,8520]]}' })).toBe('failed');
  expect(await stateOf('leverage', { closingMargin: null })).toBe('failed');
});

test('the margin before holidays is raised where the version says so', async () => {
  const dated = text.replace('"leverage_term"', '"holiday_margin":[{"calendar_id":"forex"}],"leverage_term"');
  const state = async (of: string, closingMargin: string): Promise<string> => {
    const hash = toHex(sha256(asciiBytes(of)));
    const entries = [{ ...published(2), body: canonicalText({ version: 2, validFromMs: 0, note: 'Terms', hash }) }];
    const body = { product: 'leverage', symbol: 'USD-JPY', acceptedAtMs } as Receipt['body'];
    const terms = { ...agreed.leverage, catalogVersion: 2, closingMargin };
    return (await termsCheck({ body, terms }, { entries, text: of }, sha256)).state;
  };
  const weekly = '{"leverage":5,"spans":[[8460,8520]]}';
  const withDates = (closes: string): string => {
    const to = Date.parse(closes) / 60_000;
    return `{"dates":[[${to - 60},${to}]],"leverage":5,"spans":[[8460,8520]]}`;
  };
  const right = withDates('2026-12-24T22:00:00Z');
  expect([await state(dated, right), await state(dated, weekly), await state(dated, withDates('2026-12-24T23:00:00Z'))]).toEqual([
    'ok',
    'failed',
    'failed',
  ]);
  expect([await state(text, weekly), await state(text, right)]).toEqual(['ok', 'failed']);
});

test.each([
  ['is not there', []],
  ['was published after the order', [published(2, acceptedAtMs + 1_001, 0)]],
  ['was not in force yet', [published(2, acceptedAtMs - 60_000, acceptedAtMs + 1)]],
  ['had been replaced', [published(2), published(3, acceptedAtMs - 15_001)]],
  ['had another text', [{ ...published(2), body: published(2).body.replace(/"hash":"./, '"hash":"x') }]],
])('a version that %s does not bind', async (_, entries) => {
  expect(await stateOf('seconds', {}, entries)).toBe('failed');
});

test('a quote of just before a newer version is kept; without the text nobody can say', async () => {
  expect(await stateOf('seconds', {}, [published(2), published(3, acceptedAtMs - 9_000)])).toBe('ok');
  const receipt = {
    body: { product: 'seconds', symbol: 'USD-JPY', acceptedAtMs } as Receipt['body'],
    terms: { catalogVersion: 2 },
  };
  expect((await termsCheck(receipt, { entries: [published(2)], text: undefined }, sha256)).state).toBe('pending');
});

it('a proof rounds to the decimals that the version says', async () => {
  const [body, terms] = [{ product: 'seconds', symbol: 'USD-JPY', acceptedAtMs } as Receipt['body'], agreed.seconds];
  const receipt = { body, terms: { ...terms, catalogVersion: 2, asset: 'USDT' } };
  const stateOf = async (assetScale: number) => {
    const scales = scalesOf({ order: { receipt }, assetScale });
    return (await termsCheck(receipt, { entries: [published(2)], text }, sha256, scales)).state;
  };
  expect([await stateOf(6), await stateOf(0)]).toEqual(['ok', 'failed']);
  expect(scalesOf({ order: { receipt }, assetScales: { base: 8, quote: 6 } })).toEqual({ USD: 8, JPY: 6 });
});
