/**
 * The operators' calls: POST <path> below /ops/api, JSON, the token of sessionBegin as bearer. Answers have the envelope of
 * people's calls. `roles`: any of them may; 'nobody yet': before the sign-in; 'everyone': every operator.
 */
import { addressesAdd, addressesList, addressesStock } from './addresses';
import {
  auditList,
  booksExposure,
  booksHealth,
  booksReadOnly,
  keysList,
  keysRotate,
  operatorsDisable,
  operatorsEnable,
  operatorsList,
} from './house';
import { catalogueChange, catalogueClose, catalogueGet } from './catalogue';
import { contentCreate, contentGet, contentList, contentPlace, contentSave } from './content';
import { conversationsAnswer, conversationsClose, conversationsGet, conversationsList, conversationsRead } from './conversations';
import { custodyList, custodyOwnConfirm, custodyOwnEnter, custodyRead } from './custody';
import { gatewayAlarms } from './gateway';
import { loansAlarms } from './loans';
import { alarmsDone } from './alarms';
import { incidentsConfirm, incidentsList, incidentsPropose, incidentsReject, marketsHalt, marketsResume } from './incidents';
import {
  releasesCanary,
  releasesDisable,
  releasesEnable,
  releasesHalt,
  releasesHistory,
  releasesHostHistory,
  releasesLock,
  releasesPromote,
  releasesRollback,
  releasesStatus,
  releasesUnlock,
} from './releases';
import {
  merchantsDispute,
  merchantsEntryWithdraw,
  merchantsGet,
  merchantsList,
  merchantsOffer,
  merchantsOrders,
  merchantsSave,
  merchantsSettle,
  merchantsWay,
  merchantsWayRetire,
} from './merchants';
import { payoutsCard, payoutsFail, payoutsHandOver, payoutsList, payoutsPaid } from './payouts';
import { projectsApprove, projectsCancel, projectsList, projectsPropose, projectsReject, projectsResult } from './projects';
import { reviewsDecide, reviewsGet, reviewsList, reviewsReverse } from './reviews';
import { sessionBegin, sessionEnd, sessionMe } from './session';
import { usersFreeze, usersGet, usersLimits, usersLimitSet, usersLock, usersSearch, usersSessionsEnd } from './users';
import type * as z from 'zod/mini';
import type { OperatorRole } from './operator';

export interface Operation {
  readonly path: string;
  readonly roles: readonly OperatorRole[] | 'everyone' | 'nobody yet';
  readonly request: z.ZodMiniType<Record<string, unknown>>;
  readonly response: z.ZodMiniType;
}

/** Those for whom kinds of reviews wait. */
const reviewers = ['identity', 'treasury', 'risk'] as const;
const seesPeople = ['support', 'identity', 'treasury', 'risk', 'compliance'] as const;
const stopsPeople = ['support', 'risk', 'compliance'] as const;
const talks = ['support'] as const;
/** In the order in which the role is chosen that the public record names. */
const halts = ['trading', 'risk', 'compliance'] as const;
const oversees = ['risk', 'compliance'] as const;
const seesBooks = ['treasury', 'risk', 'compliance'] as const;

