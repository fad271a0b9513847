/**
 * Settings come from the environment only, are read once at start, and are judged before anything else runs: a wrong
 * setting stops the start with its name, never later with a strange effect. Everything has a default that works for one
 * person on one machine.
 */
import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { DrandChain } from '@tessera/shared/fairness';
import { chainList, type ChainSetting } from '../chain/chainSettings';
import { payoutWalletList, type PayoutWallet } from '../chain/sender/payoutWallets';
import type { BlobSettings } from './blobs/openBlobs';
import { judgeSituation, type ExchangeKind } from './exchangeKind';
import { jsonText } from './jsonText';

export const roles = ['api', 'realtime', 'feed', 'jobs', 'operators'] as const;
export type Role = (typeof roles)[number];
/** Of the processes beside the one that serves traders, where there are three. */
export const workerRoles: readonly Role[] = ['feed', 'jobs'];
export const operatorRoles: readonly Role[] = ['operators'];

const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');
const commaList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
const optionalText = z
  .string()
  .trim()
  .transform((text) => (text === '' ? undefined : text))
  .optional();

/** "https://cdn.example:8443"; a path, a user or a wildcard would mean something else in the content policy. */
const httpsOrigin = z
  .string()
  .regex(/^https:\/\/[a-z0-9.-]+(:\d+)?\/?$/i, 'must be an https origin without a path')
  .transform((text) => text.replace(/\/$/, '').toLowerCase());

/** What is on another machine is asked by https; on this one without. */
const witnessUrl = z.string().regex(/^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/|$))/, 'must be an https address');
const outsideUrl = witnessUrl.transform((text) => text.replace(/\/$/, ''));
const witnessSetting = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('countersigner'), url: witnessUrl, publicKey: z.string().regex(/^[0-9a-f]{64}$/) }),
  z.object({ kind: z.literal('timestamp'), url: witnessUrl, trusted: z.string() }),
]);
export type WitnessSetting = z.infer<typeof witnessSetting>;
const witnessList = jsonText.pipe(z.array(witnessSetting));

const environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  /** Of the operators' calls. Not set: the port next to PORT, or any that is free. */
  OPS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  OPS_HOST: z.string().default('127.0.0.1'),
  /** Serves the operators' calls on the public port too. */
  OPS_PUBLIC: flag.default(false),
  /** Names by which the operators' port is asked, by comma, besides that of PUBLIC_ORIGIN, addresses and localhost. */
  OPS_NAMES: z.string().toLowerCase().default('').transform(commaList),
  /** Everything that is kept lives below this directory. */
  DATA_DIR: z.string().default('.data'),
  /** Empty: the embedded PostgreSQL in DATA_DIR. */
  DATABASE_URL: optionalText,
  /** The owner's login, which applies migrations; DATABASE_URL is then the server's own. */
  DATABASE_OWNER_URL: optionalText,
  /** The login of who acts for operators; DATABASE_URL is then the server's own. Empty: this process has no operators' calls, and neither commands. */
  DATABASE_STAFF_URL: optionalText,
  /** Not set: all, in three processes. Set: what this one process does. */
  ROLES: z
    .string()
    .transform(commaList)
    .pipe(z.array(z.enum(roles)).min(1))
    .optional(),
  /** Secrets of the keys that sign roots and receipts, one a line, the newest last. Empty: DATA_DIR/signing-keys. */
  SIGNING_KEYS_FILE: optionalText,
  /**
   * JSON: who outside is shown the minute roots. [{"kind": "countersigner", "url": "https://…", "publicKey": "64 digits"},
   * {"kind": "timestamp", "url": "https://…", "trusted": "certificates.pem"}]
   */
  WITNESSES: witnessList,
  /** For how many days the day files of the tick log are kept in DATA_DIR/log-days. Not set: for ever. */
  LOG_DAYS_KEPT: z.coerce.number().int().min(30).max(36_500).optional(),
  FEED: z.enum(['simulated', 'replay', 'live']).default('simulated'),
  FEED_REPLAY_DIR: optionalText,
  FEED_REPLAY_SPEED: z.coerce.number().int().min(1).max(1000).default(1),
  FEED_LIVE_URL: optionalText,
  /** A second source of the same form that has to agree with the first; an exchange with real money needs it. */
  FEED_LIVE_SECOND_URL: optionalText,
  /** Where the seeds of days that are not over lie, encrypted. Empty: DATA_DIR/seeds. Nodes of one exchange share it. */
  SEED_DIR: optionalText,
  /** What they are encrypted with. Empty, outside production: a secret that is made in DATA_DIR/seed-key. */
  SEED_KEY: z.string().trim().min(32, 'must have 32 characters or more').optional(),
  /** What people's secrets in the database and pictures of their documents are sealed with. Empty, outside production: a secret that is made in DATA_DIR/account-key. */
  ACCOUNT_KEY: z.string().trim().min(32, 'must have 32 characters or more').optional(),
  /** What joins a day's seed when the day begins: a value of the exchange itself, or a round of a drand network. */
  BEACON: z.enum(['local', 'drand']).default('local'),
  /** Relays, by comma. */
  DRAND_URLS: z
    .string()
    .default('https://api.drand.sh,https://drand.cloudflare.com')
    .transform(commaList)
    .pipe(z.array(z.url()).min(1)),
  /** What a relay answers to <url>/<chain hash>/info. Empty: the network quicknet. */
  DRAND_CHAIN: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue('must be the JSON that a relay answers to /info');
        return z.NEVER;
      }
    })
    .pipe(
      z.object({
        hash: z.string().regex(/^[0-9a-f]{64}$/),
        public_key: z.string().regex(/^[0-9a-f]{192}$/, 'must be a key in G2: only short signatures are read'),
        genesis_time: z.int().positive(),
        period: z.int().positive(),
      }),
    )
    .optional(),
  /** JSON: networks that programs read (docs/chains.md). [{"network": "ethereum", "endpoints": ["https://…", "https://…"], "xpub": "xpub…"}] */
  CHAINS: chainList,
  /**
   * Who takes payments by bank card (docs/gateway.md): where he is asked, the file with the keys that both sides sign with, the origin of his pages
   * where it is another one, and what the book calls him. Empty: nobody does.
   */
  GATEWAY_URL: outsideUrl.optional(),
  GATEWAY_KEYS_FILE: optionalText,
  GATEWAY_PAGE_ORIGIN: outsideUrl.optional(),
  GATEWAY_NAME: z
    .string()
    .regex(/^[a-z][a-z0-9]{1,15}$/, 'must be 2 to 16 small letters and digits')
    .default('card'),
  /** JSON: wallets from which payouts are sent (docs/payouts.md). [{"network": "ethereum", "address": "0x…", "keyFile": "/etc/tessera/payout-key", "maxFeeGwei": 100}] */
  PAYOUT_WALLETS: payoutWalletList,
  SMTP_URL: optionalText,
  SMTP_FROM: z.string().default('no-reply@localhost'),
  SMS_GATEWAY_URL: optionalText,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Opens /metrics to callers from other machines; without it only loopback may read. */
  METRICS_TOKEN: optionalText,
  /** What stands behind the money of real accounts. Left out: real in production on a live feed, else practice. */
  EXCHANGE: z.enum(['practice', 'real']).optional(),
  SEED_DEMO_USER: flag.optional(),
  /**
   * Where published remotes, pointers and presence lie (docs/releases.md). Empty: DATA_DIR/releases; or s3://<bucket>/<prefix>
   * with the S3_* settings, which the release tool judges. The shell is in DATA_DIR/host.
   */
  RELEASE_STORE: optionalText,
  /** Where files that people hand in lie. Empty: DATA_DIR/blobs; or s3://<bucket>/<prefix> with the S3_* settings. Nodes of one exchange share it. */
  BLOB_STORE: optionalText,
  S3_ENDPOINT: optionalText,
  S3_REGION: optionalText,
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  /** An origin besides our own that pages may load releases from: a content network in front of the bucket. */
  ARTIFACT_ORIGIN: httpsOrigin.optional(),
  /** What the server does by itself when a release fails on many pages: nothing, halt a canary, or also roll a stable one back. */
  RELEASE_GUARD: z.enum(['off', 'halt', 'rollback']).default('halt'),
  /** Where people open the app, "https://trade.example": named in the text that a wallet signs. Empty: wallets sign in on this machine only. */
  PUBLIC_ORIGIN: httpsOrigin.optional(),
  /** Number of trusted proxies in front of the server; decides whose address the limits count. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
  /** Multiplies the request allowances: a load test comes from one address. */
  RATE_LIMIT_FACTOR: z.coerce.number().min(0.1).max(10_000).default(1),
  INVITATION_REQUIRED: flag.default(false),
  /** JSON: [{"name": "…", "url": "https://…"}], until operators made contacts. Empty: the conversation with customer service. */
  SERVICE_CONTACTS: optionalText,
  /** How far our clock may be from the database's where somebody sets a limit: for a test with a clock of its own. The owner writes it down for good. */
  CLOCK_BOUND_MS: z.coerce.number().int().positive().optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(20),
});

