/** The operators' commands as they are typed, on a test database. */
import { createLog } from '../src/platform/log';
import { parseCommandLine, runCommand, type Printed } from '../src/ops/runCommand';
import type { Clock } from '../src/platform/Clock';
import type { TestDatabase } from './testDatabase';

/** What operator `name` types in tests. */
export const testPasswordOf = (name: string): string => `the word that only ${[...name].reverse().join('')} knows`;

/**
 * `ops('users freeze 7 --reason "asked by himself"')`. Anyone who is asked for a password types his own, unless another is given.
 * Throws when there is no such command.
 */
export function opsOn(
  database: TestDatabase,
  clock: Clock,
  signingKeysFile = 'none',
): (text: string, actor?: string, password?: string) => Promise<Printed> {
  return async (text, actor = 'ann', password) => {
    const line = parseCommandLine(text.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? []);
    if (line.command === undefined) throw new Error(`no command: ${text}`);
    return runCommand(
      { ...line, command: line.command },
      {
        db: database.operators,
        clock,
        log: createLog({ logLevel: 'silent' }),
        actor,
        signingKeysFile,
        secret: async (prompt) => password ?? testPasswordOf(/operator (\S+?)[ :]/.exec(prompt)?.[1] ?? ''),
      },
    );
  };
}
