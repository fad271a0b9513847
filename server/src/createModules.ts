/**
 * The modules of the exchange, each made by create<Module>(its needs) and joined: who listens to whom, which calls of the endpoint
 * table they answer, and what is done by the clock. Nothing runs yet.
 */
import { randomUUID } from 'node:crypto';
import { createAlerts } from './alerts/Alerts';
import { c2cKinds } from './c2c/c2cKinds';
import { createC2c, type C2cDeps } from './c2c/C2c';
import { c2cLedgerRules } from './c2c/invariants';
import { createMerchantDesk } from './c2c/MerchantDesk';
import { createWayBox } from './c2c/sealedWay';
import { createCalendar } from './calendar/Calendar';
import { loadCatalog, type Catalog } from './catalog/Catalog';
import { createContent } from './content/Content';
import type { Messages } from './content/messages';
import { createCustody } from './custody/Custody';
import { createConversations } from './conversations/Conversations';
import { createServiceDesk } from './conversations/ServiceDesk';
import { createFeedService, type FeedService } from './feed/FeedService';
import { createFeedSource } from './feed/createFeedSource';
import { createTickBus, type TickBus } from './feed/TickBus';
import { logDaysFolderOf } from './http/logDayFiles';
import { openDemoAccount } from './funds/demoMoney';
import { createFunds } from './funds/Funds';
import { createCardPayments, type CardPaymentsDeps } from './gateway/CardPayments';
import type { PriceOf } from './funds/walletView';
import type { Handlers } from './http/handler';
import { createIdentity, type Identity } from './identity/Identity';
import { createJobRunner, type Job } from './jobs/JobRunner';
import { createInvariantWatch, type InvariantWatch } from './ledger/InvariantWatch';
import { foldHouseBalances } from './ledger/Ledger';
import { createLiabilities } from './liabilities/Liabilities';
import { createPersonalLimits } from './limits/PersonalLimits';
import { createMarket } from './market/Market';
import { createPapers } from './papers/Papers';
import { houseWallets } from './payees/houseWallets';
import { createPayees } from './payees/Payees';
import { identityKinds } from './papers/identityKinds';
import { withIdentityGate } from './papers/identityGate';
import type { Clock } from './platform/Clock';
import type { Config, Role } from './platform/config';
import type { Log } from './platform/log';
import type { Metrics } from './platform/metrics';
import type { Random } from './platform/random';
import { openBlobs } from './platform/blobs/openBlobs';
import { readOrMakeSecret } from './platform/readOrMakeSecret';
import { createSecretBox } from './platform/secretBox';
import type { Companions, CompanionsDeps } from './processes/Companions';
import { createPortfolio } from './portfolio/Portfolio';
import { countUndecided } from './products/countUndecided';
import { noticeClosings } from './products/leverage/noticeClosings';
import { createLeverage } from './products/leverage/Leverage';
import { createProjects } from './products/project/Projects';
import { createFlash } from './products/flash/Flash';
import { loanKind } from './products/loan/loanKind';
import { createLoans, type LoansDeps } from './products/loan/Loans';
import { createSeconds } from './products/seconds/Seconds';
import { createSpot } from './products/spot/Spot';
import { createTreasure } from './products/treasure/Treasure';
import { treasureKind } from './products/treasure/treasureKind';
import { recordAllTerms } from './record/catalogTerms';
import { createReceipts, type Receipts } from './record/Receipts';
import { publishSigningKeys, readSigningKeys, type SigningKey } from './record/SigningKey';
import { createRealtime } from './realtime/Realtime';
import { createReleases } from './releases/Releases';
import { createReviews, type Reviews } from './reviews/Reviews';
import { createStatements } from './statements/Statements';
import { createStatistics } from './statistics/Statistics';
import type { Db } from './store/database';
import { forgetOldRequests } from './store/idempotency';
import { publishDepositKeys, readDepositKeys } from './topups/depositKeys';
import { openChains, refuseWrongChains, watchDeposits } from './topups/deposits/watchDeposits';
import { topUpLedgerRules } from './topups/invariants';
import { topUpKind } from './topups/topUpKind';
import { createTopUps, type TopUpsDeps } from './topups/TopUps';
import { createUploads } from './uploads/Uploads';
import { openWitnesses } from './witness/openWitnesses';
import { publishWitnesses } from './witness/publishWitnesses';
import { openPayoutSenders, sendsPayouts, type PayoutSendersDeps } from './withdrawals/openPayoutSenders';
import { evmAdapter } from './withdrawals/payoutAdapter';
import { createPayoutDesk } from './withdrawals/PayoutDesk';
import { withdrawalKind } from './withdrawals/withdrawalKind';
import { createWithdrawals } from './withdrawals/Withdrawals';
import { createWitnesses, type Witnesses } from './witness/Witnesses';

