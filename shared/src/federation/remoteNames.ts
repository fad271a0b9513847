/** Which remote shows a page, and to whom. One table: the host routes by it, the tests walk it. */
export const remoteNames = ['market', 'trade', 'assets', 'account'] as const;
export type RemoteName = (typeof remoteNames)[number];

/** The five tabs in the specification's order. */
export const tabs = [
  { id: 'home', path: '/pages/index/index', remote: 'market' },
  { id: 'market', path: '/pages/market/index', remote: 'market' },
  { id: 'trade', path: '/pages/trade/index', remote: 'trade' },
  { id: 'contract', path: '/pages/contract/index', remote: 'trade' },
  { id: 'assets', path: '/pages/assets/index', remote: 'assets' },
] as const satisfies readonly { id: string; path: string; remote: RemoteName }[];
export type TabId = (typeof tabs)[number]['id'];

/** A page, the remote that shows it and who may see it. */
export interface PageRow {
  readonly path: string;
  readonly remote: RemoteName;
  /** False: visitors see it too. A page that does not say so is shown to nobody who has not signed in. */
  readonly needsSignIn?: false;
}

/** Every route of the specification's section 2. The longest path that fits wins. */
export const pageTable: readonly PageRow[] = [
  { path: '/pages/index/index', remote: 'market', needsSignIn: false },
  { path: '/pages/market/index', remote: 'market', needsSignIn: false },
  { path: '/pages/whdetail/index', remote: 'market', needsSignIn: false },
  { path: '/pages/kline/index', remote: 'market', needsSignIn: false },
  { path: '/pages/search/index', remote: 'market', needsSignIn: false },
  { path: '/pages/notification/index', remote: 'market' },
  { path: '/pages/notification/detail', remote: 'market' },
  { path: '/pages/alerts/index', remote: 'market' },
  { path: '/pages/help/index', remote: 'market', needsSignIn: false },
  { path: '/pages/help/detail', remote: 'market', needsSignIn: false },
  { path: '/pages/fairness/index', remote: 'market', needsSignIn: false },
  { path: '/pages/trade/index', remote: 'trade', needsSignIn: false },
  { path: '/pages/trade/order', remote: 'trade' },
  { path: '/pages/contract/index', remote: 'trade', needsSignIn: false },
  { path: '/pages/contract/orderRecond', remote: 'trade' },
  { path: '/pages/contract/transactionRecords', remote: 'trade' },
  { path: '/pages/contract/info', remote: 'trade', needsSignIn: false },
  { path: '/pages/contract/proof', remote: 'trade' },
  { path: '/pages/contract/incidents', remote: 'trade', needsSignIn: false },
  { path: '/pages/assets/index', remote: 'assets' },
  { path: '/pages/assets/topup', remote: 'assets' },
  { path: '/pages/assets/transfer', remote: 'assets' },
  { path: '/pages/assets/exchange', remote: 'assets' },
  { path: '/pages/assets/withdraw', remote: 'assets' },
  { path: '/pages/assets/withdrawOrder', remote: 'assets' },
  { path: '/pages/assets/topupOrder', remote: 'assets' },
  { path: '/pages/assets/c2c', remote: 'assets' },
  { path: '/pages/assets/records', remote: 'assets' },
  { path: '/pages/assets/statement', remote: 'assets' },
  { path: '/pages/assets/liabilities', remote: 'assets' },
  { path: '/pages/bankcard/index', remote: 'assets' },
  { path: '/pages/bankcard/add', remote: 'assets' },
  { path: '/pages/bankcard/addbank', remote: 'assets' },
  { path: '/pages/InterestTreasure/index', remote: 'assets' },
  { path: '/pages/InterestTreasure/detail', remote: 'assets' },
  { path: '/pages/InterestTreasure/order', remote: 'assets' },
  { path: '/pages/login/index', remote: 'account', needsSignIn: false },
  { path: '/pages/register/index', remote: 'account', needsSignIn: false },
  { path: '/pages/forgot/index', remote: 'account', needsSignIn: false },
  { path: '/pages/user/index', remote: 'account', needsSignIn: false },
  { path: '/pages/user/primaryAuth', remote: 'account' },
  { path: '/pages/user/seniorAuth', remote: 'account' },
  { path: '/pages/user/data', remote: 'account' },
  { path: '/pages/user/set', remote: 'account', needsSignIn: false },
  { path: '/pages/user/editLoginpwd', remote: 'account' },
  { path: '/pages/user/editPaypwd', remote: 'account' },
  { path: '/pages/user/editEmail', remote: 'account' },
  { path: '/pages/user/editPhone', remote: 'account' },
  { path: '/pages/user/authenticator', remote: 'account' },
  { path: '/pages/user/devices', remote: 'account' },
  { path: '/pages/user/limits', remote: 'account' },
  { path: '/pages/user/language', remote: 'account', needsSignIn: false },
  { path: '/pages/user/about', remote: 'account', needsSignIn: false },
  { path: '/pages/user/switchAccount', remote: 'account' },
  { path: '/pages/user/credit', remote: 'account' },
  { path: '/pages/user/invite', remote: 'account' },
  { path: '/pages/service/index', remote: 'account', needsSignIn: false },
  { path: '/pages/kefu/index', remote: 'account', needsSignIn: false },
  { path: '/pages/webview/index', remote: 'account', needsSignIn: false },
  { path: '/pages/location/choose', remote: 'account', needsSignIn: false },
  { path: '/pages/location/open', remote: 'account', needsSignIn: false },
];

/** The remote of each page. */
export const pages: Readonly<Record<string, RemoteName>> = Object.fromEntries(
  pageTable.map(({ path, remote }) => [path, remote]),
);
