/**
 * The endpoint table: one row per call, read by the client, the server, the tests and the OpenAPI document.
 * `auth`: 'none' never reads a token, 'optional' uses one when there is one, 'required' answers 999 without.
 * `body`: public POST calls are form-urlencoded, calls with a token are JSON (specification, section 7), a call with a file is multipart.
 * `movesMoney`: takes an idempotency key; a repeat answers what the first call answered.
 * `needs`: on the real account the person must be certified for it (terms of the catalogue).
 * The last group is ours: calls that the specification's screens need but its list does not name.
 */
import type * as z from 'zod/mini';
import * as alerts from './alerts';
import * as c2c from './c2c';
import * as content from './content';
import * as flash from './flash';
import * as identity from './identity';
import * as leverage from './leverage';
import * as liabilities from './liabilities';
import * as limits from './limits';
import * as loans from './loans';
import * as market from './market';
import * as payees from './payees';
import * as projects from './projects';
import * as realtime from './realtime';
import * as seconds from './seconds';
import * as service from './service';
import * as spot from './spot';
import * as statements from './statements';
import * as topUps from './topUps';
import * as treasure from './treasure';
import * as uploads from './uploads';
import * as wallet from './wallet';
import * as withdrawals from './withdrawals';

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Below /api/. */
  readonly path: string;
  readonly auth: 'none' | 'optional' | 'required';
  readonly body?: 'form' | 'json' | 'multipart';
  readonly movesMoney?: boolean;
  readonly needs?: identity.IdentityAct;
  readonly request: z.ZodMiniType<Record<string, unknown>>;
  readonly response: z.ZodMiniType;
}

