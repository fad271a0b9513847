/** Identity and content behind HTTP on a test database, with a clock that is moved by hand and codes that are caught. */
import { loadCatalog } from '../src/catalog/Catalog';
import { createContent } from '../src/content/Content';
import { createHttp } from '../src/http/createHttp';
import { createIdentity } from '../src/identity/Identity';
import { createLog } from '../src/platform/log';
import { createMetrics } from '../src/platform/metrics';
import { quickPasswords } from './quickPasswords';
import { createRandom } from '../src/platform/random';
import { createTestClock } from '../src/platform/Clock';
import { createSecretBox } from '../src/platform/secretBox';
import { openDemoAccount } from '../src/funds/demoMoney';
import { endpoints } from '@tessera/shared/contract';
import { puzzleToken } from './puzzleToken';
import type { Envelope, EndpointName, PuzzlePurpose } from '@tessera/shared/contract';
import type { FastifyInstance } from 'fastify';
import type { Handlers } from '../src/http/handler';
import type { ShowPicture } from '../src/http/addPictures';
import type { Log } from '../src/platform/log';
import type { Random } from '../src/platform/random';
import type { Identity } from '../src/identity/Identity';
import type { Passwords } from '../src/identity/passwords';
import type { TestClock } from '../src/platform/Clock';
import type { TestDatabase } from './testDatabase';

export interface Answer {
  readonly type: Envelope['type'];
  readonly message: unknown;
  readonly params?: Record<string, string>;
}
/** The data of an answer that must be a success. */
export interface OpenedSession {
  readonly token: string;
  readonly userId: string;
  readonly mode: 'real' | 'demo';
}

/** What another module adds to the same exchange. */
type Added = (parts: { readonly clock: TestClock; readonly random: Random; readonly log: Log }) => {
  readonly handlers: Handlers;
  readonly showPicture?: ShowPicture;
};

export interface OpenIdentity {
  readonly http: FastifyInstance;
  readonly identity: Identity;
  readonly clock: TestClock;
  readonly logged: string[];
  /** Messages that would have reached a person. */
  readonly printed: string[];
  /** How many passwords were checked against a hash. */
  checks(): number;
  call(
    name: EndpointName,
    request?: Record<string, unknown>,
    options?: { readonly token?: string; readonly ip?: string; readonly userAgent?: string },
  ): Promise<Answer>;
  /** A puzzle token without the puzzle. */
  puzzleToken(purpose: PuzzlePurpose, ip?: string): Promise<string>;
  /** From an address of its own unless one is named. */
  register(account: string, more?: Record<string, unknown>, ip?: string, userAgent?: string): Promise<Answer>;
  login(account: string, password: string, ip?: string): Promise<Answer>;
  /** Registers and answers the session. */
  newcomer(account: string): Promise<OpenedSession>;
  lastCode(): string;
  close(): Promise<void>;
}

export const goodPassword = 'tiles & light';
export const homeIp = '192.0.2.7';

