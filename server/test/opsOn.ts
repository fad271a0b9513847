/**
 * The operators' commands as they are typed, on a test database. Those for the server's machine are run with it; those that ask the server are
 * answered by its calls, without the wire between.
 */
import { createMerchantDesk } from '../src/c2c/MerchantDesk';
import { createWayBox } from '../src/c2c/sealedWay';
import { AppError } from '@tessera/shared/errors';
import { operatorRole, type OperatorRole } from '@tessera/shared/operations';
import { TOTP } from 'otpauth';
import { createTexts } from '../src/content/texts';
import { createMessages } from '../src/content/messages';
import { createServiceDesk } from '../src/conversations/ServiceDesk';
import { endSessionsInDatabase } from '../src/identity/sessions';
import { answerOperation } from '../src/operators/operationRoutes';
import { createOperations } from '../src/operators/Operations';
import { operatorKeyLabel } from '../src/operators/OperatorSessions';
import { createLog } from '../src/platform/log';
import { createRandom } from '../src/platform/random';
import { createSecretBox } from '../src/platform/secretBox';
import { askServer, parseCommandLine, runCommand, type Printed } from '../src/ops/runCommand';
import { createReviews } from '../src/reviews/Reviews';
import { authenticatorEntry } from '../src/identity/authenticator';
import { anOperator } from './anOperator';
import { createPayoutDesk } from '../src/withdrawals/PayoutDesk';
import type { OperationsClient } from '../src/operators/OperationsClient';
import type { Operations } from '../src/operators/Operations';
import type { OperatorsVerbs } from '../src/operators/releaseCalls';
import type { Clock } from '../src/platform/Clock';
import { quickPasswords } from './quickPasswords';
import type { TestDatabase } from './testDatabase';

/** What operator `name` types in tests. */
export const testPasswordOf = (name: string): string => `the word that only ${[...name].reverse().join('')} knows`;

export const testOperatorBox = createSecretBox(async () => 'a key of operators under test', 'tessera operators');
const log = createLog({ logLevel: 'silent' });
const random = createRandom();

/** Of a test that is not about releases. */
const noVerb = () => Promise.reject(new Error('this test has no releases'));
const noReleases: OperatorsVerbs = { status: noVerb, history: noVerb, hostHistory: noVerb, change: noVerb };
const noPicture = () => Promise.reject(new Error('this test sends no pictures'));

export function operationsOn(
  { staff: { db } }: Pick<TestDatabase, 'staff'>,
  clock: Clock,
  kinds: Parameters<typeof createReviews>[0]['kinds'] = [],
  signingKeysFile = 'none',
  releaseVerbs = noReleases,
  wait: (ms: number) => Promise<void> = async () => undefined,
): Operations {
  const texts = createTexts();
  const wakeOutbox = () => undefined;
  return createOperations({
    db,
    clock,
    random,
    log,
    box: testOperatorBox,
    passwords: quickPasswords,
    reviews: createReviews({ db, clock, random, log, kinds, wakeOutbox }),
    desk: createServiceDesk({
      db,
      uploads: {
        addressOf: async (id, { viewer }) => `/pictures/${id}?viewer=${viewer}`,
        claim: noPicture,
        keepAnswer: noPicture,
      },
      texts,
      wakeOutbox,
    }),
    chains: [],
    payouts: createPayoutDesk({ db, messages: createMessages({ db, texts }), reveal: async () => ({ address: '' }), wakeOutbox }),
    merchants: createMerchantDesk({
      db,
      box: createWayBox(async () => 'a key of merchants that are under test'),
      messages: createMessages({ db, texts }),
      reviews: createReviews({ db, clock, random, log, kinds, wakeOutbox }),
      wakeOutbox,
    }),
    releaseVerbs,
    personSessions: { endAllOf: async (tx, userId, why) => void (await endSessionsInDatabase(tx, userId, why, clock.now())) },
    problems: async () => ({ database: undefined }),
    texts,
    signingKeysFile,
    rateLimitFactor: 1000,
    callerOf: ({ ip }) => ip,
    wait,
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
 * `ops('users freeze 7 --reason "asked by himself"')`. Of commands that ask the server, the actor is the operator of that name, or a new one with
 * every role; on the machine, who is asked for a password types his own, unless another one is given. Throws when there is no such command.
 */
export function opsOn(
  database: TestDatabase,
  clock: Clock,
  signingKeysFile = 'none',
): (text: string, actor?: string, password?: string) => Promise<Printed> {
  // A database of a test file is there in its tests only.
  let operations: Operations | undefined;
  const tokens = new Map<string, Promise<string>>();
  async function signIn(name: string): Promise<string> {
    const { rows } = await database.owner.query<{ roles: OperatorRole[] }>('select roles from operator where name = $1', [name]);
    return (await anOperator(database, rows[0]?.roles ?? operatorRole.options, { nowMs: clock.now(), name })).token;
  }
  const serverOf = (actor: string): OperationsClient => ({
    async call(name, request) {
      const { db } = database.staff;
      operations ??= operationsOn(database, clock, [], signingKeysFile);
      const ask = async (parts: Operations) => {
        const token = tokens.get(actor) ?? signIn(actor);
        tokens.set(actor, token);
        return answerOperation({ ...parts, db, clock }, name, { bearer: await token, body: request, ip: '127.0.0.1' });
      };
      const parts = operations;
      const answer = await ask(parts).catch(async (error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'AUTH_SESSION_ENDED') throw error;
        tokens.delete(actor);
        return ask(parts);
      });
      return answer as never;
    },
  });
  return async (text, actor = 'ann', password) => {
    const line = parseCommandLine(text.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? []);
    const { command } = line;
    if (command === undefined) throw new Error(`no command: ${text}`);
    if ('ask' in command) return askServer({ ...line, command }, serverOf(actor));
    return runCommand(
      { ...line, command },
      {
        db: database.staff.db,
        clock,
        random,
        log,
        box: testOperatorBox,
        passwords: quickPasswords,
        machineUser: actor,
        secret: async (prompt) => password ?? testPasswordOf(/operator (\S+?)[ :]/.exec(prompt)?.[1] ?? ''),
      },
    );
  };
}
