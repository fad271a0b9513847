/**
 * The operators' calls from a terminal. Who acts signs in by name, password and one-time code; the session is kept in a file that only
 * he can read, so that the next command asks for nothing while it lasts.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { AppError, isErrorCode } from '@tessera/shared/errors';
import { operations, type OperationName, type OperationRequest, type OperationResponse } from '@tessera/shared/operations';
import type { Envelope } from '@tessera/shared/contract';
import type { Clock } from '../platform/Clock';

export interface OperationsClient {
  /** Rejects with the refusal that the server answered. */
  call<Name extends OperationName>(name: Name, request: OperationRequest<Name>): Promise<OperationResponse<Name>>;
}

export interface OperationsClientDeps {
  /** Of the operators' calls, with a slash at its end. */
  readonly url: string;
  readonly name: string;
  readonly secret: (prompt: string) => Promise<string>;
  readonly sessionFile: string;
  readonly clock: Clock;
}

interface KeptSession {
  readonly url: string;
  readonly name: string;
  readonly token: string;
  readonly endsAtMs: number;
}

/** undefined: it was cut, or is none of ours. */
function readKept(text: string): KeptSession | undefined {
  try {
    return JSON.parse(text) as KeptSession;
  } catch {
    return undefined;
  }
}

const answerLimitMs = 60_000;
const isOver = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'AUTH_SESSION_ENDED' || error.code === 'AUTH_LOGIN_REQUIRED');

export function createOperationsClient({ url, name, secret, sessionFile, clock }: OperationsClientDeps): OperationsClient {
  async function send(operation: OperationName, request: unknown, token: string | undefined): Promise<unknown> {
    const answer = await fetch(new URL(operations[operation].path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(answerLimitMs),
    });
    const envelope = (await answer.json()) as Envelope;
    if (envelope.type === 'ok') return envelope.message;
    const { message, params = {} } = envelope;
    throw new AppError(isErrorCode(message) ? message : 'ANSWER_UNREADABLE', { params });
  }

  async function kept(): Promise<string | undefined> {
    const text = await readFile(sessionFile, 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const session = readKept(text);
    return session?.url === url && session.name === name && session.endsAtMs > clock.now() ? session.token : undefined;
  }

  async function signIn(): Promise<string> {
    const password = await secret(`Password of operator ${name}: `);
    const code = await secret(`One-time code of operator ${name}: `);
    const begun = (await send('sessionBegin', { name, password, code }, undefined)) as OperationResponse<'sessionBegin'>;
    const session: KeptSession = { url, name, token: begun.token, endsAtMs: begun.endsAtMs };
    // A file of before may have been readable by others.
    await rm(sessionFile, { force: true });
    await writeFile(sessionFile, JSON.stringify(session), { mode: 0o600 });
    return begun.token;
  }

  return {
    async call<Name extends OperationName>(operation: Name, request: OperationRequest<Name>) {
      const token = await kept();
      const answer =
        token === undefined
          ? await send(operation, request, await signIn())
          : await send(operation, request, token).catch(async (error: unknown) => {
              if (!isOver(error)) throw error;
              return send(operation, request, await signIn());
            });
      return answer as OperationResponse<Name>;
    },
  };
}
