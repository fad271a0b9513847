/** Top-ups by bank card: what is asked of the gateway, what it says, and what is asked again. No card's number is ever here. */
import { AppError } from '@tessera/shared/errors';
import type { Messages } from '../content/messages';
import type { Texts } from '../content/texts';
import type { Job } from '../jobs/JobRunner';
import type { Clock } from '../platform/Clock';
import type { Config } from '../platform/config';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import type { Random } from '../platform/random';
import type { Reviews } from '../reviews/Reviews';
import type { Db, Tx } from '../store/database';
import { createGatewayAlarms } from './alarms';
import { askGateway, pauseAfter } from './askGateway';
import { hostedGateway } from './hostedGateway';
import { readGatewayKeys } from './readGatewayKeys';
import { receiveCallback, type ReceiveCallback } from './receiveCallback';

export interface CardPayments {
  /** Throws FEATURE_UNAVAILABLE where nobody could find back to us from the gateway's page. */
  originFor(host: string | undefined): string;
  /** Within the transaction of the top-up. */
  want(tx: Tx, wanted: { readonly topUpId: number; readonly origin: string; readonly nowMs: number }): Promise<void>;
  /** Asks the gateway for its page, once the top-up is kept. Never rejects: what fails is asked again by the job. */
  open(topUpId: number): Promise<void>;
  readonly receive: ReceiveCallback;
  readonly job: Job;
}

export interface CardPaymentsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly config: Pick<Config, 'gateway' | 'publicOrigin' | 'isProduction'>;
  readonly messages: Pick<Messages, 'send'>;
  readonly texts: Texts;
  readonly reviews: Pick<Reviews, 'open' | 'cancel'>;
  readonly wakeOutbox: () => void;
}

const referenceBits = 192;
const payableMs = 1_800_000;
/** As wallets sign in: what a stranger puts into Host would be the name of his own site. */
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** undefined: no gateway is set. Rejects where its keys cannot be read. */
export async function createCardPayments(deps: CardPaymentsDeps): Promise<CardPayments | undefined> {
  const { db, clock, random, log, metrics, config } = deps;
  const { gateway: settings, publicOrigin, isProduction } = config;
  if (settings === undefined) return undefined;
  const keys = await readGatewayKeys(settings.keysFile);
  const now = () => clock.now();
  const { name, url, pageOrigin } = settings;
  const reporting = { ...deps, gateway: name, alarms: createGatewayAlarms({ db, log, metrics }), now };
  const job = askGateway({ ...reporting, gatewayOf: hostedGateway({ name, url, pageOrigin, keys, now }) });
  return {
    originFor(host) {
      if (publicOrigin !== undefined) return publicOrigin;
      if (isProduction || host === undefined || !loopback.test(host)) throw new AppError('FEATURE_UNAVAILABLE');
      return `http://${host}`;
    },
    async want(tx, { topUpId, origin, nowMs }) {
      await tx
        .insertInto('gatewayPayment')
        .values({
          topupId: topUpId,
          gateway: name,
          reference: random.token(referenceBits),
          origin,
          expiresAtMs: nowMs + payableMs,
          askAtMs: nowMs + pauseAfter(0),
        })
        .execute();
    },
    open: (topUpId) => job.open(topUpId),
    receive: receiveCallback({ ...reporting, keys }),
    job,
  };
}
