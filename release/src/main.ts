/**
 * The command line of the release tool: reads the arguments, opens the store of DATA_DIR and runs one verb. Exit codes: 0
 * done, 1 unexpected fault, 2 the command was not understood, 3 refused, 4 somebody else changed the pointer first.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { remoteNames } from '@tessera/shared/federation';
import { install } from './commands/install';
import { promote } from './commands/promote';
import { publish, publishBuild } from './commands/publish';
import { rollback } from './commands/rollback';
import { status, statusText } from './commands/status';
import { publishHost } from './host/publishHost';
import { openContext } from './openContext';
import { ReleaseProblem } from './ReleaseProblem';
import { parseChannel } from './store/Channel';

const usage = `Usage: npm run release -- <verb>

  publish <remote|host> [--from <folder>]     build what is not built, put it into the store (the host goes live at once)
  promote <remote> [version] [--now] [--unlock]
                                              make a published release (the newest, or this one) live
  rollback <remote> [--to <version>]          point back to the release before, or to this one; running pages switch at once
  status [--json]                             what is live, what it falls back to, what is published
  install [--now]                             what npm start does: publish everything, promote what is new

Options: --channel prod · --reason "<why>" · --by "<who>"
Remotes: ${remoteNames.join(', ')}
Exit codes: 0 done · 1 unexpected · 2 not understood · 3 refused · 4 changed by somebody else meanwhile`;

const options = {
  channel: { type: 'string', default: 'prod' },
  reason: { type: 'string' },
  by: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  now: { type: 'boolean', default: false },
  unlock: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const root = resolve(import.meta.dirname, '../..');
const startedAt = performance.now();
const elapsed = (): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`.padStart(8);

/** A remote of another maker has a name of its own, so any plain word is a name; a verb without one is not understood. */
function nameFrom(words: readonly string[]): string {
  const name = words[1]?.replace(/^remote-/, '');
  if (name === undefined || !/^[a-z][a-z0-9-]*$/.test(name)) throw new ReleaseProblem('usage', `"${words[0]}" needs the name of a remote\n\n${usage}`);
  return name;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new ReleaseProblem('usage', `${(error as Error).message}\n\n${usage}`);
  }
}

async function run(args: readonly string[]): Promise<void> {
  const { values, positionals: words } = parse(args);
  if (values.help || words.length === 0) return console.log(usage);
  const channel = parseChannel(values.channel);
  const context = await openContext({
    root,
    dataDir: resolve(root, process.env['DATA_DIR'] ?? '.data'),
    env: process.env,
    by: values.by ?? process.env['USER'] ?? 'unknown',
    now: () => Date.now(),
    say: (line) => console.log(`${elapsed()}  ${line}`),
  });
  const reason = values.reason === undefined ? {} : { reason: values.reason };
  switch (words[0]) {
    case 'publish': {
      const name = nameFrom(words);
      if (name === 'host') {
        const { version, outcome } = await publishHost(context);
        return context.say(`host ${version}: ${outcome}`);
      }
      const { version, outcome } = values.from === undefined ? await publish(context, name) : await publishBuild(context, name, resolve(values.from));
      return context.say(`${name} ${version}: ${outcome}`);
    }
    case 'promote': {
      const version = words[2] === undefined ? {} : { version: words[2] };
      const done = await promote(context, { channel, remote: nameFrom(words), ...version, ...reason, isUrgent: values.now, unlocks: values.unlock });
      return context.say(`${words[1]} ${done.version}: ${done.outcome}, serial ${done.serial}`);
    }
    case 'rollback': {
      const to = values.to === undefined ? {} : { to: values.to };
      const done = await rollback(context, { channel, remote: nameFrom(words), ...to, ...reason });
      return context.say(`${words[1]}: ${done.from} -> ${done.to}, serial ${done.serial}; locked until "promote ${words[1]} --unlock"`);
    }
    case 'status': {
      const found = await status(context, channel);
      return console.log(values.json ? JSON.stringify(found, undefined, 2) : statusText(found));
    }
    case 'install':
      return install(context, channel, values.now);
    default:
      throw new ReleaseProblem('usage', `unknown verb "${words[0]}"\n\n${usage}`);
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof ReleaseProblem ? `${error.kind}: ${error.message}` : error);
  process.exitCode = error instanceof ReleaseProblem ? error.exitCode : 1;
}
