/** What the console is made of. Who may ask a part's first question sees the part. */
import type { ComponentType } from 'react';
import type { OperationName, OperatorRole } from '@tessera/shared/operations';
import { Addresses } from './addresses/Addresses';
import { Audit } from './audit/Audit';
import { Books } from './books/Books';
import { CardPayments } from './card-payments/CardPayments';
import { Catalogue } from './catalogue/Catalogue';
import { Content } from './content/Content';
import { Conversations } from './conversations/Conversations';
import { Custody } from './custody/Custody';
import { Exposure } from './exposure/Exposure';
import { Incidents } from './incidents/Incidents';
import { LoanPrices } from './loans/LoanPrices';
import { Merchants } from './merchants/Merchants';
import { Operators } from './operators/Operators';
import { Payouts } from './payouts/Payouts';
import { Projects } from './projects/Projects';
import { Releases } from './releases/Releases';
import { Reviews } from './reviews/Reviews';
import { mayAsk } from './session/mayAsk';
import { SigningKeys } from './signing/SigningKeys';
import { Users } from './users/Users';
import type { SignedInOperator } from './session/SignedInOperator';

export interface PartProps {
  readonly operator: SignedInOperator;
  /** What the address says after the part: what is open in it. */
  readonly rest: readonly string[];
}

export interface Part {
  /** Of its address: "#/audit". */
  readonly path: string;
  readonly title: string;
  /** The call without which there is nothing to see. */
  readonly asks: OperationName;
  /** Begins with a heading that takes the focus (`PartTitle`). */
  readonly Page: ComponentType<PartProps>;
}

const parts: readonly Part[] = [
  { path: 'reviews', title: 'Reviews', asks: 'reviewsList', Page: Reviews },
  { path: 'payouts', title: 'Payouts', asks: 'payoutsList', Page: Payouts },
  { path: 'card-payments', title: 'Card payments', asks: 'gatewayAlarms', Page: CardPayments },
  { path: 'conversations', title: 'Conversations', asks: 'conversationsList', Page: Conversations },
  { path: 'users', title: 'Users', asks: 'usersSearch', Page: Users },
  { path: 'catalogue', title: 'Catalogue', asks: 'catalogueGet', Page: Catalogue },
  { path: 'content', title: 'Content', asks: 'contentList', Page: Content },
  { path: 'incidents', title: 'Incidents', asks: 'incidentsList', Page: Incidents },
  { path: 'books', title: 'Books', asks: 'booksHealth', Page: Books },
  { path: 'custody', title: 'Custody', asks: 'custodyList', Page: Custody },
  { path: 'addresses', title: 'Addresses', asks: 'addressesStock', Page: Addresses },
  { path: 'merchants', title: 'Merchants', asks: 'merchantsList', Page: Merchants },
  { path: 'projects', title: 'Projects', asks: 'projectsList', Page: Projects },
  { path: 'loan-prices', title: 'Loan prices', asks: 'loansAlarms', Page: LoanPrices },
  { path: 'exposure', title: 'Exposure', asks: 'booksExposure', Page: Exposure },
  { path: 'audit', title: 'Audit', asks: 'auditList', Page: Audit },
  { path: 'operators', title: 'Operators', asks: 'operatorsList', Page: Operators },
  { path: 'keys', title: 'Signing keys', asks: 'keysList', Page: SigningKeys },
  { path: 'releases', title: 'Releases', asks: 'releasesStatus', Page: Releases },
];

export function partsFor(roles: readonly OperatorRole[]): readonly Part[] {
  return parts.filter(({ asks }) => mayAsk(roles, asks));
}
