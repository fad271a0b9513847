/** An order as it was asked for, on its way through a batch of others. */
import type { EndpointRequest } from '@tessera/shared/contract';
import type { ClassFilter } from '../../catalog/classFilter';
import type { Arrival } from '../../execution/acceptInOrder';
import type { HandlerCall } from '../../http/handler';
import type { OnceCall } from '../../store/idempotency';
import type { AcceptedTerms } from './acceptance';

export type SubmitCall = Pick<HandlerCall<'secondsSubmit'>, 'request' | 'user' | 'nowMs' | 'idempotencyKey'>;
export type Asked = EndpointRequest<'secondsSubmit'>;

export interface Submission extends OnceCall {
  readonly asked: Asked;
  readonly user: SubmitCall['user'];
  readonly isOfClass: ClassFilter;
}
/** Judged, at the head of the log. */
export interface Accepted {
  readonly submission: Submission;
  readonly terms: AcceptedTerms;
  readonly acceptedAtMs: number;
}

export const arrivalOf = ({ nowMs, asked: { sentAtMs, seenSeq } }: Submission): Arrival => ({
  receivedMs: nowMs,
  sentAtMs,
  seenSeq,
});

/** What the client calls its order. */
export const ownName = ({ userId, user, asked }: Submission): string => `${userId} ${user.mode} ${asked.clientOrderId}`;
