/**
 * The operators' command line: `npm run ops -- <command>`. It talks to the database directly, with the server's settings,
 * whether the server runs or not; there is no operator's door on the public port.
 */
import { userInfo } from 'node:os';
import { createSystemClock } from '../platform/Clock';
import { readConfig } from '../platform/config';
import { createLog } from '../platform/log';
import { openStore } from '../store/openStore';
import { UsageError } from './Command';
import { askSecret } from './askSecret';
import { parseCommandLine, runCommand, usage, type CommandLine } from './runCommand';

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
  const log = createLog({ logLevel: 'warn' }, process.stderr);
  const store = await openStore({ config: { ...config, databasePoolSize: 3 }, log, statementLimitMs, asOperator: true }).catch(
    (error: unknown) => {
      process.stderr.write(`The database cannot be reached: ${error instanceof Error ? error.message : String(error)}\n`);
    },
  );
  if (store === undefined) return 3;
  try {
    const context = {
      db: store.database.db,
      clock: createSystemClock(),
      log,
      actor: line.flags['as'] ?? userInfo().username,
      secret: (prompt: string) => askSecret(prompt, line.flags['password-file']),
      signingKeysFile: config.signingKeysFile,
    };
    const { out, err, exitCode } = await runCommand({ ...line, command }, context);
    if (out !== '') process.stdout.write(`${out}\n`);
    if (err !== '') process.stderr.write(`${err}\n`);
    return exitCode;
  } finally {
    await store.close();
  }
}

process.exitCode = await main();