export interface Config {
  readonly isProduction: boolean;
  readonly port: number;
  readonly host: string;
  readonly operations: {
    /** undefined: one is looked for. */
    readonly port: number | undefined;
    readonly host: string;
    readonly isPublic: boolean;
    /** Host names that it goes by. */
    readonly names: readonly string[];
  };
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databaseOwnerUrl: string | undefined;
  readonly databaseStaffUrl: string | undefined;
  readonly databasePoolSize: number;
  /** undefined: as the database has it. */
  readonly clockBoundMs: number | undefined;
  /** What an exchange does, or this process of it where ROLES says so. */
  readonly roles: readonly Role[];
  /** Feed and deciding run in a process of their own, and the operators' calls in another, which the main one starts. */
  readonly hasCompanions: boolean;
  readonly signingKeysFile: string;
  readonly witnesses: readonly WitnessSetting[];
  readonly logDaysKept: number | undefined;
  readonly feed: {
    readonly kind: 'simulated' | 'replay' | 'live';
    readonly replayDir: string | undefined;
    readonly replaySpeed: number;
    readonly liveUrl: string | undefined;
    readonly liveSecondUrl: string | undefined;
    readonly seedDir: string;
    /** undefined: made in `seedKeyFile` where it is needed. */
    readonly seedKey: string | undefined;
    readonly seedKeyFile: string;
    /** undefined: the exchange's own value. */
    readonly drand: { readonly urls: readonly string[]; readonly chain: DrandChain | undefined } | undefined;
  };
  readonly chains: readonly ChainSetting[];
  /** undefined: nobody takes cards. */
  readonly gateway:
    | { readonly name: string; readonly url: string; readonly pageOrigin: string; readonly keysFile: string }
    | undefined;
  readonly payoutWallets: readonly PayoutWallet[];
  readonly smtpUrl: string | undefined;
  readonly smtpFrom: string;
  readonly smsGatewayUrl: string | undefined;
  readonly logLevel: z.infer<typeof environment>['LOG_LEVEL'];
  readonly metricsToken: string | undefined;
  readonly exchange: ExchangeKind;
  /** undefined: made in `accountKeyFile` where it is needed. */
  readonly accountKey: string | undefined;
  readonly accountKeyFile: string;
  readonly seedDemoUser: boolean;
  /** What the release tool reads to find its store: the settings of the same names. */
  readonly releaseStore: Readonly<Record<string, string | undefined>>;
  readonly blobs: BlobSettings;
  readonly artifactOrigin: string | undefined;
  readonly releaseGuard: 'off' | 'halt' | 'rollback';
  readonly publicOrigin: string | undefined;
  readonly trustedProxies: number;
  readonly rateLimitFactor: number;
  readonly isInvitationRequired: boolean;
  readonly serviceContacts: string | undefined;
}

