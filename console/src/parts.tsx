/** What the console is made of. Who may ask a part's first question sees the part. */
import { operations, type OperationName, type OperatorRole } from '@tessera/shared/operations';
import type { ComponentType } from 'react';
import { Audit } from './audit/Audit';
import { Books } from './books/Books';
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
  { path: 'books', title: 'Books', asks: 'booksHealth', Page: Books },
  { path: 'audit', title: 'Audit', asks: 'auditList', Page: Audit },
];

export function partsFor(roles: readonly OperatorRole[]): readonly Part[] {
  return parts.filter(({ asks }) => {
    const may: readonly OperatorRole[] | 'everyone' | 'nobody yet' = operations[asks].roles;
    return typeof may === 'string' || may.some((role) => roles.includes(role));
  });
}
