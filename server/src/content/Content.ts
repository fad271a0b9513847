/** What there is to read: articles, messages, contacts, area codes; and the reports of faults that clients send. */
import { AppError } from '@tessera/shared/errors';
import { parseRowId, rowId } from '../store/rowId';
import { areaCodes } from './areaCodes';
import { createArticles } from './articles';
import { ownHelp, parseContacts } from './contacts';
import { createMessages } from './messages';
import { shippedTexts } from './texts';
import type { Handlers } from '../http/handler';
import type { Config } from '../platform/config';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import type { Db } from '../store/database';
import type { Messages } from './messages';
import type { Texts } from './texts';

export interface ContentDeps {
  readonly db: Db;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly config: Pick<Config, 'serviceContacts' | 'exchange'>;
}

export interface Content {
  readonly handlers: Handlers;
  readonly messages: Messages;
  readonly texts: Texts;
}

/** What a client may name in a label: anything else would let strangers fill the metrics. */
const remoteLabel = /^[a-z]{1,16}$/;

export function createContent({ db, log, metrics, config }: ContentDeps): Content {
  const texts = shippedTexts();
  const articles = createArticles({ db, texts });
  const messages = createMessages({ db, texts });
  const contacts = parseContacts(config.serviceContacts);
  const reports = metrics.counter('client_reports_total', 'Faults that clients reported', ['remote']);
  const handlers: Handlers = {
    newsList: ({ request, language, nowMs }) => articles.list(request, language, nowMs),
    newsDetail: ({ request, language, nowMs }) => articles.read(request.id, language, nowMs),
    newsBanners: async ({ language, nowMs }) => ({ items: await articles.banners(language, nowMs) }),
    async serviceContacts({ language, nowMs }) {
      const made = await articles.contacts(language, nowMs);
      return { contacts: made.length > 0 ? made : (contacts ?? ownHelp(texts, language)) };
    },
    areaCodes: async () => ({ items: areaCodes }),
    userMessages: ({ user, request, language }) => messages.list(rowId(user.userId), request, language),
    async markMessagesRead({ user, request, nowMs }) {
      const id = request.id === undefined ? undefined : parseRowId(request.id);
      if (request.id !== undefined && id === undefined) throw new AppError('PARAMETER_WRONG', { params: { field: 'id' } });
      await messages.markRead(rowId(user.userId), id, nowMs);
      return {};
    },
    serverTime: async ({ nowMs }) => ({ serverMs: nowMs, exchange: config.exchange }),
    async clientReport({ request, user, traceId }) {
      const remote = request.remote !== undefined && remoteLabel.test(request.remote) ? request.remote : 'other';
      reports.inc({ remote });
      log.warn(
        {
          report: { kind: request.code, text: request.message, where: request.where, release: request.release, remote },
          userId: user?.userId,
          trace: traceId,
        },
        'a client reported a fault',
      );
      return {};
    },
  };
  return { handlers, messages, texts };
}
