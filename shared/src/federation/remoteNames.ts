/** Which remote shows a page. One table: the host routes by it, the tests walk it. */
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

/** Every route of the specification's section 2 and the remote that owns it. Longest prefix wins. */
export const pages: Readonly<Record<string, RemoteName>> = {
  '/pages/index/index': 'market',
  '/pages/market/index': 'market',
  '/pages/whdetail/index': 'market',
  '/pages/kline/index': 'market',
  '/pages/search/index': 'market',
  '/pages/notification/index': 'market',
  '/pages/notification/detail': 'market',
  '/pages/help/index': 'market',
  '/pages/help/detail': 'market',
  '/pages/trade/index': 'trade',
  '/pages/trade/order': 'trade',
  '/pages/contract/index': 'trade',
  '/pages/contract/orderRecond': 'trade',
  '/pages/contract/transactionRecords': 'trade',
  '/pages/contract/info': 'trade',
  '/pages/contract/proof': 'trade',
  '/pages/assets/index': 'assets',
  '/pages/assets/topup': 'assets',
  '/pages/assets/transfer': 'assets',
  '/pages/assets/withdraw': 'assets',
  '/pages/assets/withdrawOrder': 'assets',
  '/pages/assets/topupOrder': 'assets',
  '/pages/assets/records': 'assets',
  '/pages/bankcard/index': 'assets',
  '/pages/bankcard/add': 'assets',
  '/pages/bankcard/addbank': 'assets',
  '/pages/InterestTreasure/index': 'assets',
  '/pages/InterestTreasure/detail': 'assets',
  '/pages/InterestTreasure/order': 'assets',
  '/pages/login/index': 'account',
  '/pages/register/index': 'account',
  '/pages/forgot/index': 'account',
  '/pages/user/index': 'account',
  '/pages/user/primaryAuth': 'account',
  '/pages/user/seniorAuth': 'account',
  '/pages/user/data': 'account',
  '/pages/user/set': 'account',
  '/pages/user/editLoginpwd': 'account',
  '/pages/user/editPaypwd': 'account',
  '/pages/user/editEmail': 'account',
  '/pages/user/language': 'account',
  '/pages/user/about': 'account',
  '/pages/user/switchAccount': 'account',
  '/pages/user/credit': 'account',
  '/pages/service/index': 'account',
  '/pages/kefu/index': 'account',
  '/pages/webview/index': 'account',
};
