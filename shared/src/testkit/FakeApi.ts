/**
 * The api client of tests: each endpoint answers what a test lays down, through the real request and response schemas,
 * so that a fake cannot drift from the wire. A call without an answer laid down rejects with an InvariantError that
 * names it: a test sees at once what it forgot.
 */
import { endpoints } from '../domain/contract';
import type { EndpointName, EndpointRequest, EndpointResponse } from '../domain/contract';
import { AppError, invariant } from '../domain/errors';
import type { ApiCallOptions, ApiClient } from '../federation';

type Answer<Name extends EndpointName> = EndpointResponse<Name> | AppError | Promise<EndpointResponse<Name>>;
export type Responder<Name extends EndpointName> = (request: EndpointRequest<Name>, options: ApiCallOptions) => Answer<Name>;

export interface FakeCall {
  readonly name: EndpointName;
  readonly request: Readonly<Record<string, unknown>>;
  readonly options: ApiCallOptions;
}

export interface FakeApi extends ApiClient {
  /** Every call so far, oldest first. */
  readonly calls: readonly FakeCall[];
  callsOf(name: EndpointName): readonly FakeCall[];
  /** Lays down the answer of an endpoint from now on: a value, a function of the request, or an AppError to reject with. */
  respond<Name extends EndpointName>(name: Name, answer: Responder<Name> | EndpointResponse<Name> | AppError): void;
  /** The endpoint does not answer until the returned function is called with its answer. */
  hold<Name extends EndpointName>(name: Name): (answer: EndpointResponse<Name> | AppError) => void;
}

export function createFakeApi(): FakeApi {
  const responders = new Map<EndpointName, (request: never, options: ApiCallOptions) => unknown>();
  const calls: FakeCall[] = [];

  function respond<Name extends EndpointName>(name: Name, answer: Responder<Name> | EndpointResponse<Name> | AppError): void {
    responders.set(name, typeof answer === 'function' ? answer : () => answer);
  }

  return {
    calls,
    callsOf: (name) => calls.filter((call) => call.name === name),
    respond,
    hold(name) {
      let release: (answer: unknown) => void = () => undefined;
      const held = new Promise<unknown>((resolve) => {
        release = resolve;
      });
      responders.set(name, () => held);
      return (answer) => release(answer);
    },
    async call(name, request, options = {}) {
      const responder = responders.get(name);
      calls.push({ name, request, options });
      invariant(responder !== undefined, `a test that calls ${name} must lay down its answer: api.respond('${name}', …)`);
      endpoints[name].request.parse(request);
      const answer = await untilAborted(Promise.resolve(responder(request as never, options)), options.signal);
      if (answer instanceof AppError) throw answer;
      return endpoints[name].response.parse(answer) as EndpointResponse<typeof name>;
    },
  };
}

function untilAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return answer;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new AppError('PLEASE_RETRY', { cause: signal.reason, isRetryable: true }));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    answer.then(resolve, reject);
  });
}
