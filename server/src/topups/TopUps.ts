/**
 * Money in. A person says what he has paid, by which way, with a picture of it; an operator looks whether it has come, and the verdict books
 * it (topUpKind.ts). By bank card he pays on a gateway's page, and what the gateway says books it (src/gateway). Nothing is booked before.
 * Real accounts only: demo money has a refill of its own.
 */
import { randomUUID } from 'node:crypto';
import { topUpsWaiting, type EndpointRequest, type TopUp } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import { multiply, toText } from '@tessera/shared/money';
import type { Catalog } from '../catalog/Catalog';
import type { Texts } from '../content/texts';
import { attach } from '../conversations/attach';
import type { CardPayments } from '../gateway/CardPayments';
import { fundingAsset } from '../funds/fundingAsset';
import type { Handlers, SignedIn } from '../http/handler';
import { holdSession } from '../identity/holdPerson';
import type { User } from '../identity/users';
import type { Job } from '../jobs/JobRunner';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import type { Random } from '../platform/random';
import type { Reviews } from '../reviews/Reviews';
import type { Db, Tx } from '../store/database';
import { once } from '../store/idempotency';
import { offsetOf } from '../store/paging';
import { rowId } from '../store/rowId';
import type { Uploads, Viewer } from '../uploads/Uploads';
import type { DepositKey } from '../chain/deriveAddress';
import { addressesOf, deriveAddress, giveAddress } from './depositAddresses';
import { judgeTopUp } from './judgeTopUp';
import { openNetworks, openTerms, shownNetwork, termOf, type Watched } from './openTerms';
import { requireWithinOwnLimit } from './requireWithinOwnLimit';
import { listTopUps, refOf, shownTopUps } from './topUpRows';
import { turnoverScale } from './turnoverScale';
import { watchAddresses } from './watchAddresses';
import { worthOf } from './worthOf';

export interface TopUpsDeps {
  readonly db: Db;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly catalog: Pick<Catalog, 'assets' | 'networks' | 'topUps' | 'version'>;
  readonly uploads: Pick<Uploads, 'claim' | 'addressOf'>;
  readonly reviews: Pick<Reviews, 'open'>;
  readonly texts: Texts;
  /** undefined: no gateway is set. */
  readonly cards: CardPayments | undefined;
  /** Networks that programs read. */
  readonly watched: Watched;
  /** From which addresses come, by network; those of the others are listed by operators. */
  readonly keys: ReadonlyMap<string, DepositKey>;
}

export interface TopUps {
  readonly handlers: Handlers;
  readonly job: Job;
}

interface Asking {
  readonly person: User;
  readonly request: EndpointRequest<'topUp'>;
  readonly host: string | undefined;
  readonly nowMs: number;
}

const numberLength = 10;

const requireReal = ({ mode }: SignedIn): void => {
  if (mode !== 'real') throw new AppError('WALLET_DEMO_FORBIDDEN');
};
const viewerOf = ({ userId, sessionId }: SignedIn): Viewer => ({ viewer: `user:${userId}`, session: sessionId });

export function createTopUps(deps: TopUpsDeps): TopUps {
  const { db, log, metrics, catalog, uploads, cards, watched, keys } = deps;
  const handlers: Handlers = {
    topUpTerms: async () => openTerms(catalog, { takesCards: cards !== undefined, watched }),

    async topUpAddress({ user, request: { asset, network }, nowMs }) {
      requireReal(user);
      if (!catalog.assets().some((one) => one.asset === asset)) throw new AppError('WALLET_ASSET_NOT_FOUND');
      const term = termOf(catalog, 'crypto', asset);
      const open = openNetworks(catalog, asset);
      if (term === undefined || open.length === 0) throw new AppError('FEATURE_NOT_OPEN');
      if (network !== undefined && !open.some((one) => one.network === network))
        throw new AppError('PARAMETER_WRONG', { params: { field: 'network' } });
      const own = await db.transaction().execute(async (tx) => {
        const { id: userId } = await holdSession(tx, user, nowMs);
        const known = await addressesOf(tx, userId);
        if (network === undefined || known.some((one) => one.network === network)) return known;
        const key = keys.get(network);
        if (key === undefined) await giveAddress(tx, { userId, network, nowMs });
        else await deriveAddress(tx, key, { userId, network, nowMs });
        return addressesOf(tx, userId);
      });
      const ownOn = new Map(own.map((one) => [one.network, one]));
      return {
        asset,
        networks: open.map((one) => {
          const { address = null, tweak = null, recordSeq = null } = ownOn.get(one.network) ?? {};
          const origin = tweak === null || recordSeq === null ? {} : { origin: { tweak, recordSeq } };
          return { ...shownNetwork(one, term, watched), address, ...origin };
        }),
      };
    },

    async topUp({ user, request, idempotencyKey: key, host, nowMs }) {
      requireReal(user);
      const userId = rowId(user.userId);
      const { response: publicId } = await once(db, { userId, call: 'topUp', key, request, nowMs }, async (tx) =>
        askForTopUp(deps, tx, { person: await holdSession(tx, user, nowMs), request, host, nowMs }),
      );
      return shownNow(deps, { userId, publicId }, viewerOf(user));
    },

    async topUpLog({ user, request: { id, status, cursor, ...paged } }) {
      const { pageSize, offset } = offsetOf(paged);
      if (user.mode !== 'real') return { items: [], next: null };
      const rows = await listTopUps(db, {
        userId: rowId(user.userId),
        publicId: id,
        status,
        cursor: cursor === undefined ? undefined : rowId(cursor),
        limit: pageSize + 1,
        offset,
      });
      const page = rows.slice(0, pageSize);
      return {
        items: await shownTopUps({ db, uploads, catalog }, page, viewerOf(user)),
        next: rows.length > pageSize ? String(page.at(-1)?.id) : null,
      };
    },
  };
  return { handlers, job: watchAddresses({ db, log, metrics }) };
}