const moneyInRules = [...topUpLedgerRules, ...c2cLedgerRules];

export interface ModulesDeps {
  readonly config: Config;
  readonly db: Db;
  /** Of a pool that no request uses: prices and private events never wait for a connection. */
  readonly streamDb: Db;
  /** The processes that this one starts. */
  readonly companions: (hears: Pick<CompanionsDeps, 'onTicks' | 'onOutbox'>) => Companions;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly has: (role: Role) => boolean;
  readonly print: ((line: string) => void) | undefined;
  readonly onWritten: { ticks(): void; outbox(): void } | undefined;
}

export async function createModules(deps: ModulesDeps) {
  const { config, db, streamDb, clock, random, log, metrics, onWritten } = deps;
  const jobs = createJobRunner({ log, metrics });
  const signingKeys = await readSigningKeys(config.signingKeysFile);
  await publishSigningKeys(db, signingKeys, clock.now());
  await recordAllTerms(db, clock.now());
  const catalog = await loadCatalog(db, clock.now());
  const bus = createTickBus((error) => log.error({ err: error }, 'a listener of ticks failed'));
  const feed = openFeed(deps, { catalog, bus, signingKey: signingKeys.at(-1) as SigningKey });
  const market = createMarket({ db, catalog, feed });
  const content = createContent({ db, log, metrics, config });
  const accountKey = async () => config.accountKey ?? (await readOrMakeSecret(config.accountKeyFile));
  const identity = openIdentity(deps, { content, catalog, accountKey });
  const uploads = createUploads({ db, blobs: await openBlobs(config.blobs), clock, random, log, key: accountKey });
  const releases = await createReleases({ config, clock, log, metrics });
  const realtime = createRealtime({
    db,
    relayDb: streamDb,
    clock,
    log,
    metrics,
    catalog,
    quoteCache: market.quoteCache,
    orderBooks: market.orderBooks,
    sessions: identity.sessions,
    pages: releases.pages,
    trustedProxies: config.trustedProxies,
  });
  const companions = deps.companions({ onTicks: () => feed.wake(), onOutbox: () => realtime.wakeOutbox() });
  if (onWritten !== undefined) bus.onTicks(() => onWritten.ticks());
  const wakeOutbox = (): void => {
    realtime.wakeOutbox();
    onWritten?.outbox();
  };
  const wakeJob = (name: string): void => (companions.worker ?? { wakeJob: jobs.wake }).wakeJob(name);
  const told = { messages: content.messages, wakeOutbox };
  const priceOf: PriceOf = (asset) => market.priceOf(asset);
  const funds = createFunds({ db, priceOf, wakeOutbox });
  const portfolio = createPortfolio({ db, catalog, clock, priceOf });
  const wallets = houseWallets(config);
  const kinds = [
    ...identityKinds({ db, key: accountKey, messages: content.messages, uploads }),
    withdrawalKind({ catalog, wallets, messages: content.messages, adapters: [evmAdapter(sendsPayouts(config, catalog))] }),
    topUpKind({ db, uploads, ...told }),
    loanKind({ catalog, messages: content.messages }),
    ...c2cKinds({ db, uploads, ...told }),
    treasureKind(told),
  ];
  const reviewsOn = (loggedIn: Db) => createReviews({ db: loggedIn, clock, random, log, kinds, wakeOutbox });
  const deskOn = (loggedIn: Db) => createServiceDesk({ db: loggedIn, uploads, texts: content.texts, wakeOutbox });
  const payoutsOn = (loggedIn: Db) => createPayoutDesk({ db: loggedIn, reveal: (payee) => payees.reveal(payee), ...told });
  const receipts = createReceipts(() => signingKeys.at(-1) as SigningKey);
  const products = await openProducts(deps, { catalog, receipts, identity, messages: content.messages, wakeOutbox, wakeJob });
  const reviews = reviewsOn(db);
  const papers = createPapers({ db, clock, catalog, key: accountKey, uploads, reviews });
  const c2c = openC2c(deps, { catalog, uploads, reviewsOn, texts: content.texts, key: accountKey, ...told });
  const topUps = await openTopUps(deps, { catalog, uploads, reviews, texts: content.texts, ...told });
  const payees = createPayees({ db, random, catalog, wallets, key: accountKey, texts: content.texts, identity, ...told });
  const earning = openEarning(deps, { catalog, identity, reviews, wakeJob, ...told });
  const limits = createPersonalLimits({ db, clock, receipts, texts: content.texts, identity, wakeJob, ...told });
  const statements = createStatements({ db, clock, key: accountKey });
  const withdrawals = createWithdrawals({ db, random, catalog, wallets, payees, identity, reviews, priceOf, ...told });
  const liabilities = createLiabilities({ db, clock, log, holder: `${process.pid}-${randomUUID()}` });
  const invariants = createInvariantWatch({
    db,
    clock,
    log,
    metrics,
    extraRules: [...products.ledgerRules, ...earning.ledgerRules, ...moneyInRules],
  });
  const witnesses = await openWitnessing(deps, signingKeys[0].publicKey);
  const about = [market, realtime, identity, content, uploads, createConversations({ db, uploads, wakeOutbox }), papers];
  const ofMoney = [funds, portfolio, products, earning, createStatistics({ db }), statements, limits];
  const inAndOut = [topUps, c2c, withdrawals, payees];
  const all = [...about, ...ofMoney, ...inAndOut, liabilities, witnesses];
  const answered: Handlers = Object.assign({}, ...all.map((one) => one.handlers));
  const handlers = withIdentityGate({ db, catalog }, answered);

  const closings = { db, catalog, messages: content.messages, wakeOutbox };
  const rounds = roundsOf(deps, { invariants, identity, reviews, closings });
  const chainJobs = await openChainJobs(deps, { catalog, ...told });
  const ownJobs = [uploads.job, c2c.job, portfolio.job, liabilities.job];
  const rest = { jobs: [...chainJobs, ...ownJobs, ...rounds] };
  for (const { jobs: some } of [products, earning, releases, topUps, limits, witnesses, rest])
    for (const job of some) jobs.add(job);

  return {
    catalog,
    feed,
    market,
    identity,
    /** Operators decide and answer with a login of their own. */
    reviewsOn,
    deskOn,
    payoutsOn,
    merchantsOn: c2c.merchantsOn,
    papers,
    releases,
    uploads,
    realtime,
    companions,
    jobs,
    invariants,
    handlers,
    /** What is answered outside the endpoint table; callbacks of the card gateway, where one is set. */
    routes: { showPicture: uploads.show, openStatementFile: statements.openFile, receiveCallback: topUps.receiveCallback },
    texts: content.texts,
    wakeJob,
    followHouse: products.followHouse,
    /** The products look for what these ticks decide; answers how to end that. */
    hearTicks: () => bus.onTicks(() => [products, earning].forEach((one) => one.onTicks())),
  };
}