export const endpoints = {
  // Public
  login: { method: 'POST', path: 'user/login', auth: 'none', body: 'form', ...identity.login },
  register: { method: 'POST', path: 'user/register', auth: 'none', body: 'form', ...identity.register },
  addressRegister: { method: 'POST', path: 'user/addressreg', auth: 'none', body: 'form', ...identity.addressRegister },
  areaCodes: { method: 'GET', path: 'getareacode', auth: 'none', ...identity.areaCodes },
  sendPhoneCode: { method: 'POST', path: 'sms_send_d', auth: 'optional', body: 'form', ...identity.sendPhoneCode },
  sendEmailCode: { method: 'POST', path: 'sms_mail', auth: 'optional', body: 'form', ...identity.sendEmailCode },
  quotation: { method: 'GET', path: 'currency/quotation_new', auth: 'none', ...market.quotation },
  newsList: { method: 'POST', path: 'news/list', auth: 'none', body: 'form', ...content.newsList },
  newsDetail: { method: 'POST', path: 'news/detail', auth: 'none', body: 'form', ...content.newsDetail },
  newsBanners: { method: 'GET', path: 'news/banners', auth: 'none', ...content.newsBanners },

  // GET with a token
  userInfo: { method: 'GET', path: 'user/info', auth: 'required', ...identity.userInfo },
  statistics: { method: 'GET', path: 'user/datastatistics', auth: 'required', ...identity.statistics },
  realInfo: { method: 'GET', path: 'user/getrealinfo', auth: 'required', ...identity.realInfo },
  invite: { method: 'GET', path: 'user/invite', auth: 'required', ...identity.invite },
  userMessages: { method: 'GET', path: 'user/usermessage', auth: 'required', ...identity.userMessages },
  serviceContacts: { method: 'GET', path: 'news/getkf', auth: 'optional', ...content.serviceContacts },
  topUpLog: { method: 'GET', path: 'chargelist/log', auth: 'required', ...topUps.topUpLog },
  withdrawalLog: { method: 'GET', path: 'cashlist/log', auth: 'required', ...withdrawals.withdrawalLog },
  secondsOrders: { method: 'GET', path: 'microtrade/lists', auth: 'required', ...seconds.secondsOrders },
  durations: { method: 'GET', path: 'microtrade/seconds', auth: 'optional', ...seconds.durations },
  secondsWhOrders: { method: 'GET', path: 'microtrade/whlists', auth: 'required', ...seconds.secondsOrders },
  payableCurrencies: { method: 'GET', path: 'microtrade/payable_currencies', auth: 'required', ...seconds.payableCurrencies },
  timeshare: { method: 'GET', path: 'currency/new_timeshar', auth: 'optional', ...market.timeshare },
  whQuotation: { method: 'GET', path: 'currency/whlist', auth: 'optional', ...market.whQuotation },
  whTimeshare: { method: 'GET', path: 'currency/whkdata', auth: 'optional', ...market.whTimeshare },
  coinList: { method: 'GET', path: 'coin/list', auth: 'optional', ...market.coinList },
  projects: { method: 'GET', path: 'project', auth: 'required', ...projects.projects },
  loanStatistics: { method: 'GET', path: 'lh/loan/statistics', auth: 'required', ...loans.loanStatistics },
  whDeposits: { method: 'GET', path: 'lh/wh_bzhl_list', auth: 'required', ...loans.whDeposits },
  loanConfig: { method: 'GET', path: 'lh/loan/config', auth: 'required', ...loans.loanConfig },
  loanOrders: { method: 'GET', path: 'lh/loan/order', auth: 'required', ...loans.loanOrders },
  treasureProducts: { method: 'GET', path: 'lh/deposit/config', auth: 'required', ...treasure.treasureProducts },
  treasureSummary: { method: 'GET', path: 'lh/deposit/ordersum', auth: 'required', ...treasure.treasureSummary },
  treasureOrders: { method: 'GET', path: 'lh/deposit/order', auth: 'required', ...treasure.treasureOrders },
  treasureRecords: { method: 'GET', path: 'lh/deposit/records', auth: 'required', ...treasure.treasureRecords },
  flashList: { method: 'GET', path: 'wallet/flashAgainstList', auth: 'required', ...flash.flashList },
  flashHistory: { method: 'GET', path: 'wallet/myFlashAgainstList', auth: 'required', ...flash.flashHistory },

  // POST with a token
  realName: { method: 'POST', path: 'user/real_name', auth: 'required', body: 'json', ...identity.realName },
  // The person who forgot the password has no token; a code proves the account instead.
  forgot: { method: 'POST', path: 'user/forget', auth: 'optional', body: 'form', ...identity.forgot },
  payeeList: { method: 'POST', path: 'user/cash_info', auth: 'required', body: 'json', ...payees.payeeList },
  payeeSave: { method: 'POST', path: 'user/cash_save', auth: 'required', body: 'json', ...payees.payeeSave },
  payeeDelete: { method: 'POST', path: 'user/cash_del', auth: 'required', body: 'json', ...payees.payeeDelete },
  updatePassword: { method: 'POST', path: 'safe/update_password', auth: 'required', body: 'json', ...identity.updatePassword },
  bindEmail: { method: 'POST', path: 'safe/email', auth: 'required', body: 'json', ...identity.bindEmail },
  totp: { method: 'POST', path: 'safe/google', auth: 'required', body: 'json', ...identity.totp },
  setLanguage: { method: 'POST', path: 'set/lang', auth: 'required', body: 'json', ...identity.setLanguage },
  walletList: { method: 'POST', path: 'wallet/list', auth: 'required', body: 'json', ...wallet.walletList },
  topUpAddress: { method: 'POST', path: 'wallet/get_in_address', auth: 'required', body: 'json', ...topUps.topUpAddress },
  walletInfo: { method: 'POST', path: 'wallet/get_info', auth: 'required', body: 'json', ...wallet.walletInfo },
  topUp: { method: 'POST', path: 'wallet/charge_req', auth: 'required', body: 'json', movesMoney: true, ...topUps.topUpRequest },
  withdraw: {
    method: 'POST',
    path: 'wallet/out',
    auth: 'required',
    body: 'json',
    movesMoney: true,
    needs: 'withdraw',
    ...withdrawals.withdraw,
  },
  withdrawalCheck: { method: 'GET', path: 'wallet/out_check', auth: 'required', ...withdrawals.withdrawalCheck },
  withdrawalCancel: {
    method: 'POST',
    path: 'wallet/out_cancel',
    auth: 'required',
    body: 'json',
    movesMoney: true,
    ...withdrawals.withdrawalCancel,
  },
  walletDetail: { method: 'POST', path: 'wallet/detail', auth: 'required', body: 'json', ...wallet.walletDetail },
  flash: {
    method: 'POST',
    path: 'wallet/flashAgainst',
    auth: 'required',
    body: 'json',
    movesMoney: true,
    needs: 'trade',
    ...flash.flash,
  },
  spotSubmit: {
    method: 'POST',
    path: 'coin/trade',
    auth: 'required',
    body: 'json',
    movesMoney: true,
    needs: 'trade',
    ...spot.spotSubmit,
  },
  secondsSubmit: {
    method: 'POST',
    path: 'microtrade/submit',
    auth: 'required',
    body: 'json',
    movesMoney: true,
    needs: 'trade',
    ...seconds.secondsSubmit,
  },
  secondsWhSubmit: {
    method: 'POST',
    path: 'microtrade/whsubmit',
    auth: 'required',
    body: 'json',
    movesMoney: true,
    needs: 'trade',
    ...seconds.secondsSubmit,
  },
  projectOrder: {
    method: 'POST',
    path: 'project/order',
    auth: 'required',
    body: 'json',
    movesMoney: true,
    needs: 'trade',
    ...projects.projectOrder,
  },
  loanSubmit: {
    method: 'POST',
    path: 'lh/loan/submit',
    auth: 'required',
    body: 'json',
    movesMoney: true,
    needs: 'trade',
    ...loans.loanSubmit,
  },
  loanRepay: { method: 'POST', path: 'lh/loan/repayment', auth: 'required', body: 'json', movesMoney: true, ...loans.loanRepay },
  treasureDeposit: {
    method: 'POST',
    path: 'lh/deposit',
    auth: 'required',
    body: 'json',
    movesMoney: true,
    needs: 'trade',
    ...treasure.treasureDeposit,
  },
  treasureCancel: {
    method: 'POST',
    path: 'lh/deposit/cancel',
    auth: 'required',
    body: 'json',
    movesMoney: true,
    ...treasure.treasureCancel,
  },
  leverageTerms: { method: 'POST', path: 'lever/deal', auth: 'required', body: 'json', ...leverage.leverageTerms },
  leverageSubmit: {
    method: 'POST',
    path: 'lever/submit',
    auth: 'required',
    body: 'json',
    movesMoney: true,
    needs: 'trade',
    ...leverage.leverageSubmit,
  },
  leverageWhSubmit: {
    method: 'POST',
    path: 'lever/whsubmit',
    auth: 'required',
    body: 'json',
    movesMoney: true,
    needs: 'trade',
    ...leverage.leverageSubmit,
  },
  leverageClose: {
    method: 'POST',
    path: 'lever/close',
    auth: 'required',
    body: 'json',
    movesMoney: true,
    ...leverage.leverageClose,
  },
  leverageWhClose: {
    method: 'POST',
    path: 'lever/whclose',
    auth: 'required',
    body: 'json',
    movesMoney: true,
    ...leverage.leverageClose,
  },
  leverageSetStop: { method: 'POST', path: 'lever/setstop', auth: 'required', body: 'json', ...leverage.leverageSetStop },
  leverageCloseAll: {
    method: 'POST',
    path: 'lever/dealall',
    auth: 'required',
    body: 'json',
    movesMoney: true,
    ...leverage.leverageCloseAll,
  },
  leverageOrders: { method: 'POST', path: 'lever/my_trade', auth: 'required', body: 'json', ...leverage.leverageOrders },
  leverageWhOrders: { method: 'POST', path: 'lever/my_wh_trade', auth: 'required', body: 'json', ...leverage.leverageOrders },

  // Ours
  puzzleNew: { method: 'POST', path: 'puzzle/new', auth: 'none', body: 'form', ...identity.puzzleNew },
  puzzleVerify: { method: 'POST', path: 'puzzle/verify', auth: 'none', body: 'form', ...identity.puzzleVerify },
  logout: { method: 'POST', path: 'user/logout', auth: 'required', body: 'json', ...identity.logout },
  markMessagesRead: {
    method: 'POST',
    path: 'user/usermessage_read',
    auth: 'required',
    body: 'json',
    ...identity.markMessagesRead,
  },
  alertList: { method: 'GET', path: 'alert/list', auth: 'required', ...alerts.alertList },
  alertSet: { method: 'POST', path: 'alert/set', auth: 'required', body: 'json', ...alerts.alertSet },
  alertDelete: { method: 'POST', path: 'alert/delete', auth: 'required', body: 'json', ...alerts.alertDelete },
  c2cOffers: { method: 'GET', path: 'c2c/offers', auth: 'required', ...c2c.c2cOffers },
  c2cOrders: { method: 'GET', path: 'c2c/orders', auth: 'required', ...c2c.c2cOrders },
  c2cOrder: { method: 'POST', path: 'c2c/order', auth: 'required', body: 'json', movesMoney: true, ...c2c.c2cOrder },
  c2cPaid: { method: 'POST', path: 'c2c/paid', auth: 'required', body: 'json', movesMoney: true, ...c2c.c2cPaid },
  c2cCancel: { method: 'POST', path: 'c2c/cancel', auth: 'required', body: 'json', movesMoney: true, ...c2c.c2cCancel },
  c2cDispute: { method: 'POST', path: 'c2c/dispute', auth: 'required', body: 'json', movesMoney: true, ...c2c.c2cDispute },
  walletHistory: { method: 'GET', path: 'wallet/history', auth: 'required', ...wallet.walletHistory },
  topUpTerms: { method: 'GET', path: 'wallet/topup_terms', auth: 'required', ...topUps.topUpTerms },
  statement: { method: 'GET', path: 'wallet/statement', auth: 'required', ...statements.statement },
  statementFile: { method: 'GET', path: 'wallet/statement_file', auth: 'required', ...statements.statementFile },
  addressText: { method: 'POST', path: 'user/address_text', auth: 'optional', body: 'form', ...identity.addressText },
  payeeCheck: { method: 'POST', path: 'user/cash_check', auth: 'required', body: 'json', ...payees.payeeCheck },
  payeeReveal: { method: 'POST', path: 'user/cash_show', auth: 'required', body: 'json', ...payees.payeeReveal },
  bindPhone: { method: 'POST', path: 'safe/phone', auth: 'required', body: 'json', ...identity.bindPhone },
  credit: { method: 'GET', path: 'user/credit', auth: 'required', ...identity.credit },
  signIns: { method: 'GET', path: 'user/sign_ins', auth: 'required', ...identity.signIns },
  devices: { method: 'GET', path: 'user/devices', auth: 'required', ...identity.devices },
  endDevices: { method: 'POST', path: 'user/devices_end', auth: 'required', body: 'json', ...identity.endDevices },
  limits: { method: 'GET', path: 'user/limits', auth: 'required', ...limits.limits },
  setLimit: { method: 'POST', path: 'user/limits_set', auth: 'required', body: 'json', ...limits.setLimit },
  takeBreak: { method: 'POST', path: 'user/limits_break', auth: 'required', body: 'json', ...limits.takeBreak },
  sitting: { method: 'POST', path: 'user/sitting', auth: 'required', body: 'json', ...limits.sitting },
  upload: { method: 'POST', path: 'upload', auth: 'required', body: 'multipart', ...uploads.upload },
  serviceConversation: { method: 'GET', path: 'service/conversation', auth: 'required', ...service.serviceConversation },
  serviceSend: { method: 'POST', path: 'service/send', auth: 'required', body: 'json', ...service.serviceSend },
  serviceRead: { method: 'POST', path: 'service/read', auth: 'required', body: 'json', ...service.serviceRead },
  switchAccount: { method: 'POST', path: 'user/switch_account', auth: 'required', body: 'json', ...identity.switchAccount },
  transfer: { method: 'POST', path: 'wallet/transfer', auth: 'required', body: 'json', movesMoney: true, ...wallet.transfer },
  demoRefill: {
    method: 'POST',
    path: 'wallet/demo_refill',
    auth: 'required',
    body: 'json',
    movesMoney: true,
    ...wallet.demoRefill,
  },
  depth: { method: 'GET', path: 'market/depth', auth: 'none', ...spot.depth },
  recentTrades: { method: 'GET', path: 'market/trades', auth: 'none', ...spot.recentTrades },
  spotTerms: { method: 'GET', path: 'coin/terms', auth: 'optional', ...spot.spotTerms },
  spotOrders: { method: 'GET', path: 'coin/orders', auth: 'required', ...spot.spotOrders },
  spotFind: { method: 'GET', path: 'coin/find', auth: 'required', ...spot.spotFind },
  spotCancel: { method: 'POST', path: 'coin/cancel', auth: 'required', body: 'json', movesMoney: true, ...spot.spotCancel },
  spotProve: { method: 'GET', path: 'coin/proof', auth: 'required', ...spot.spotProve },
  treasureRedemption: { method: 'GET', path: 'lh/deposit/redemption', auth: 'required', ...treasure.treasureRedemption },
  projectOrders: { method: 'GET', path: 'project/orders', auth: 'required', ...projects.projectOrders },
  loanQuote: { method: 'POST', path: 'lh/loan/quote', auth: 'required', body: 'json', ...loans.loanQuote },
  loanAddCollateral: {
    method: 'POST',
    path: 'lh/loan/collateral',
    auth: 'required',
    body: 'json',
    movesMoney: true,
    ...loans.loanAddCollateral,
  },
  loanCancel: { method: 'POST', path: 'lh/loan/cancel', auth: 'required', body: 'json', movesMoney: true, ...loans.loanCancel },
  loanProve: { method: 'GET', path: 'lh/loan/proof', auth: 'required', ...loans.loanProve },
  flashProve: { method: 'GET', path: 'wallet/flash_proof', auth: 'required', ...flash.flashProve },
  leverageCancel: {
    method: 'POST',
    path: 'lever/cancel',
    auth: 'required',
    body: 'json',
    movesMoney: true,
    ...leverage.leverageCancel,
  },
  leverageFind: { method: 'GET', path: 'lever/find', auth: 'required', ...leverage.leverageFind },
  leverageDetail: { method: 'GET', path: 'lever/order', auth: 'required', ...leverage.leverageDetail },
  leverageProve: { method: 'GET', path: 'lever/proof', auth: 'required', ...leverage.leverageProve },
  secondsTerms: { method: 'GET', path: 'microtrade/quote', auth: 'required', ...seconds.secondsTerms },
  secondsFind: { method: 'GET', path: 'microtrade/find', auth: 'required', ...seconds.secondsFind },
  secondsProve: { method: 'GET', path: 'microtrade/proof', auth: 'required', ...seconds.secondsProve },
  recentTicks: { method: 'GET', path: 'fairness/ticks', auth: 'none', ...market.recentTicks },
  tickRange: { method: 'GET', path: 'fairness/log', auth: 'none', ...market.tickRange },
  logDays: { method: 'GET', path: 'fairness/logdays', auth: 'none', ...market.logDays },
  feedDays: { method: 'GET', path: 'fairness/days', auth: 'none', ...market.feedDays },
  anchors: { method: 'GET', path: 'fairness/anchors', auth: 'none', ...market.anchors },
  witnessed: { method: 'GET', path: 'fairness/witness', auth: 'none', ...market.witnessed },
  publicRecord: { method: 'GET', path: 'fairness/record', auth: 'none', ...market.publicRecord },
  catalogTerms: { method: 'GET', path: 'fairness/terms', auth: 'none', ...market.catalogTerms },
  liabilities: { method: 'GET', path: 'fairness/liabilities', auth: 'none', ...liabilities.liabilities },
  liabilityProof: { method: 'GET', path: 'wallet/liability_proof', auth: 'required', ...liabilities.liabilityProof },
  incidents: { method: 'GET', path: 'fairness/incidents', auth: 'none', ...market.incidents },
  eventsSince: { method: 'GET', path: 'events/since', auth: 'required', ...realtime.eventsSince },
  serverTime: { method: 'GET', path: 'time', auth: 'none', ...realtime.serverTime },
  clientReport: { method: 'POST', path: 'client/report', auth: 'optional', body: 'json', ...content.clientReport },
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
/** What a caller passes; lang is added by the client. */
export type EndpointRequest<Name extends EndpointName> = Omit<z.output<Endpoints[Name]['request']>, 'lang'>;
export type EndpointResponse<Name extends EndpointName> = z.output<Endpoints[Name]['response']>;
