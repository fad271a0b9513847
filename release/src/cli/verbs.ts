/** Every verb: what may follow it, what it does. The usage text, the command line and the runbook's test all read this table. */
import { resolve } from 'node:path';
import type { RemoteChange, RemoteRequest } from '../change/changeRemote';
import { canary, halt } from '../commands/canary';
import { conform, requirePassed } from '../commands/conform';
import { disable, enable } from '../commands/disable';
import { gc, gcText } from '../commands/gc';
import { history, hostHistory } from '../commands/history';
import { install } from '../commands/install';
import { keys, keysText, rotateKeys, rotationText } from '../commands/keys';
import { lock, unlock } from '../commands/lock';
import { preview } from '../commands/preview';
import { promote } from '../commands/promote';
import { publish, publishBuild, type PublishRequest } from '../commands/publish';
import { rollback } from '../commands/rollback';
import { rollbackHost } from '../commands/rollbackHost';
import { status } from '../commands/status';
import { publishHost, publishHostBuild } from '../host/publishHost';
import type { HostChange } from '../host/switchHost';
import { hostChangeText, remoteChangeText } from '../output/changeText';
import { historyText, hostHistoryText } from '../output/historyText';
import { parseSpan } from '../output/spans';
import { statusText } from '../output/statusText';
import type { ReleaseContext } from '../ReleaseContext';
import { ReleaseProblem } from '../ReleaseProblem';
import { parseMessage } from '../transitions/disabled';
import type { OptionName, OptionValues } from './options';
import type { Answer, Call, Verb } from './Verb';

/** A remote of another maker has a name of its own, so any plain word is a name. */
function remoteFrom([word = '']: readonly string[]): string {
  const name = word.replace(/^remote-/, '');
  if (!/^[a-z][a-z0-9-]*$/.test(name) || name === 'host')
    throw new ReleaseProblem('usage', `"${word}" is not the name of a remote`);
  return name;
}

function wholeNumber(name: OptionName, text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new ReleaseProblem('usage', `--${name} takes a whole number, not "${text}"`);
  return Number(text);
}

const hostAnswer = (change: HostChange, { paint }: Call): Answer => ({ json: change, text: hostChangeText(change, paint) });

/** Turns the options that all changes share into a request. */
function requestFrom({ channel, words, options }: Call): RemoteRequest {
  return {
    channel,
    remote: remoteFrom(words),
    reason: options.reason,
    now: options.now,
    dryRun: options['dry-run'],
    despiteRunningHosts: options['despite-running-hosts'],
  };
}

type Change = (
  context: ReleaseContext,
  request: RemoteRequest,
  options: OptionValues,
  version: string | undefined,
) => Promise<RemoteChange>;

/** A verb that changes what the pointer says of one remote. */
const changing = (synopsis: string, about: string, change: Change): Verb => ({
  synopsis,
  about,
  async run(call) {
    const changed = await change(call.context, requestFrom(call), call.options, call.words[1]);
    return { json: changed, text: remoteChangeText(changed, call.paint) };
  },
});

const publishing: Verb = {
  synopsis: '<remote|host> [--from <folder>] [--unproven (remote)] [--dry-run (host)]',
  about: 'build if needed and write it once; a host goes live at once, unless it cannot load a live remote',
  async run(call) {
    const { context, words, options } = call;
    const from = options.from === undefined ? undefined : resolve(context.root, options.from);
    if (words[0] === 'host') {
      const request = { reason: options.reason, dryRun: options['dry-run'] };
      return hostAnswer(
        await (from === undefined ? publishHost(context, request) : publishHostBuild(context, from, request)),
        call,
      );
    }
    const remote = remoteFrom(words);
    const request: PublishRequest = { conformance: options.unproven === true ? 'skip' : 'run', note: options.reason };
    const published = await (from === undefined
      ? publish(context, remote, request)
      : publishBuild(context, remote, from, request));
    return { json: { remote, ...published }, text: `${remote} ${published.version}: ${published.outcome}` };
  },
};

const conforming: Verb = {
  synopsis: '<remote> [--from <folder>]',
  about: 'run the built remote in a real browser, rule by rule; nothing is published',
  async run({ context, words, options }) {
    const report = await conform(
      context,
      remoteFrom(words),
      options.from === undefined ? undefined : resolve(context.root, options.from),
    );
    requirePassed(report);
    return { json: report, text: `${report.remote} ${report.version} conforms` };
  },
};

const rollingBack: Verb = {
  synopsis: '<remote|host> [--to <version>] [--now (remote)] [--despite-running-hosts (remote)] [--dry-run]',
  about: 'the previous release (or the given one) is live again, and the remote is locked; or the previous host',
  async run(call) {
    const { context, words, options, paint } = call;
    if (words[0] === 'host') {
      return hostAnswer(
        await rollbackHost(context, { to: options.to, reason: options.reason, dryRun: options['dry-run'] }),
        call,
      );
    }
    const changed = await rollback(context, { ...requestFrom(call), to: options.to });
    return { json: changed, text: remoteChangeText(changed, paint) };
  },
};

