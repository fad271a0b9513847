/** Pages that show or move what belongs to one person. A visitor is led to the login page and returns afterwards. */
const needsSignIn: ReadonlySet<string> = new Set([
  '/pages/assets/index', '/pages/assets/topup', '/pages/assets/transfer', '/pages/assets/withdraw', '/pages/assets/withdrawOrder',
  '/pages/assets/topupOrder', '/pages/assets/records', '/pages/bankcard/index', '/pages/bankcard/add', '/pages/bankcard/addbank',
  '/pages/InterestTreasure/index', '/pages/InterestTreasure/detail', '/pages/InterestTreasure/order',
  '/pages/trade/order', '/pages/contract/orderRecond', '/pages/contract/transactionRecords', '/pages/contract/proof',
  '/pages/notification/index', '/pages/notification/detail',
  '/pages/user/primaryAuth', '/pages/user/seniorAuth', '/pages/user/data', '/pages/user/editLoginpwd', '/pages/user/editPaypwd',
  '/pages/user/editEmail', '/pages/user/switchAccount', '/pages/user/credit',
]);

export const isSignedInPage = (page: string): boolean => needsSignIn.has(page);
