/** What the gallery puts into the parts. Data of a development page, not texts of the app: long, foreign and extreme on purpose. */
import type { BookFrame } from '../../contract';
import { AppError } from '../../errors';
import type { KeyValue } from '../surface/KeyValueList';

export const words = {
  title: 'Gallery',
  theme: 'Theme', light: 'Light', dark: 'Dark', up: 'Up is', green: 'Green', red: 'Red', mode: 'Account', real: 'Real', demo: 'Demo',
  buttons: 'Buttons', fields: 'Fields', choices: 'Choices', figures: 'Figures', lists: 'Lists', states: 'States', notices: 'Notices', sheet: 'Sheet',
  receipt: 'Receipt', languages: 'Long and foreign texts', countdown: 'Countdown', tokens: 'Colours', tiles: 'Tiles', marks: 'Marks',
  primary: 'Log in', secondary: 'Transfer', quiet: 'Forgot password?', danger: 'Unbind card', long: 'Long', short: 'Short', get: 'Get 185.00',
  busy: 'Sending', disabled: 'Waiting for live price', small: 'Retry', star: 'Favourite', bell: 'Notifications',
  account: 'Account', accountHint: 'Phone number or e-mail', accountProblem: 'This account is not registered', password: 'Password',
  stake: 'Stake', available: 'Available 9,815.00 USDT', price: 'Price', priceHint: 'Step 0.01', country: 'Country', choose: 'Choose a country',
  search: 'Search markets', code: 'Verification code', codeHint: 'Sent to m•••@example.org', lots: 'Lots', lotsHint: '0.01 to 50',
  disabledField: 'Invitation code', side: 'Side', duration: 'Duration', share: 'Share of what is available', haptics: 'Vibrate on settlement',
  hapticsDetail: 'Only while the app is open', agree: 'I have read the user agreement and the risk notice.', agreeProblem: 'Please agree first',
  tabs: 'Market class', crypto: 'Crypto', forex: 'Forex', metals: 'Metals', favourites: 'Favourites', open: 'Open', closed: 'Closed', panel: 'The panel of the chosen tab.',
  infoTitle: 'Same result as ours?', info: 'Entry is the first tick after we accept; exit is the last tick at or before expiry.', warning: 'The network must match the sending network.',
  dangerText: 'The market closes in less than a minute.', success: 'Transferred 250.00 USDT.', demoText: 'Demo funds: nothing here is real money.',
  banner: 'Reconnecting… prices paused', bannerLive: 'Live again',
  emptyTitle: 'No favourites', emptyDetail: 'Your favourite markets will appear here.', add: 'Add', nothing: 'Nothing asked yet',
  openSheet: 'Open the sheet', sheetTitle: 'Confirm the order', sheetText: 'Long BTC-USDT for 60 seconds', confirm: 'Place order', cancel: 'Cancel',
  left: 'left', topup: 'Top up', withdraw: 'Withdraw', transfer: 'Transfer', exchange: 'Exchange', heading: 'Rankings', seeAll: 'See all', page: 'Page header',
  total: 'Total, USDT', profit: 'Today', list: 'A hundred rows', book: 'Order book', trades: 'Trades',
} as const;

export const receipt: readonly KeyValue[] = [
  { key: 'direction', label: 'Direction', value: 'Long' },
  { key: 'duration', label: 'Duration', value: '60 s' },
  { key: 'stake', label: 'Stake', value: '100.00 USDT' },
  { key: 'fee', label: 'Fee', value: '2.00 USDT', detail: '2 % of the stake' },
  { key: 'payout', label: 'You get if right', value: '185.00 USDT', isStrong: true },
];

export const markets = [
  { symbol: 'BTC-USDT', volume: '28412.55', price: '61230.5', digits: 2, rate: '0.0231', line: [3, 4, 3.5, 5, 4.6, 6, 5.8, 7, 6.6, 8] },
  { symbol: 'ETH-USDT', volume: '190334.2', price: '3012.18', digits: 2, rate: '-0.0104', line: [8, 7.4, 7.8, 6, 6.2, 5, 5.4, 4.8, 4, 4.2] },
  { symbol: 'EUR-USD', volume: '1204332', price: '1.0849', digits: 5, rate: '0.0002', line: [4, 5, 4, 5, 4.5, 5, 4.4, 5.2, 4.8, 5] },
  { symbol: 'XAU-USD', volume: '83211', price: '2401.3', digits: 2, rate: '0', line: [5, 5, 5, 5] },
] as const;

export const assets = ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'DOGE', 'LTC', 'USDT', 'DUSDT', 'EUR-USD', 'USD-JPY', 'GBP-USD', 'XAU-USD', 'XAG-USD'] as const;

export const foreign = [
  { lang: 'de', title: 'Auszahlungsadresse bestätigen', detail: 'Sicherheitsüberprüfung und Handelsplatzvereinbarung', action: 'Verifizierungscode erneut anfordern' },
  { lang: 'th', title: 'ยืนยันที่อยู่สำหรับถอนเงิน', detail: 'โปรดตรวจสอบเครือข่ายและที่อยู่ก่อนยืนยันทุกครั้ง', action: 'ขอรหัสยืนยันอีกครั้ง' },
  { lang: 'zh-CN', title: '确认提现地址', detail: '确认前请核对网络与地址，提交后不可撤销。', action: '重新获取验证码' },
  { lang: 'ja', title: '出金先アドレスの確認', detail: '送信前にネットワークとアドレスをご確認ください。', action: '認証コードを再送信' },
  { lang: 'ko', title: '출금 주소 확인', detail: '제출 전에 네트워크와 주소를 확인하세요.', action: '인증 코드 다시 받기' },
] as const;

const level = (cents: number, units: number): [string, string] => [`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`, `${Math.floor(units / 1000)}.${String(units % 1000).padStart(3, '0')}`];
/** Twenty levels a side, further apart and larger with the distance. */
export const book: BookFrame = {
  symbol: 'BTC-USDT', seq: 4711, atMs: 1_795_176_000_000, isModelled: true,
  bids: Array.from({ length: 20 }, (_, index) => level(6_123_040 - index * (60 + index * 7), 240 + ((index * 617) % 900) + index * 40)),
  asks: Array.from({ length: 20 }, (_, index) => level(6_123_060 + index * (55 + index * 8), 310 + ((index * 431) % 800) + index * 45)),
  trades: Array.from({ length: 30 }, (_, index) => {
    const [price, quantity] = level(6_123_050 - ((index * 37) % 90), 12 + ((index * 271) % 1400));
    return { seq: 4711 - index, atMs: 1_795_176_000_000 - index * 640, price, quantity, side: index % 3 === 1 ? 'sell' : 'buy' };
  }),
};

export const failure = new AppError('NETWORK_TIMEOUT', { isRetryable: true });
/** Noon, 20 November 2026, UTC. */
export const sampleInstantMs = 1_795_176_000_000;
export const colors = ['canvas', 'surface', 'sunken', 'line', 'ink', 'ink-soft', 'ink-faint', 'accent', 'accent-fill', 'accent-soft', 'up', 'up-fill', 'up-soft', 'down', 'down-fill', 'down-soft', 'warning', 'warning-soft', 'danger', 'success', 'demo', 'demo-soft'] as const;
