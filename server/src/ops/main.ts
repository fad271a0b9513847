/**
 * The operators' command line: `npm run ops -- <command>`. Most commands ask the running server, as the operator who signs in. To
 * make an operator, or a key of his codes, and to look through the whole book is for the server's machine, with the database itself, whether the server runs or not.
 */
import { readFile } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createOperationsClient } from '../operators/OperationsClient';
import { operatorBox } from '../operators/operatorBox';
import { createSystemClock } from '../platform/Clock';
import { readConfig, type Config } from '../platform/config';
import { createLog } from '../platform/log';
import { createPasswords } from '../identity/passwords';
import { createRandom } from '../platform/random';
import { openStore } from '../store/openStore';
import { UsageError, type Command, type ServerCommand } from './Command';
import { createSecrets } from './createSecrets';
import { askServer, parseCommandLine, runCommand, usage, type CommandLine, type Printed } from './runCommand';

/** All of a large book is added up in minutes. */
const statementLimitMs = 1_800_000;

async function main(): Promise<number> {
  let line: CommandLine;
  try {
    line = parseCommandLine(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${usage()}\n`);
    return 2;
  }
  const { command } = line;
  if (command === undefined) {
    process.stdout.write(`${usage()}\n`);
    return process.argv.length > 2 && !process.argv.includes('--help') ? 2 : 0;
  }
  const config = readConfig(process.env);
  const printed = await ('ask' in command ? onServer({ ...line, command }, config) : onMachine({ ...line, command }, config));
  if (printed === undefined) return 3;
  if (printed.out !== '') process.stdout.write(`${printed.out}\n`);
  if (printed.err !== '') process.stderr.write(`${printed.err}\n`);
  return printed.exitCode;
}

const operatorOf = ({ flags }: CommandLine): string => flags['as'] ?? userInfo().username;

/** undefined: there is no server to ask. */
async function onServer(line: CommandLine & { readonly command: ServerCommand }, config: Config): Promise<Printed | undefined> {
  const url = process.env['OPS_URL'] ?? (await urlOfRunning(config.dataDir));
  if (url === undefined) {
    process.stderr.write('No server runs here. Start it, or set OPS_URL to the address of its operators’ calls.\n');
    return undefined;
  }
  const client = createOperationsClient({
    url: url.endsWith('/') ? url : `${url}/`,
    name: operatorOf(line),
    secret: createSecrets(line.flags['password-file']),
    sessionFile: join(homedir(), '.tessera-operator'),
    clock: createSystemClock(),
  });
  return askServer(line, client).catch((error: unknown) => {
    process.stderr.write(`The server does not answer at ${url}: ${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  });
}

/** What a server that runs wrote down when it was ready. */
async function urlOfRunning(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, 'ready.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as { readonly operations?: string }).operations;
}

/** undefined: the database cannot be reached. */
async function onMachine(line: CommandLine & { readonly command: Command }, config: Config): Promise<Printed | undefined> {
  const log = createLog({ logLevel: 'warn' }, process.stderr);
  const store = await openStore({ config: { ...config, databasePoolSize: 3 }, log, statementLimitMs, asStaff: true }).catch(
    (error: unknown) => {
      process.stderr.write(`The database cannot be reached: ${error instanceof Error ? error.message : String(error)}\n`);
    },
  );
  if (store === undefined) return undefined;
  try {
    const [clock, random, box] = [createSystemClock(), createRandom(), operatorBox(config)];
    const { db } = store.database;
    return await runCommand(line, {
      db,
      clock,
      random,
      log,
      box,
      machineUser: `${userInfo().username} on the machine`,
      passwords: createPasswords(),
      secret: createSecrets(line.flags['password-file']),
    });
  } finally {
    await store.close();
  }
}

process.exitCode = await main();
