/** The release tool by the operators' calls: its refusals are in its own words, and name the option that lifts them. */
import type { HistoryEntry, HostChange, HostSwitch, RemoteChange, StatusReport } from '@tessera/release';
import type { OperationName, OperationRequest, OperationResponse } from '@tessera/shared/operations';
import { callOperation, type Answered } from '../api/operations';
import { problemText } from '../texts/problemText';

/** What is not an answer. `silent`: no answer came. `unexpected`: the server refused the call itself. */
export interface Problem {
  readonly is: 'problem';
  readonly kind: 'usage' | 'refused' | 'conflict' | 'unreachable' | 'silent' | 'unexpected';
  readonly message: string;
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

export interface ReleasesApi {
  status(): Promise<Answer<StatusReport>>;
  history(request: { readonly remote: string | undefined; readonly limit: number }): Promise<Answer<readonly HistoryEntry[]>>;
  hostHistory(limit: number): Promise<Answer<readonly HostSwitch[]>>;
  change(verb: ChangeVerb, body: ChangeBody, isDryRun: boolean): Promise<Answer<RemoteChange | HostChange>>;
}

/** A question is asked again in two seconds; a change reads every file of a release first. */
const questionLimitMs = 3000;
const changeLimitMs = 60_000;

type Told<Value> = { readonly is: 'told'; readonly value: Value } | Problem;

async function ask<Name extends OperationName, Value>(
  name: Name,
  request: OperationRequest<Name>,
  limitMs: number,
  valueOf: (told: OperationResponse<Name>) => Told<Value>,
): Promise<Answer<Value>> {
  const answer = await callOperation(name, request, limitMs);
  if (answer.is === 'problem')
    return { is: 'problem', kind: answer.kind === 'silent' ? 'silent' : 'unexpected', message: problemText(answer) };
  const told = valueOf(answer.value);
  return told.is === 'told' ? { is: 'answer', value: told.value, serverMs: answer.serverMs } : told;
}

const changeCalls = {
  promote: 'releasesPromote',
  canary: 'releasesCanary',
  halt: 'releasesHalt',
  rollback: 'releasesRollback',
  lock: 'releasesLock',
  unlock: 'releasesUnlock',
  disable: 'releasesDisable',
  enable: 'releasesEnable',
} as const satisfies Record<ChangeVerb, OperationName>;

export const releasesApi: ReleasesApi = {
  status: () => ask('releasesStatus', {}, questionLimitMs, (told) => told as Told<StatusReport>),
  history: ({ remote, limit }) =>
    ask('releasesHistory', { limit, ...(remote === undefined ? {} : { remote }) }, questionLimitMs, (told) => told),
  hostHistory: (limit) => ask('releasesHostHistory', { limit }, questionLimitMs, (told) => told as Told<readonly HostSwitch[]>),
  // What each verb asks for is written down in changes/changeForm.ts.
  change: (verb, body, dryRun) =>
    ask(
      changeCalls[verb],
      { ...body, dryRun } as OperationRequest<(typeof changeCalls)[ChangeVerb]>,
      changeLimitMs,
      (told) => told as Told<RemoteChange | HostChange>,
    ),
};
