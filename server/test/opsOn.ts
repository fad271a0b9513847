/**
 * The operators' commands as they are typed, on a test database. Those for the server's machine are run with it; those that ask the server are
 * answered by its calls, without the wire between.
 */
import { operatorRole } from '@tessera/shared/operations';
import { TOTP } from 'otpauth';
import { endSessionsInDatabase } from '../src/identity/sessions';
import { createPasswords } from '../src/identity/passwords';
import { answerOperation } from '../src/operators/operationRoutes';
import { createOperations } from '../src/operators/Operations';
import { createOperatorSessions, operatorKeyLabel } from '../src/operators/OperatorSessions';
import { createContent } from '../src/content/Content';
import { createLog } from '../src/platform/log';
import { createMetrics } from '../src/platform/metrics';
import { createRandom } from '../src/platform/random';
import { createSecretBox } from '../src/platform/secretBox';
import { askServer, parseCommandLine, runCommand, type Printed } from '../src/ops/runCommand';
import { createReviews } from '../src/reviews/Reviews';
import { authenticatorEntry } from '../src/identity/authenticator';
import { anOperator, type TestOperator } from './anOperator';
import type { OperationsClient } from '../src/operators/OperationsClient';
import type { Operations } from '../src/operators/Operations';
import type { Clock } from '../src/platform/Clock';
import type { TestDatabase } from './testDatabase';

/** What operator `name` types in tests. */
export const testPasswordOf = (name: string): string => `the word that only ${[...name].reverse().join('')} knows`;

export const testOperatorBox = createSecretBox(async () => 'a key of operators under test', 'tessera operators');
const log = createLog({ logLevel: 'silent' });
const random = createRandom();

export function operationsOn(
  { db }: Pick<TestDatabase, 'db'>,
  clock: Clock,
  kinds: Parameters<typeof createReviews>[0]['kinds'] = [],
): Operations {
  const config = { serviceContacts: undefined, exchange: 'practice' } as const;
  const metrics = createMetrics({ collectProcess: false });
  return createOperations({
    db,
    messages: createContent({ db, log, metrics, config }).messages,
    clock,
    random,
    log,
    box: testOperatorBox,
    reviews: createReviews({ db, clock, random, log, kinds, wakeOutbox: () => undefined }),
    personSessions: { endAllOf: async (tx, userId, why) => void (await endSessionsInDatabase(tx, userId, why, clock.now())) },
    problems: async () => ({ database: undefined }),
    rateLimitFactor: 1000,
  });
}

/** The code that his app shows now; one that he used already is taken again. */
export async function testCodeOf({ owner }: Pick<TestDatabase, 'owner'>, name: string, clock: Clock): Promise<string> {
  const { rows } = await owner.query<{ sealed: Buffer | null }>(
    'update operator set last_step = 0 where name = $1 returning sealed_key as sealed',
    [name],
  );
  const sealed = rows[0]?.sealed ?? undefined;
  if (sealed === undefined) return '000000';
  const { secret } = authenticatorEntry(await testOperatorBox.open(sealed, operatorKeyLabel(name)), name);
  return new TOTP({ secret }).generate({ timestamp: clock.now() });
}

/**
 * `ops('users freeze 7 --reason "asked by himself"')`. Anyone who is asked for a password or a code types his own, unless another password is
 * given. Of commands that ask the server, the actor is an operator with every role. Throws when there is no such command.
 */
export function opsOn(
  database: TestDatabase,
  clock: Clock,
  signingKeysFile = 'none',
): (text: string, actor?: string, password?: string) => Promise<Printed> {
  // A database of a test file is there in its tests only.
  let operations: Operations | undefined;
  const signedIn = new Map<string, Promise<TestOperator>>();
  const serverOf = (actor: string): OperationsClient => ({
    async call(name, request) {
      const { db } = database;
      const signing = signedIn.get(actor) ?? anOperator(database, operatorRole.options, { nowMs: clock.now(), name: actor });
      signedIn.set(actor, signing);
      const { token } = await signing;
      operations ??= operationsOn(database, clock);
      return (await answerOperation({ ...operations, db, clock }, name, { bearer: token, body: request })) as never;
    },
  });
  return async (text, actor = 'ann', password) => {
    const line = parseCommandLine(text.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? []);
    const { command } = line;
    if (command === undefined) throw new Error(`no command: ${text}`);
    if ('ask' in command) return askServer({ ...line, command }, serverOf(actor));
    const db = database.operators;
    return runCommand(
      { ...line, command },
      {
        db,
        clock,
        random,
        log,
        box: testOperatorBox,
        machineUser: actor,
        operator: actor,
        sessions: createOperatorSessions({ db, clock, random, log, box: testOperatorBox, passwords: createPasswords() }),
        signingKeysFile,
        async secret(prompt) {
          const name = /operator (\S+?)[ :]/.exec(prompt)?.[1] ?? '';
          return prompt.startsWith('One-time code') ? testCodeOf(database, name, clock) : (password ?? testPasswordOf(name));
        },
      },
    );
  };
}
