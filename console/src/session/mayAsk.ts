import { operations, type OperationName, type OperatorRole } from '@tessera/shared/operations';

/** Whether somebody with these roles is answered; the server asks again. */
export function mayAsk(roles: readonly OperatorRole[], name: OperationName): boolean {
  const may: readonly OperatorRole[] | 'everyone' | 'nobody yet' = operations[name].roles;
  return typeof may === 'string' || may.some((role) => roles.includes(role));
}