/** Coins from merchants, for people and for operators. */
function openC2c(
  { db, clock, random, log }: ModulesDeps,
  {
    key,
    reviewsOn,
    ...joined
  }: Pick<C2cDeps, 'catalog' | 'uploads' | 'texts' | 'messages' | 'wakeOutbox'> & {
    readonly key: () => Promise<string>;
    readonly reviewsOn: (loggedIn: Db) => Reviews;
  },
) {
  const box = createWayBox(key);
  return {
    ...createC2c({ db, clock, random, log, box, reviews: reviewsOn(db), ...joined }),
    merchantsOn: (loggedIn: Db) => createMerchantDesk({ db: loggedIn, box, reviews: reviewsOn(loggedIn), ...joined }),
  };
}

/** What is kept for interest, and the calendar that books its days. */
function openEarning(
  { db, clock, log, metrics }: ModulesDeps,
  joined: Omit<LoansDeps, 'db' | 'clock' | 'log' | 'metrics' | 'pledged'>,
) {
  const treasure = createTreasure({ db, ...joined });
  const loans = createLoans({ db, clock, log, metrics, ...joined, pledged: treasure.pledged });
  const bookings = [treasure.booking, loans.booking];
  const calendar = createCalendar({ db, clock, log, metrics, holder: holderName(), bookings });
  return {
    handlers: { ...treasure.handlers, ...loans.handlers },
    ledgerRules: [...treasure.ledgerRules, ...loans.ledgerRules],
    jobs: [calendar.job, loans.job],
    onTicks: () => loans.onTicks(),
  };
}

