/**
 * Coins bought from merchants whom operators keep. A person orders at an offer's price, pays the merchant outside of the exchange within the
 * offer's time, says so with a picture, and an operator releases the coins when the merchant has confirmed them:
 *
 *   reserved → paid → released
 *   reserved → cancelled (by the person), expired (by the clock)
 *   paid → disputed; paid, disputed → released, cancelled (by operators)
 *
 * While an order is open its coins are the merchant's promise, within his limit (posting.ts, migration 0404). Real accounts only.
 */
import type { Catalog } from '../catalog/Catalog';
import type { Messages } from '../content/messages';
import type { Texts } from '../content/texts';
import { amount, toText } from '@tessera/shared/money';
import type { Handlers } from '../http/handler';
import type { Job } from '../jobs/JobRunner';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Random } from '../platform/random';
import type { SecretBox } from '../platform/secretBox';
import type { Reviews } from '../reviews/Reviews';
import type { Db } from '../store/database';
import { offsetOf } from '../store/paging';
import { rowId } from '../store/rowId';
import type { Uploads } from '../uploads/Uploads';
import { cancelOrder } from './cancelOrder';
import { disputeOrder } from './disputeOrder';
import { expireOrders } from './expireOrders';
import { listOffers, slowedUntil } from './offers';
import { orderRows, shownOrder } from './orderRows';
import { payOrder } from './payOrder';
import { placeOrder } from './placeOrder';
import { requireOpen, requireReal } from './requirements';

export interface C2cDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly catalog: Pick<Catalog, 'assets' | 'networks' | 'topUps' | 'version'>;
  readonly uploads: Pick<Uploads, 'claim'>;
  readonly reviews: Pick<Reviews, 'open' | 'cancel'>;
  readonly messages: Pick<Messages, 'send'>;
  readonly texts: Texts;
  /** Of the merchants' accounts: createWayBox. */
  readonly box: SecretBox;
  readonly wakeOutbox: () => void;
}

export interface C2c {
  readonly handlers: Handlers;
  readonly job: Job;
}

export function createC2c(deps: C2cDeps): C2c {
  const { db, catalog, box, log } = deps;
  const handlers: Handlers = {
    async c2cOffers({ user, request: { asset, currency, amount: wanted }, nowMs }) {
      requireReal(user);
      const term = requireOpen(catalog, asset);
      const userId = rowId(user.userId);
      const offers = await listOffers(db, term, { userId, currency, wanted: wanted === undefined ? undefined : amount(wanted) });
      return {
        ...offers,
        turnoverFactor: toText(term.turnoverFactor),
        slowedUntilMs: await slowedUntil(db, userId, nowMs),
      };
    },

    async c2cOrders({ user, request: { id, cursor, ...paged } }) {
      const { pageSize, offset } = offsetOf(paged);
      if (user.mode !== 'real') return { items: [], next: null };
      let query = orderRows(db)
        .where('c2cOrder.userId', '=', rowId(user.userId))
        .orderBy('c2cOrder.id', 'desc')
        .limit(pageSize + 1)
        .offset(offset);
      if (id !== undefined) query = query.where('c2cOrder.publicId', '=', id);
      if (cursor !== undefined) query = query.where('c2cOrder.id', '<', rowId(cursor));
      const rows = await query.execute();
      const page = rows.slice(0, pageSize);
      const items = await Promise.all(page.map((row) => shownOrder(box, row)));
      for (const { id: order, status, payTo } of items)
        if (status === 'reserved' && payTo === null) log.error({ order }, 'the account of a merchant cannot be opened');
      return {
        items,
        next: rows.length > pageSize ? String(page.at(-1)?.id) : null,
      };
    },

    c2cOrder: (call) => placeOrder(deps, call),
    c2cPaid: (call) => payOrder(deps, call),
    c2cCancel: (call) => cancelOrder(deps, call),
    c2cDispute: (call) => disputeOrder(deps, call),
  };
  return { handlers, job: expireOrders(deps) };
}
