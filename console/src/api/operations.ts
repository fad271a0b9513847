/** The operators' calls from their page: POST api/<path> beside it, with the token of this tab. A session that is over leads to the sign-in. */
import { operations, type OperationName, type OperationRequest, type OperationResponse } from '@tessera/shared/operations';
import { keptToken, tokenDied } from '../session/operatorToken';

export interface Answered<Value> {
  readonly is: 'answer';
  readonly value: Value;
  /** The server's clock: this machine's may be wrong. */
  readonly serverMs: number;
}

/** What is not an answer. `refused`: the server said why by a code of its catalogue. `silent`: no answer came. */
export type Problem =
  | { readonly is: 'problem'; readonly kind: 'silent' }
  | {
      readonly is: 'problem';
      readonly kind: 'refused';
      readonly code: string;
      readonly params: Readonly<Record<string, string>>;
    };

export type Answer<Value> = Answered<Value> | Problem;

const usualLimitMs = 15_000;
const sessionOver = '999';

/** Never rejects. `limitMs`: for what takes long. */
export async function callOperation<Name extends OperationName>(
  name: Name,
  request: OperationRequest<Name>,
  limitMs = usualLimitMs,
): Promise<Answer<OperationResponse<Name>>> {
  const token = keptToken();
  let response: Response;
  let content: { readonly type: string; readonly message: unknown; readonly params?: Readonly<Record<string, string>> };
  try {
    response = await fetch(`api/${operations[name].path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(request),
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(limitMs),
    });
    content = (await response.json()) as typeof content;
  } catch {
    return { is: 'problem', kind: 'silent' };
  }
  // The shape of a good answer was judged by the server that this page came from.
  if (content.type === 'ok')
    return {
      is: 'answer',
      value: content.message as OperationResponse<Name>,
      serverMs: Date.parse(response.headers.get('date') ?? '') || Date.now(),
    };
  if (content.type === sessionOver && token !== null) tokenDied(token);
  return { is: 'problem', kind: 'refused', code: String(content.message), params: content.params ?? {} };
}