/** What is looked after by the clock alone. */
const roundsOf = (
  { db, clock }: ModulesDeps,
  of: {
    readonly invariants: Pick<InvariantWatch, 'run'>;
    readonly identity: Pick<Identity, 'deliverDueNotices' | 'forgetOldRows'>;
    readonly reviews: Pick<Reviews, 'expireDue'>;
    readonly closings: Parameters<typeof noticeClosings>[0];
  },
): readonly Job[] => [
  { name: 'invariants', everyMs: 60_000, run: async () => void (await of.invariants.run()) },
  { name: 'house-balances', everyMs: 60_000, run: () => foldHouseBalances(db) },
  { name: 'forget-old-requests', everyMs: 3_600_000, run: () => forgetOldRequests(db, clock.now()) },
  { name: 'owed-notices', everyMs: 15_000, run: () => of.identity.deliverDueNotices() },
  { name: 'closing-notices', everyMs: 30_000, run: async () => void (await noticeClosings(of.closings, clock.now())) },
  { name: 'expired-reviews', everyMs: 15_000, run: () => of.reviews.expireDue() },
  { name: 'forget-old-identity-rows', everyMs: 3_600_000, run: () => of.identity.forgetOldRows() },
];

interface Joined {
  readonly catalog: Catalog;
  readonly receipts: Receipts;
  readonly identity: Pick<Identity, 'requireStepUp'>;
  readonly messages: Messages;
  wakeOutbox(this: void): void;
  wakeJob(this: void, name: string): void;
}

/** What people trade and invest in, and price alerts. */
async function openProducts({ db, clock, random, log, metrics }: ModulesDeps, joined: Joined) {
  const { messages, receipts, identity, ...common } = { db, clock, ...joined };
  const seconds = await createSeconds({ ...common, log, metrics, receipts });
  const spot = createSpot({ ...common, log, metrics, receipts });
  const leverage = createLeverage({ ...common, log, metrics, receipts });
  const flash = createFlash({ ...common, random, receipts });
  const alerts = createAlerts({ ...common, messages });
  const projects = createProjects({ ...common, log, identity });
  return {
    handlers: {
      ...seconds.handlers,
      ...spot.handlers,
      ...leverage.handlers,
      ...flash.handlers,
      ...projects.handlers,
      ...alerts.handlers,
    },
    ledgerRules: [
      ...seconds.ledgerRules,
      ...spot.ledgerRules,
      ...leverage.ledgerRules,
      ...flash.ledgerRules,
      ...projects.ledgerRules,
    ],
    jobs: [seconds.settlementJob, spot.executionJob, leverage.executionJob, flash.job, alerts.job, projects.job],
    followHouse: leverage.followHouse,
    onTicks() {
      for (const { onTicks } of [seconds, spot, leverage, alerts]) onTicks();
    },
  };
}

