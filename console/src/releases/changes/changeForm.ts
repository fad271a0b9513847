/** What each change asks for, what it suggests, and the request that comes of it: the options of the command line. */
import type { RemoteStatus } from '@tessera/release';
import type { ChangeBody, ChangeVerb } from '../releasesApi';
import { texts } from '../../texts/releases';

export type Field = 'version' | 'percent' | 'message' | 'now' | 'unlock' | 'unproven' | 'despiteRunningHosts';
export type TickedField = Extract<Field, 'now' | 'unlock' | 'unproven' | 'despiteRunningHosts'>;

/** A rollback of the host asks for less: the server knows the host before. */
export type ChangeKind = ChangeVerb | 'rollbackHost';
export const verbOf = (kind: ChangeKind): ChangeVerb => (kind === 'rollbackHost' ? 'rollback' : kind);

export const fieldsOf: Readonly<Record<ChangeKind, readonly Field[]>> = {
  promote: ['version', 'now', 'unlock', 'unproven', 'despiteRunningHosts'],
  canary: ['version', 'percent', 'now', 'despiteRunningHosts'],
  halt: ['now'],
  rollback: ['version', 'now', 'despiteRunningHosts'],
  rollbackHost: [],
  lock: [],
  unlock: [],
  disable: ['message', 'now'],
  enable: ['now'],
};

export interface Message {
  readonly language: string;
  readonly text: string;
}

export interface ChangeInput {
  /** Empty: not chosen yet. */
  readonly version: string;
  readonly percent: string;
  readonly messages: readonly Message[];
  readonly now: boolean;
  readonly unlock: boolean;
  readonly unproven: boolean;
  readonly despiteRunningHosts: boolean;
  readonly reason: string;
}

/** What is being changed, as the status shows it. */
export interface Subject {
  /** "host" for the host. */
  readonly name: string;
  /** null: the host. */
  readonly remote: RemoteStatus | null;
}

const urgent: readonly ChangeKind[] = ['rollback', 'halt', 'disable'];
const shares = [1, 5, 10, 25, 50, 75, 99];

export function suggestedInput(kind: ChangeKind, { name, remote }: Subject): ChangeInput {
  const version = remote === null ? '' : suggestedVersion(kind, remote);
  return {
    version,
    percent: String(suggestedShare(remote?.canary ?? null)),
    messages: [{ language: 'en', text: '' }],
    now: urgent.includes(kind),
    unlock: false,
    unproven: false,
    despiteRunningHosts: false,
    reason: `${verbOf(kind)} ${name}`,
  };
}

/** As the command line understands a verb without a version; where it would refuse, the operator has to choose. */
function suggestedVersion(kind: ChangeKind, { stable, previous, canary, lock, published }: RemoteStatus): string {
  const newest = published.find(({ version }) => version !== stable)?.version ?? '';
  switch (kind) {
    case 'rollback':
      // After a rollback the release before is the bad one.
      return lock === null ? (previous ?? '') : '';
    case 'promote':
      return canary === null ? newest : canary.isHalted ? '' : canary.version;
    case 'canary':
      return canary?.version ?? newest;
    default:
      return '';
  }
}

const suggestedShare = (canary: RemoteStatus['canary']): number =>
  canary === null ? 5 : canary.isHalted ? canary.percent : (shares.find((share) => share > canary.percent) ?? 99);

/** Why the request cannot be sent yet; undefined: it can. */
export function missing(kind: ChangeKind, { version, percent, messages, reason }: ChangeInput): string | undefined {
  const fields = fieldsOf[kind];
  if (fields.includes('version') && version === '') return texts.missing.version;
  if (fields.includes('percent') && !/^[1-9]\d?$/.test(percent)) return texts.missing.percent;
  if (fields.includes('message') && messages.some(({ language, text }) => language.trim() === '' || text.trim() === ''))
    return texts.missing.message;
  return reason.trim() === '' ? texts.missing.reason : undefined;
}

export function bodyOf(kind: ChangeKind, remote: string, input: ChangeInput): ChangeBody {
  const fields = fieldsOf[kind];
  const { version, percent, messages, now, unlock, unproven, despiteRunningHosts, reason } = input;
  return {
    remote,
    reason: reason.trim(),
    ...(fields.includes('version') && { [kind === 'rollback' ? 'to' : 'version']: version }),
    ...(fields.includes('percent') && { percent: Number(percent) }),
    ...(fields.includes('message') && {
      message: Object.fromEntries(messages.map(({ language, text }) => [language.trim(), text.trim()])),
    }),
    ...(fields.includes('now') && { now }),
    ...(fields.includes('unlock') && { unlock }),
    ...(fields.includes('unproven') && { unproven }),
    ...(fields.includes('despiteRunningHosts') && { despiteRunningHosts }),
  };
}
