/** The server's side of the board: /ops/release/api beside this page, with the operator's token and name. */
import type { HistoryEntry, HostChange, HostSwitch, RemoteChange, StatusReport } from '@tessera/release';
import type { Operator } from '../board/operatorSession';

/** What is not an answer. `token`: wrong, missing, or too many wrong ones. `silent`: no answer came. */
export interface Problem {
  readonly is: 'problem';
  readonly kind: 'usage' | 'refused' | 'conflict' | 'unreachable' | 'token' | 'silent' | 'unexpected';
  readonly message: string;
  /** The token has to be entered again. */
  readonly isTokenWrong: boolean;
}

export interface Answered<Value> {
  readonly is: 'answer';
  readonly value: Value;
  /** The server's clock: this machine's may be wrong. */
  readonly serverMs: number;
}

export type Answer<Value> = Answered<Value> | Problem;

export type ChangeVerb = 'promote' | 'canary' | 'halt' | 'rollback' | 'lock' | 'unlock' | 'disable' | 'enable';

export interface ChangeBody {
  /** "host" means the host. */
  readonly remote: string;
  readonly reason: string;
  readonly version?: string;
  readonly to?: string;
  readonly percent?: number;
  readonly now?: boolean;
  readonly unlock?: boolean;
  readonly unproven?: boolean;
  readonly despiteRunningHosts?: boolean;
  readonly message?: Readonly<Record<string, string>>;
}

export interface BoardApi {
  status(): Promise<Answer<StatusReport>>;
  history(request: { readonly remote: string | undefined; readonly limit: number }): Promise<Answer<readonly HistoryEntry[]>>;
  hostHistory(limit: number): Promise<Answer<readonly HostSwitch[]>>;
  change(verb: ChangeVerb, body: ChangeBody, isDryRun: boolean): Promise<Answer<RemoteChange | HostChange>>;
}

/** A question is asked again in two seconds; a change reads every file of a release first. */
const questionLimitMs = 3000;
const changeLimitMs = 60_000;

const kinds: readonly string[] = ['usage', 'refused', 'conflict', 'unreachable', 'token'] satisfies Problem['kind'][];
const isKnownKind = (kind: unknown): kind is Problem['kind'] => typeof kind === 'string' && kinds.includes(kind);

export function createBoardApi({ token, name }: Operator): BoardApi {
  async function ask<Value>(path: string, limitMs: number, body?: unknown): Promise<Answer<Value>> {
    let response: Response;
    let content: unknown;
    try {
      response = await fetch(`api/${path}`, {
        headers: {
          authorization: `Bearer ${token}`,
          'x-operator': name,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        cache: 'no-store',
        credentials: 'omit',
        signal: AbortSignal.timeout(limitMs),
      });
      content = await response.json();
    } catch (fault) {
      return {
        is: 'problem',
        kind: 'silent',
        message: fault instanceof Error ? fault.message : String(fault),
        isTokenWrong: false,
      };
    }
    // The shape of a good answer is the release tool's own: the page is served by the server that it asks.
    if (response.ok)
      return { is: 'answer', value: content as Value, serverMs: Date.parse(response.headers.get('date') ?? '') || Date.now() };
    const { kind, message } = content as { kind?: unknown; message?: unknown };
    return {
      is: 'problem',
      kind: isKnownKind(kind) ? kind : 'unexpected',
      message: typeof message === 'string' ? message : `HTTP ${response.status}`,
      isTokenWrong: response.status === 401,
    };
  }

  return {
    status: () => ask('status', questionLimitMs),
    history: ({ remote, limit }) => ask(historyPath(limit, remote), questionLimitMs),
    hostHistory: (limit) => ask(historyPath(limit, 'host'), questionLimitMs),
    change: (verb, body, dryRun) => ask(verb, changeLimitMs, { ...body, dryRun }),
  };
}

const historyPath = (limit: number, remote: string | undefined): string =>
  `history?${new URLSearchParams({ limit: String(limit), ...(remote === undefined ? {} : { remote }) }).toString()}`;
