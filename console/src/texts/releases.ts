import type { HostChange, RemoteChange } from '@tessera/release';
import type { Problem } from '../releases/releasesApi';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
const sessions = (count: number | null): string =>
  count === null ? 'an unknown number of sessions' : counted(count, 'session', 'sessions');

export const texts = {
  title: 'Releases',
  none: '–',
  unknown: 'unknown',
  close: 'Close',
  cancel: 'Cancel',
  place: 'Place',
  version: 'Version',
  places: { stable: 'stable', canary: 'canary', previous: 'previous', other: 'not named' },
  pointer: (channel: string, serial: number) => `Channel ${channel}, serial ${serial}`,
  lastChange: (when: string, by: string, reason: string) => ` · ${when} by ${by}: ${reason}`,
  servers: (count: number) =>
    count === 0
      ? 'no server tells what pages run: sessions are unknown'
      : `${counted(count, 'server tells', 'servers tell')} what pages run`,
  freshness: {
    asking: 'Asking the server …',
    asOf: (time: string) => `As of ${time}`,
    old: (time: string) => `What is shown is of ${time}, not of now.`,
    oldHere: 'The server did not answer lately: what is shown here may be out of date.',
  },
  sessions: { heading: 'Sessions', unknown: 'unknown', draining: 'draining' },
  canary: { share: (percent: number) => `${percent} %`, halted: (percent: number) => `halted at ${percent} %` },
  disabled: 'Disabled: people read this in place of it',
  locked: (by: string, when: string, reason: string) => `Locked by ${by}, ${when}: ${reason}`,
  nothingPromoted: 'Nothing was promoted yet.',
  actionsOf: (remote: string) => `Change ${remote}`,
  failures: {
    inOneHour: 'Failed in 1 h',
    ofLoaded: (failed: number, loaded: number) => `${failed} of ${loaded}`,
    none: (loaded: number) => `No failures in the last hour; loaded ${counted(loaded, 'time', 'times')}.`,
    summary: (version: string, failed: number, loaded: number) => `${version}: failed on ${failed}, loaded by ${loaded}`,
    plot: 'Failures of the last hour by minute; the same as a table follows',
    axis: ['60 min ago', '45', '30', '15', 'now'],
    asTable: 'Failures as a table',
    minute: 'Minute',
    failed: 'Failed',
    loaded: 'Loaded, all versions',
  },
  published: {
    heading: (count: number) => `Published versions (${count})`,
    nothing: 'No version is published.',
    built: 'Built',
    contract: 'Contract',
    conformance: 'Conformance',
    proven: 'proven',
    unproven: 'unproven',
    unprovenMeans: 'Not yet played in a browser: "publish <remote>" does that.',
  },
  host: {
    heading: 'host',
    live: 'live',
    contract: (contract: string) =>
      `The live host speaks contract ${contract}. Open pages keep their host until they are opened anew.`,
    rollback: 'Roll back host',
  },
  hostSwitch: (from: string | null, to: string): string => `host ${from ?? '–'} -> ${to}`,
  history: {
    heading: 'History',
    of: 'Of',
    all: 'every remote',
    serial: (serial: number) => `#${serial}`,
    reason: (reason: string) => `“${reason}”`,
    unsigned: 'NOT SIGNED BY A KNOWN KEY',
    empty: 'Nothing was changed yet.',
    more: 'Show more',
  },
  verbs: {
    promote: { button: 'Promote', title: (name: string) => `Promote ${name}`, confirm: 'Promote now' },
    canary: { button: 'Canary', title: (name: string) => `Canary of ${name}`, confirm: 'Give it to this share' },
    halt: { button: 'Halt canary', title: (name: string) => `Halt the canary of ${name}`, confirm: 'Halt now' },
    rollback: { button: 'Roll back', title: (name: string) => `Roll back ${name}`, confirm: 'Roll back now' },
    rollbackHost: { button: 'Roll back host', title: () => 'Roll back the host', confirm: 'Roll back the host now' },
    lock: { button: 'Lock', title: (name: string) => `Lock ${name}`, confirm: 'Lock now' },
    unlock: { button: 'Unlock', title: (name: string) => `Unlock ${name}`, confirm: 'Unlock now' },
    disable: { button: 'Disable', title: (name: string) => `Disable ${name}`, confirm: 'Disable now' },
    enable: { button: 'Enable', title: (name: string) => `Enable ${name}`, confirm: 'Enable now' },
  },
  fields: {
    to: 'Back to',
    choose: 'choose a version',
    percent: 'Share of people, in per cent (1 to 99)',
    reason: 'Reason',
    now: 'Running pages follow at once (--now)',
    unlock: 'Lift the lock (--unlock)',
    unproven: 'Also without a conformance run (--unproven)',
    despiteRunningHosts: 'Despite open pages of older hosts (--despite-running-hosts)',
    versionOption: (version: string, place: string, isProven: boolean) =>
      [version, place, isProven ? '' : 'unproven'].filter((part) => part !== '').join(' · '),
  },
  message: {
    heading: 'What people read',
    language: 'Language',
    text: 'Message',
    add: 'Add a language',
    remove: 'Remove the last',
  },
  missing: {
    version: 'Choose a version.',
    percent: 'The share is a whole number from 1 to 99.',
    message: 'Every message needs a language and words.',
    reason: 'Say why: it is shown in the history.',
  },
  rollback: {
    from: 'from',
    to: 'to',
    choose: 'choose',
    affected: (count: number | null) => `${sessions(count)} on the live version.`,
    canaryEnds: (version: string, count: number | null) => `The canary ${version} ends: ${sessions(count)}.`,
    locked: (by: string, reason: string) =>
      `Locked by ${by} (${reason}): the release before may be the bad one already, so name the one that you mean.`,
  },
  asking: 'Asking what would change …',
  warning: (text: string) => `Warning: ${text}`,
} as const;

const problemLead: Readonly<Record<Problem['kind'], string>> = {
  usage: 'Not understood',
  refused: 'Refused',
  conflict: 'Somebody else changed it meanwhile; nothing was changed here',
  unreachable: 'The release store cannot be reached',
  silent: 'The server does not answer',
  unexpected: 'Unexpected answer',
};

export const problemText = ({ kind, message }: Problem): string =>
  kind === 'silent' ? `${problemLead.silent}.` : `${problemLead[kind]}: ${message}`;

const outcomeLead = { changed: 'Done', 'would-change': 'Would change', unchanged: 'Nothing would change' } as const;

export function changeText(change: RemoteChange | HostChange): string {
  const what = 'remote' in change ? `${change.remote}: ${change.change}` : texts.hostSwitch(change.from, change.to);
  if (change.outcome === 'unchanged') return `${outcomeLead.unchanged}.`;
  return `${outcomeLead[change.outcome]}: ${what}${change.outcome === 'changed' && 'serial' in change ? ` (serial ${change.serial})` : ''}`;
}