const openIdentity = (
  { db, clock, random, log, config, print }: ModulesDeps,
  {
    content: { messages, texts },
    catalog,
    accountKey,
  }: {
    readonly content: Pick<ReturnType<typeof createContent>, 'messages' | 'texts'>;
    readonly catalog: Catalog;
    readonly accountKey: () => Promise<string>;
  },
): Identity =>
  createIdentity({
    db,
    clock,
    random,
    log,
    config,
    messages,
    texts,
    catalog,
    secretBox: createSecretBox(accountKey, 'tessera accounts'),
    openDemoAccount,
    print: print ?? ((line) => void process.stdout.write(line)),
  });

type TopUpNeeds = Pick<TopUpsDeps, 'catalog' | 'uploads' | 'reviews' | 'texts'> &
  Pick<CardPaymentsDeps, 'messages' | 'reviews' | 'wakeOutbox'> & { readonly reviews: Pick<Reviews, 'cancel'> };

/** Money in, the gateway behind the cards, and the chains that programs read. */
async function openTopUps({ db, clock, random, log, metrics, config, has }: ModulesDeps, joined: TopUpNeeds) {
  const cards = await createCardPayments({ db, clock, random, log, metrics, config, ...joined });
  const chains = openChains(config.chains, joined.catalog);
  if (has('api') || has('jobs'))
    await refuseWrongChains(chains, ({ network, detail }) => log.warn({ network, detail }, 'a chain cannot be read yet'));
  const keys = readDepositKeys(config.chains);
  await publishDepositKeys(db, keys, clock.now());
  const watched = new Set(chains.map(({ network }) => network));
  const { handlers, job } = createTopUps({ db, random, log, metrics, cards, watched, keys, ...joined });
  const deposits = watchDeposits(chains, { db, clock, random, log, metrics, ...joined });
  return { handlers, jobs: [job, ...deposits, ...(cards === undefined ? [] : [cards.job])], receiveCallback: cards?.receive };
}

/** Prices, of whichever source the settings name. */
function openFeed(
  { config, db, streamDb, clock, random, log, metrics, has }: ModulesDeps,
  { catalog, bus, signingKey }: { readonly catalog: Catalog; readonly bus: TickBus; readonly signingKey: SigningKey },
): FeedService {
  const source = createFeedSource({ config: config.feed, db: streamDb, clock, random, log, catalog });
  return createFeedService({
    db: streamDb,
    catalog,
    clock,
    log,
    metrics,
    bus,
    feed: source.feed,
    mayLead: has('feed'),
    countUndecided: () => countUndecided(db),
    holder: holderName(),
    signingKey,
    logDaysFolder: logDaysFolderOf(config),
    logDaysKept: config.logDaysKept,
    ...(source.onLeaderRound === undefined ? {} : { onLeaderRound: source.onLeaderRound }),
  });
}

/** What is paid over chains, and counted there. None in a process without timed work: no other opens the keys. */
async function openChainJobs(
  { config, db, clock, log, metrics, has }: ModulesDeps,
  joined: Pick<PayoutSendersDeps, 'catalog' | 'messages' | 'wakeOutbox'>,
): Promise<readonly Job[]> {
  if (!has('jobs')) return [];
  const deps = { db, clock, log, metrics, ...joined, chains: config.chains, wallets: config.payoutWallets };
  return [...(await openPayoutSenders({ ...deps, holder: holderName() })), createCustody(deps).job];
}

/** Names this process among the nodes. */
const holderName = (): string => `${process.pid}-${randomUUID()}`;

/** Who outside is shown the roots, as published. `exchange`: the first of our signing keys. */
async function openWitnessing(
  { config, db, clock, log, metrics }: ModulesDeps,
  exchange: SigningKey['publicKey'],
): Promise<Witnesses> {
  const witnesses = await openWitnesses(config.witnesses);
  await publishWitnesses(db, witnesses, clock.now());
  return createWitnesses({ db, clock, witnesses, exchange, log, metrics });
}