/** What was asked for a moment ago, with the gateway's page: where it was not answered with one it is asked again, and makes one payment of it. */
async function shownNow(
  { db, uploads, catalog, cards }: Pick<TopUpsDeps, 'db' | 'uploads' | 'catalog' | 'cards'>,
  asked: { readonly userId: number; readonly publicId: string },
  viewer: Viewer,
): Promise<TopUp> {
  const read = () => listTopUps(db, { ...asked, limit: 1 });
  const [kept] = await read();
  if (kept?.paymentState === 'wanted') await cards?.open(kept.id);
  const [shown] = await shownTopUps({ db, uploads, catalog }, await read(), viewer);
  invariant(shown !== undefined, 'what was asked for a moment ago is there');
  return shown;
}

/** The terms are open, and nothing is behind them: an operator's fault, not the person's. */
function requireCards(cards: CardPayments | undefined): CardPayments {
  if (cards === undefined) throw new AppError('CONFIG_WRONG');
  return cards;
}

/** Throws TOPUP_TOO_MANY. With the person held. */
async function requireRoom(tx: Tx, userId: number): Promise<void> {
  const { waiting } = await tx
    .selectFrom('topup')
    .select((row) => row.fn.countAll<number>().as('waiting'))
    .where('userId', '=', userId)
    .where('status', 'in', ['callback_in_progress', 'under_review'])
    // What others send to him is not his asking.
    .where('byChain', '=', false)
    .executeTakeFirstOrThrow();
  if (waiting >= topUpsWaiting) throw new AppError('TOPUP_TOO_MANY', { params: { max: String(topUpsWaiting) } });
}

/** Answers its number. */
async function askForTopUp(
  { random, catalog, uploads, reviews, texts, cards, watched }: TopUpsDeps,
  tx: Tx,
  { person, request, host, nowMs }: Asking,
): Promise<string> {
  const judged = judgeTopUp(catalog, request);
  // It would be credited twice: by its chain, and by whoever approves the request.
  if (judged.network !== undefined && watched.has(judged.network.network)) throw new AppError('TOPUP_FOUND_BY_ITSELF');
  const { term, network, amount: sum } = judged;
  const { asset, method, uploadIds } = request;
  const { id: userId } = person;
  const payment =
    method === 'bank_card' ? { cards: requireCards(cards), origin: requireCards(cards).originFor(host) } : undefined;
  await requireRoom(tx, userId);
  await requireWithinOwnLimit(tx, { userId, asset: term.asset, amount: sum, nowMs });
  const sentTo = network && (await addressesOf(tx, userId)).find((one) => one.network === network.network);
  if (network !== undefined && sentTo === undefined) throw new AppError('PARAMETER_WRONG', { params: { field: 'network' } });
  const worth = await worthOf(tx, asset, sum);
  const turnoverNeed = toText(multiply(worth, term.turnoverFactor, turnoverScale, 'up'));
  const publicId = random.letters(numberLength);
  const { id } = await tx
    .insertInto('topup')
    .values({
      publicId,
      userId,
      method,
      asset,
      network: network?.network ?? null,
      addressId: sentTo?.id ?? null,
      amount: toText(sum),
      worth: toText(worth),
      turnoverNeed,
      catalogVersion: catalog.version(),
      uploadIds,
      status: payment === undefined ? 'under_review' : 'callback_in_progress',
      askedAtMs: nowMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (uploadIds.length > 0) await uploads.claim(tx, { userId, ids: uploadIds, purpose: 'topup', usedBy: refOf(id), nowMs });
  if (method === 'manual') {
    const text = texts.say(person.language, 'topup_attached', { number: publicId, amount: toText(sum), asset });
    await attach(tx, { userId, clientId: randomUUID(), text, atMs: nowMs });
  }
  if (payment !== undefined) {
    await payment.cards.want(tx, { topUpId: id, origin: payment.origin, nowMs });
    return publicId;
  }
  await reviews.open(tx, {
    kind: 'topup',
    ref: refOf(id),
    userId,
    terms: {
      number: publicId,
      method,
      amount: toText(sum),
      asset,
      network: network?.name ?? null,
      address: sentTo?.address ?? null,
      turnoverNeed,
      pictures: uploadIds,
    },
    amount: worth,
    asset: fundingAsset,
    nowMs,
  });
  return publicId;
}
