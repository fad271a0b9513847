/** What operators and the exchange say to each other; people's own calls are the contract. */
export { contentCategory, hasBody, isAnnounced } from './content';
export type { ArticlePlace, ContentCategory } from './content';
export { answerPicture } from './conversations';
export type { ConversationEntry, ConversationShown } from './conversations';
export type { MerchantEntry, MerchantOffer, MerchantOrder, MerchantShown, MerchantWay } from './merchants';
export type { AlarmDone, AlarmKind } from './alarms';
export type { CustodyCountShown, CustodyDepositShown, CustodyDifferenceShown, CustodyOwnShown } from './custody';
export { operatorRole } from './operator';
export type { OperatorRole } from './operator';
export { operations } from './operations';
export type { Operation, OperationName, OperationRequest, OperationResponse } from './operations';
export type { GatewayAlarmShown } from './gateway';
export type { LoanAlarmShown } from './loans';
export type { PayoutShown } from './payouts';
export type { ProjectProposal, ProjectShown } from './projects';
export type { ReviewShown } from './reviews';
export type { UserShown } from './users';