/** Throws an Error that names every wrong setting. Relative directories are taken from the working directory. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable means "not set": shells and container files often pass them on that way.
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== undefined && text !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`Wrong settings:\n  ${problems.join('\n  ')}`);
  }
  const set = parsed.data;
  if (set.DATABASE_OWNER_URL !== undefined && set.DATABASE_URL === undefined)
    throw new Error("DATABASE_OWNER_URL needs DATABASE_URL, the server's own login");
  if (set.DATABASE_STAFF_URL !== undefined && set.DATABASE_URL === undefined)
    throw new Error("DATABASE_STAFF_URL needs DATABASE_URL, the server's own login");
  if (set.FEED === 'replay' && set.FEED_REPLAY_DIR === undefined) throw new Error('FEED=replay needs FEED_REPLAY_DIR');
  if (set.FEED === 'live' && set.FEED_LIVE_URL === undefined) throw new Error('FEED=live needs FEED_LIVE_URL');
  const isProduction = set.NODE_ENV === 'production';
  if (isProduction && set.CLOCK_BOUND_MS !== undefined)
    throw new Error('CLOCK_BOUND_MS is for tests: production keeps to the clock');
  const { exchange, seedDemoUser } = judgeSituation({
    nodeEnv: set.NODE_ENV,
    host: set.HOST,
    trustedProxies: set.TRUSTED_PROXIES,
    feed: set.FEED,
    wanted: set.EXCHANGE,
    wantsDemoUser: set.SEED_DEMO_USER,
  });
  if (isProduction && set.FEED !== 'live' && set.SEED_KEY === undefined) {
    throw new Error(
      `FEED=${set.FEED} in production needs SEED_KEY, a secret of 32 characters or more: the seeds of coming days are encrypted with it.`,
    );
  }
  if (isProduction && set.ACCOUNT_KEY === undefined) {
    throw new Error(
      "Production needs ACCOUNT_KEY, a secret of 32 characters or more: people's one-time codes and documents are sealed with it. Keep it as long as the database.",
    );
  }
  if (exchange === 'real' && set.FEED_LIVE_SECOND_URL === undefined) {
    throw new Error(
      'An exchange with real money needs FEED_LIVE_SECOND_URL: one source alone decides nothing. Or set EXCHANGE=practice.',
    );
  }
  for (const { network } of set.PAYOUT_WALLETS) {
    const chain = set.CHAINS.find((one) => one.network === network);
    if ((chain?.endpoints.length ?? 0) < 2)
      throw new Error(`PAYOUT_WALLETS: ${network} needs two endpoints in CHAINS: no payout is over because one node says so.`);
  }
  const lonely = set.CHAINS.find(({ endpoints }) => endpoints.length < 2);
  if (exchange === 'real' && lonely !== undefined)
    throw new Error(
      `CHAINS: ${lonely.network} has one endpoint; an exchange with real money asks two that different people keep.`,
    );
  const dataDir = resolve(set.DATA_DIR);
  return {
    isProduction,
    port: set.PORT,
    host: set.HOST,
    operations: {
      port: set.OPS_PORT,
      host: set.OPS_HOST,
      isPublic: set.OPS_PUBLIC,
      names: [...set.OPS_NAMES, ...(set.PUBLIC_ORIGIN === undefined ? [] : [new URL(set.PUBLIC_ORIGIN).hostname])],
    },
    dataDir,
    databaseUrl: set.DATABASE_URL,
    databaseOwnerUrl: set.DATABASE_OWNER_URL,
    databaseStaffUrl: set.DATABASE_STAFF_URL,
    databasePoolSize: set.DATABASE_POOL_SIZE,
    clockBoundMs: set.CLOCK_BOUND_MS,
    roles: set.ROLES ?? roles,
    hasCompanions: set.ROLES === undefined,
    signingKeysFile: set.SIGNING_KEYS_FILE ?? join(dataDir, 'signing-keys'),
    witnesses: set.WITNESSES,
    logDaysKept: set.LOG_DAYS_KEPT,
    feed: {
      kind: set.FEED,
      replayDir: set.FEED_REPLAY_DIR === undefined ? undefined : resolve(set.FEED_REPLAY_DIR),
      replaySpeed: set.FEED_REPLAY_SPEED,
      liveUrl: set.FEED_LIVE_URL,
      liveSecondUrl: set.FEED_LIVE_SECOND_URL,
      seedDir: set.SEED_DIR === undefined ? join(dataDir, 'seeds') : resolve(set.SEED_DIR),
      seedKey: set.SEED_KEY,
      seedKeyFile: join(dataDir, 'seed-key'),
      drand: set.BEACON === 'local' ? undefined : { urls: set.DRAND_URLS, chain: drandChain(set.DRAND_CHAIN) },
    },
    accountKey: set.ACCOUNT_KEY,
    accountKeyFile: join(dataDir, 'account-key'),
    chains: set.CHAINS,
    gateway: gatewaySettings(set, isProduction),
    payoutWallets: set.PAYOUT_WALLETS,
    smtpUrl: set.SMTP_URL,
    smtpFrom: set.SMTP_FROM,
    smsGatewayUrl: set.SMS_GATEWAY_URL,
    logLevel: set.LOG_LEVEL,
    metricsToken: set.METRICS_TOKEN,
    exchange,
    seedDemoUser,
    releaseStore: {
      RELEASE_STORE: set.RELEASE_STORE,
      S3_ENDPOINT: set.S3_ENDPOINT,
      S3_REGION: set.S3_REGION,
      S3_ACCESS_KEY_ID: set.S3_ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY: set.S3_SECRET_ACCESS_KEY,
      ARTIFACT_ORIGIN: set.ARTIFACT_ORIGIN,
    },
    blobs: blobSettings(set, dataDir),
    artifactOrigin: set.ARTIFACT_ORIGIN,
    releaseGuard: set.RELEASE_GUARD,
    publicOrigin: set.PUBLIC_ORIGIN,
    trustedProxies: set.TRUSTED_PROXIES,
    rateLimitFactor: set.RATE_LIMIT_FACTOR,
    isInvitationRequired: set.INVITATION_REQUIRED,
    serviceContacts: set.SERVICE_CONTACTS,
  };
}

const drandChain = (info: z.infer<typeof environment>['DRAND_CHAIN']): DrandChain | undefined =>
  info && { hash: info.hash, publicKey: info.public_key, genesisMs: info.genesis_time * 1000, periodMs: info.period * 1000 };

function gatewaySettings(set: z.infer<typeof environment>, isProduction: boolean): Config['gateway'] {
  const { GATEWAY_URL: url, GATEWAY_KEYS_FILE: keysFile, GATEWAY_NAME: name } = set;
  if (url === undefined && keysFile === undefined) return undefined;
  if (url === undefined || keysFile === undefined) throw new Error('GATEWAY_URL and GATEWAY_KEYS_FILE need each other');
  if (isProduction && set.PUBLIC_ORIGIN === undefined)
    throw new Error('GATEWAY_URL in production needs PUBLIC_ORIGIN: where the gateway calls us, and people come back to');
  return { name, url, keysFile: resolve(keysFile), pageOrigin: new URL(set.GATEWAY_PAGE_ORIGIN ?? url).origin };
}

const s3Address = /^s3:\/\/([a-z0-9][a-z0-9.-]+[a-z0-9])(?:\/([^/].*?))?\/?$/;

function blobSettings(set: z.infer<typeof environment>, dataDir: string): BlobSettings {
  if (set.BLOB_STORE === undefined) return { folder: join(dataDir, 'blobs') };
  const [, bucket, folder] = s3Address.exec(set.BLOB_STORE) ?? [];
  if (bucket === undefined)
    throw new Error(`BLOB_STORE is "${set.BLOB_STORE}"; expected nothing (DATA_DIR/blobs) or s3://<bucket>/<prefix>`);
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = set;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('BLOB_STORE in an object store needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  return {
    s3: {
      bucket,
      prefix: folder === undefined ? '' : `${folder}/`,
      ...(endpoint === undefined ? {} : { endpoint }),
      region: set.S3_REGION ?? 'us-east-1',
      accessKeyId,
      secretAccessKey,
    },
  };
}
