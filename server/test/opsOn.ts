/** The operators' commands as they are typed, on a test database. */
import { createLog } from '../src/platform/log';
import { parseCommandLine, runCommand, type Printed } from '../src/ops/runCommand';
import type { Clock } from '../src/platform/Clock';
import type { TestDatabase } from './testDatabase';

/** `ops('users freeze 7 --reason "asked by himself"')`. Throws when there is no such command. */
export function opsOn(database: TestDatabase, clock: Clock): (text: string, actor?: string) => Promise<Printed> {
  return async (text, actor = 'ann') => {
    const line = parseCommandLine(text.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? []);
    if (line.command === undefined) throw new Error(`no command: ${text}`);
    return runCommand(
      { ...line, command: line.command },
      { db: database.operators, clock, log: createLog({ logLevel: 'silent' }), actor },
    );
  };
}