const telling: Verb = {
  synopsis: '[remote|host] [--limit 20]',
  about: 'who changed what, when and why, newest first, every signature checked',
  async run({ context, words, options, paint }) {
    const limit = wholeNumber('limit', options.limit ?? '20');
    if (words[0] === 'host') {
      const entries = hostHistory(context, limit);
      return { json: entries, text: hostHistoryText(entries) };
    }
    const entries = await history(context, { remote: words[0] === undefined ? undefined : remoteFrom(words), limit });
    return { json: entries, text: historyText(entries, paint) };
  },
};

const cleaning: Verb = {
  synopsis: '[--keep 3] [--without-presence] [--unfinished] [--dry-run]',
  about: 'remove releases and hosts that the pointer does not name, no page runs, and that are not among the newest',
  async run({ context, channel, options }) {
    const report = await gc(context, {
      channel,
      keep: wholeNumber('keep', options.keep ?? '3'),
      withoutPresence: options['without-presence'],
      unfinished: options.unfinished,
      dryRun: options['dry-run'],
    });
    return { json: report, text: gcText(report) };
  },
};

const keeping: Verb = {
  synopsis: '[rotate] [--dry-run]',
  about: 'the keys that hosts trust; rotate: the next key signs from now on and a new next one is made',
  async run({ context, channel, words, options }) {
    if (words[0] === undefined) {
      const report = keys(context);
      return { json: report, text: keysText(report) };
    }
    if (words[0] !== 'rotate') throw new ReleaseProblem('usage', `expected "keys" or "keys rotate", not "keys ${words[0]}"`);
    const rotation = await rotateKeys(context, { channel, reason: options.reason, dryRun: options['dry-run'] });
    return { json: rotation, text: rotationText(rotation) };
  },
};

export const verbs: Readonly<Record<string, Verb>> = {
  publish: publishing,
  conform: conforming,
  promote: changing(
    '<remote> [version] [--now] [--unlock] [--unproven] [--despite-running-hosts] [--dry-run]',
    'make it stable; without a version: the canary if there is one, else the newest published',
    (context, request, { unlock: lifts, unproven }, version) =>
      promote(context, { ...request, version, unlock: lifts, unproven }),
  ),
  canary: changing(
    '<remote> [version] --percent <1..99> [--now] [--despite-running-hosts] [--dry-run]',
    'a share of people gets it; a higher share ramps up, a lower one is refused',
    (context, request, { percent = '' }, version) =>
      canary(context, { ...request, version, percent: wholeNumber('percent', percent) }),
  ),
  halt: changing('<remote> [--now] [--dry-run]', 'all pages leave the canary; it stays in the pointer', halt),
  rollback: rollingBack,
  lock: changing('<remote> [--dry-run]', 'promote, canary and npm start do not change it', lock),
  unlock: changing('<remote> [--dry-run]', 'lift a lock', unlock),
  disable: changing(
    '<remote> --message <lang>=<text>... [--now] [--dry-run]',
    'pages show the message in place of the remote',
    (context, request, { message = [] }) => disable(context, { ...request, message: parseMessage(message) }),
  ),
  enable: changing('<remote> [--now] [--dry-run]', 'pages show the remote again', enable),
  history: telling,
  status: {
    synopsis: '[--watch]',
    about: 'what is live, shares, locks, sessions per version, failures of the last hour',
    async run({ context, channel, paint }) {
      const report = await status(context, channel);
      return { json: report, text: statusText(report, context.now(), paint) };
    },
  },
  refresh: {
    synopsis: '',
    about: 'state again that the pointer is live; once a day where files are served without a running server',
    async run({ context, channel }) {
      const pointer = await context.store.readPointer(channel);
      if (pointer === undefined) throw new ReleaseProblem('refused', 'nothing was promoted yet');
      await context.store.refreshPointer(channel);
      const { serial } = pointer;
      return { json: { channel, serial }, text: `serial ${serial} counts as live for another week` };
    },
  },
  gc: cleaning,
  keys: keeping,
  preview: {
    synopsis: '<remote> <version> [--for 60m] [--base <address>]',
    about: 'an address that shows it in the production host, on the browsers that open it',
    async run({ context, words, options }) {
      const found = await preview(context, {
        remote: remoteFrom(words),
        version: words[1] ?? '',
        forMs: parseSpan(options.for ?? '60m'),
        base: options.base ?? 'http://localhost:8080',
      });
      return {
        json: found,
        text: `${found.url}\nshows ${found.remote} ${found.version} until ${new Date(found.expiresAtMs).toISOString()}`,
      };
    },
  },
  install: {
    synopsis: '[--now]',
    about: "what npm start does: publish everything, promote what is new, build the operators' console",
    async run({ context, channel, options }) {
      const installed = await install(context, { channel, now: options.now });
      return { json: installed, text: installed.map(({ name, outcome }) => `${name}: ${outcome}`).join('\n') };
    },
  },
};
