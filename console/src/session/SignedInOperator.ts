import type { OperationResponse } from '@tessera/shared/operations';

/** Who is signed in, by the server's word. */
export type SignedInOperator = Pick<OperationResponse<'sessionBegin'>, 'name' | 'roles' | 'endsAtMs'>;
