import type { OperationName, OperationRequest, OperationResponse, operations } from '@tessera/shared/operations';
import type { SignedOperator } from './OperatorSessions';

export interface OperationCall<Name extends OperationName> {
  readonly request: OperationRequest<Name>;
  /** Present on every call but the sign-in. */
  readonly operator: (typeof operations)[Name]['roles'] extends 'nobody yet' ? undefined : SignedOperator;
  readonly nowMs: number;
  /** The address that it came from. */
  readonly ip: string;
}
export type OperationHandler<Name extends OperationName> = (call: OperationCall<Name>) => Promise<OperationResponse<Name>>;
/** Every row of the operators' table is answered. */
export type OperationHandlers = { readonly [Name in OperationName]: OperationHandler<Name> };