/** A sign-in does not wait for its notices; whoever counts what was printed does, for a second at most. */
async function noNoticeOwed(db: TestDatabase['db']): Promise<void> {
  for (let left = 40; left > 0; left -= 1) {
    if ((await db.selectFrom('owedNotice').select('id').limit(1).executeTakeFirst()) === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

let visitors = 0;
function freshIp(): string {
  visitors += 1;
  return `10.${visitors >> 8}.${visitors & 255}.1`;
}

function countPasswords(): { readonly passwords: Passwords; checks(): number } {
  let checked = 0;
  const verify: Passwords['verify'] = (hashed, password) => {
    checked += 1;
    return quickPasswords.verify(hashed, password);
  };
  return { passwords: { ...quickPasswords, verify }, checks: () => checked };
}

interface IdentityOptions {
  readonly isInvitationRequired?: boolean;
  readonly isProduction?: boolean;
  readonly publicOrigin?: string;
  readonly add?: Added;
  /** Mail and text messages are never delivered, and never refused. */
  readonly isDeliveryStuck?: boolean;
}

const configOf = ({ isProduction = false, isInvitationRequired = false, publicOrigin }: IdentityOptions) => ({
  isProduction,
  smtpUrl: undefined,
  smtpFrom: 'no-reply@tessera.example',
  smsGatewayUrl: undefined,
  rateLimitFactor: 1000,
  isInvitationRequired,
  publicOrigin,
  trustedProxies: 1,
  dataDir: '/nowhere',
  artifactOrigin: undefined,
});

const never = (): Promise<never> => new Promise(() => undefined);

export async function openIdentity({ db }: TestDatabase, options: IdentityOptions = {}): Promise<OpenIdentity> {
  const logged: string[] = [];
  const printed: string[] = [];
  const clock = createTestClock(1_800_000_000_000);
  const random = createRandom();
  const log = createLog({ logLevel: 'trace' }, { write: (line) => void logged.push(line) });
  const metrics = createMetrics({ collectProcess: false });
  const content = createContent({ db, log, metrics, config: { serviceContacts: undefined, exchange: 'practice' } });
  const { passwords, checks } = countPasswords();
  const config = configOf(options);
  const identity = createIdentity({
    db,
    clock,
    random,
    log,
    config,
    catalog: await loadCatalog(db, clock.now()),
    messages: content.messages,
    texts: content.texts,
    secretBox: createSecretBox(async () => 'a key of accounts under test', 'tessera accounts'),
    openDemoAccount,
    passwords,
    ...(options.isDeliveryStuck === true ? { delivery: { email: never, sms: never } } : {}),
    print: (line) => void printed.push(line),
  });
  const added = options.add?.({ clock, random, log });
  const http = await createHttp({
    handlers: { ...identity.handlers, ...content.handlers, ...added?.handlers },
    showPicture: added?.showPicture,
    sessions: identity.sessions,
    config: { ...config, isProduction: false },
    clock,
    log,
    metrics,
    databaseWatch: { whileAnswering: (work) => work() },
  });

  const opened: OpenIdentity = {
    http,
    identity,
    clock,
    logged,
    printed,
    checks,
    async call(name, request = {}, { token, ip = homeIp, userAgent = '' } = {}) {
      const { method, path, ...row } = endpoints[name];
      const isForm = 'body' in row && row.body === 'form';
      const headers: Record<string, string> = {
        'x-forwarded-for': ip,
        'user-agent': userAgent,
        ...(token === undefined ? {} : { authorization: token }),
      };
      const fields = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
      if (method === 'GET')
        return (await http.inject({ url: `/api/${path}`, query: fields as Record<string, string>, headers })).json<Answer>();
      if (isForm) headers['content-type'] = 'application/x-www-form-urlencoded';
      const payload = isForm ? new URLSearchParams(fields as Record<string, string>).toString() : fields;
      const answer = (await http.inject({ method, url: `/api/${path}`, headers, payload })).json<Answer>();
      if (options.isDeliveryStuck !== true && ['login', 'addressRegister'].includes(name)) await noNoticeOwed(db);
      return answer;
    },
    puzzleToken: (purpose, ip = homeIp) => puzzleToken(db, { purpose, ip, nowMs: clock.now() }),
    register: async (account, more = {}, ip = freshIp(), userAgent = '') =>
      opened.call(
        'register',
        {
          account,
          password: goodPassword,
          passwordAgain: goodPassword,
          country: 'FR',
          acceptsAgreement: 'true',
          puzzleToken: await opened.puzzleToken('register', ip),
          ...more,
        },
        { ip, userAgent },
      ),
    login: async (account, password, ip = homeIp) =>
      opened.call('login', { account, password, puzzleToken: await opened.puzzleToken('login', ip) }, { ip }),
    async newcomer(account) {
      const answer = await opened.register(account);
      if (answer.type !== 'ok') throw new Error(`${account} could not register: ${JSON.stringify(answer)}`);
      return answer.message as OpenedSession;
    },
    lastCode: () => /\b(\d{6})\b/.exec(printed.at(-1) ?? '')?.[1] ?? 'none',
    close: () => http.close(),
  };
  return opened;
}