export const operations = {
  sessionBegin: { path: 'session/begin', roles: 'nobody yet', ...sessionBegin },
  sessionMe: { path: 'session/me', roles: 'everyone', ...sessionMe },
  sessionEnd: { path: 'session/end', roles: 'everyone', ...sessionEnd },
  reviewsList: { path: 'reviews/list', roles: reviewers, ...reviewsList },
  reviewsGet: { path: 'reviews/get', roles: reviewers, ...reviewsGet },
  reviewsDecide: { path: 'reviews/decide', roles: reviewers, ...reviewsDecide },
  reviewsReverse: { path: 'reviews/reverse', roles: reviewers, ...reviewsReverse },
  payoutsList: { path: 'payouts/list', roles: ['treasury'], ...payoutsList },
  payoutsCard: { path: 'payouts/card', roles: ['treasury'], ...payoutsCard },
  payoutsPaid: { path: 'payouts/paid', roles: ['treasury'], ...payoutsPaid },
  payoutsFail: { path: 'payouts/fail', roles: ['treasury'], ...payoutsFail },
  merchantsList: { path: 'merchants/list', roles: seesBooks, ...merchantsList },
  merchantsGet: { path: 'merchants/get', roles: seesBooks, ...merchantsGet },
  merchantsOrders: { path: 'merchants/orders', roles: seesBooks, ...merchantsOrders },
  merchantsSave: { path: 'merchants/save', roles: ['treasury'], ...merchantsSave },
  merchantsWay: { path: 'merchants/way', roles: ['treasury'], ...merchantsWay },
  merchantsWayRetire: { path: 'merchants/way_retire', roles: ['treasury'], ...merchantsWayRetire },
  merchantsOffer: { path: 'merchants/offer', roles: ['treasury'], ...merchantsOffer },
  merchantsSettle: { path: 'merchants/settle', roles: ['treasury'], ...merchantsSettle },
  merchantsEntryWithdraw: { path: 'merchants/entry_withdraw', roles: ['treasury'], ...merchantsEntryWithdraw },
  merchantsDispute: { path: 'merchants/dispute', roles: ['treasury'], ...merchantsDispute },
  projectsList: { path: 'projects/list', roles: seesBooks, ...projectsList },
  projectsPropose: { path: 'projects/propose', roles: ['treasury'], ...projectsPropose },
  projectsResult: { path: 'projects/result', roles: ['treasury'], ...projectsResult },
  projectsCancel: { path: 'projects/cancel', roles: ['treasury'], ...projectsCancel },
  projectsApprove: { path: 'projects/approve', roles: ['treasury'], ...projectsApprove },
  projectsReject: { path: 'projects/reject', roles: ['treasury'], ...projectsReject },
  gatewayAlarms: { path: 'gateway/alarms', roles: seesBooks, ...gatewayAlarms },
  loansAlarms: { path: 'loans/alarms', roles: seesBooks, ...loansAlarms },
  alarmsDone: { path: 'alarms/done', roles: ['treasury'], ...alarmsDone },
  payoutsHandOver: { path: 'payouts/hand_over', roles: ['treasury'], ...payoutsHandOver },
  usersSearch: { path: 'users/search', roles: seesPeople, ...usersSearch },
  usersGet: { path: 'users/get', roles: seesPeople, ...usersGet },
  usersFreeze: { path: 'users/freeze', roles: stopsPeople, ...usersFreeze },
  usersLock: { path: 'users/lock', roles: stopsPeople, ...usersLock },
  usersSessionsEnd: { path: 'users/sessions_end', roles: stopsPeople, ...usersSessionsEnd },
  usersLimits: { path: 'users/limits', roles: seesPeople, ...usersLimits },
  usersLimitSet: { path: 'users/limits_set', roles: stopsPeople, ...usersLimitSet },
  conversationsList: { path: 'conversations/list', roles: talks, ...conversationsList },
  conversationsGet: { path: 'conversations/get', roles: talks, ...conversationsGet },
  conversationsAnswer: { path: 'conversations/answer', roles: talks, ...conversationsAnswer },
  conversationsRead: { path: 'conversations/read', roles: talks, ...conversationsRead },
  conversationsClose: { path: 'conversations/close', roles: talks, ...conversationsClose },
  catalogueGet: { path: 'catalogue/get', roles: ['risk', 'trading', 'content', 'compliance'], ...catalogueGet },
  catalogueChange: { path: 'catalogue/change', roles: ['risk'], ...catalogueChange },
  catalogueClose: { path: 'catalogue/close', roles: ['risk', 'trading'], ...catalogueClose },
  contentList: { path: 'content/list', roles: ['content', 'compliance'], ...contentList },
  contentGet: { path: 'content/get', roles: ['content', 'compliance'], ...contentGet },
  contentSave: { path: 'content/save', roles: ['content'], ...contentSave },
  contentCreate: { path: 'content/create', roles: ['content'], ...contentCreate },
  contentPlace: { path: 'content/place', roles: ['content'], ...contentPlace },
  incidentsList: { path: 'incidents/list', roles: ['trading', 'risk', 'compliance', 'support'], ...incidentsList },
  incidentsPropose: { path: 'incidents/propose', roles: oversees, ...incidentsPropose },
  incidentsConfirm: { path: 'incidents/confirm', roles: oversees, ...incidentsConfirm },
  incidentsReject: { path: 'incidents/reject', roles: oversees, ...incidentsReject },
  marketsHalt: { path: 'markets/halt', roles: halts, ...marketsHalt },
  marketsResume: { path: 'markets/resume', roles: halts, ...marketsResume },
  booksHealth: { path: 'books/health', roles: seesBooks, ...booksHealth },
  booksExposure: { path: 'books/exposure', roles: seesBooks, ...booksExposure },
  booksReadOnly: { path: 'books/read_only', roles: seesBooks, ...booksReadOnly },
  custodyList: { path: 'custody/list', roles: seesBooks, ...custodyList },
  custodyRead: { path: 'custody/read', roles: ['treasury'], ...custodyRead },
  custodyOwnEnter: { path: 'custody/own_enter', roles: ['treasury'], ...custodyOwnEnter },
  custodyOwnConfirm: { path: 'custody/own_confirm', roles: ['treasury'], ...custodyOwnConfirm },
  addressesStock: { path: 'addresses/stock', roles: seesBooks, ...addressesStock },
  addressesList: { path: 'addresses/list', roles: seesBooks, ...addressesList },
  addressesAdd: { path: 'addresses/add', roles: ['treasury'], ...addressesAdd },
  auditList: { path: 'audit/list', roles: oversees, ...auditList },
  operatorsList: { path: 'operators/list', roles: oversees, ...operatorsList },
  operatorsDisable: { path: 'operators/disable', roles: oversees, ...operatorsDisable },
  operatorsEnable: { path: 'operators/enable', roles: oversees, ...operatorsEnable },
  keysList: { path: 'keys/list', roles: oversees, ...keysList },
  keysRotate: { path: 'keys/rotate', roles: oversees, ...keysRotate },
  releasesStatus: { path: 'releases/status', roles: ['release'], ...releasesStatus },
  releasesHistory: { path: 'releases/history', roles: ['release'], ...releasesHistory },
  releasesHostHistory: { path: 'releases/host_history', roles: ['release'], ...releasesHostHistory },
  releasesPromote: { path: 'releases/promote', roles: ['release'], ...releasesPromote },
  releasesCanary: { path: 'releases/canary', roles: ['release'], ...releasesCanary },
  releasesHalt: { path: 'releases/halt', roles: ['release'], ...releasesHalt },
  releasesRollback: { path: 'releases/rollback', roles: ['release'], ...releasesRollback },
  releasesLock: { path: 'releases/lock', roles: ['release'], ...releasesLock },
  releasesUnlock: { path: 'releases/unlock', roles: ['release'], ...releasesUnlock },
  releasesDisable: { path: 'releases/disable', roles: ['release'], ...releasesDisable },
  releasesEnable: { path: 'releases/enable', roles: ['release'], ...releasesEnable },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
export type OperationRequest<Name extends OperationName> = z.infer<(typeof operations)[Name]['request']>;
export type OperationResponse<Name extends OperationName> = z.infer<(typeof operations)[Name]['response']>;
