/** The HTTP side alone: no database, two signed-in users, handlers of the test's choice. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttp } from '../src/http/createHttp';
import { createLog } from '../src/platform/log';
import { createMetrics } from '../src/platform/metrics';
import { createTestClock } from '../src/platform/Clock';
import type { FastifyInstance } from 'fastify';
import type { TestClock } from '../src/platform/Clock';
import type { Handlers, SignedIn } from '../src/http/handler';

export const goodToken = 'good-token';
export const otherToken = 'other-token';
export const signedIn: SignedIn = { userId: '10000001', mode: 'demo', sessionId: '1' };
const users: Readonly<Record<string, SignedIn>> = {
  [goodToken]: signedIn,
  [otherToken]: { userId: '10000002', mode: 'demo', sessionId: '2' },
};

export interface OpenHttp {
  readonly app: FastifyInstance;
  readonly clock: TestClock;
  /** Everything that was logged, as lines. */
  readonly logged: string[];
  readonly dataDir: string;
  /** Tokens whose session is over. */
  readonly ended: Set<string>;
}

export interface OpenHttpOptions {
  readonly isProduction?: boolean;
  readonly rateLimitFactor?: number;
  readonly trustedProxies?: number;
  readonly dataDir?: string;
  readonly artifactOrigin?: string;
}

export async function openHttp(handlers: Handlers = {}, options: OpenHttpOptions = {}): Promise<OpenHttp> {
  const logged: string[] = [];
  const ended = new Set<string>();
  const clock = createTestClock(1_800_000_000_000);
  const dataDir = options.dataDir ?? join(tmpdir(), 'tessera-no-such-folder');
  const app = await createHttp({
    handlers,
    sessions: { find: async (token) => (ended.has(token) ? undefined : users[token]) },
    config: {
      isProduction: options.isProduction ?? false,
      trustedProxies: options.trustedProxies ?? 0,
      rateLimitFactor: options.rateLimitFactor ?? 1000,
      dataDir,
      artifactOrigin: options.artifactOrigin,
    },
    clock,
    log: createLog({ logLevel: 'debug' }, { write: (line) => void logged.push(line) }),
    metrics: createMetrics({ collectProcess: false }),
    databaseWatch: { whileAnswering: (work) => work() },
  });
  return { app, clock, logged, dataDir, ended };
}
