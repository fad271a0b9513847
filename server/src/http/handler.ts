/**
 * How a module answers a call of the endpoint table. The adapter has parsed the request and found the session before;
 * a refusal is thrown as AppError with its catalogue code, anything else becomes REQUEST_EXCEPTION with a trace id.
 */
import type { AccountMode, EndpointName, EndpointRequest, EndpointResponse, Endpoints, Language } from '@tessera/shared/contract';

/** A live session, as user and socket calls see it. */
export interface SignedIn {
  readonly userId: string;
  readonly mode: AccountMode;
  readonly sessionId: string;
}

export interface HandlerCall<Name extends EndpointName> {
  readonly request: EndpointRequest<Name>;
  /** Always present where the table says auth 'required'. */
  readonly user: Endpoints[Name]['auth'] extends 'required'
    ? SignedIn
    : Endpoints[Name]['auth'] extends 'none'
      ? undefined
      : SignedIn | undefined;
  readonly language: Language;
  readonly nowMs: number;
  /** For limits; beside a person only its masked network is kept. */
  readonly ip: string;
  /** The authority that the request was sent to ("localhost:8080"). Whoever sends it writes it: believe it only as far as loopback. */
  readonly host?: string | undefined;
  /** What the browser says of itself; never trusted, at most 300 characters. */
  readonly userAgent?: string | undefined;
  /** Present on calls that move money: the client's key, or one derived from user, call, body and a 3-second bucket. */
  readonly idempotencyKey: string | undefined;
  readonly traceId: string;
}

export type Handler<Name extends EndpointName> = (call: HandlerCall<Name>) => Promise<EndpointResponse<Name>>;
/** A module answers some of the table; a call that nobody answers is FEATURE_NOT_OPEN. */
export type Handlers = { readonly [Name in EndpointName]?: Handler<Name> };
