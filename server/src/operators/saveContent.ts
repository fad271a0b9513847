/** An operator's rows of articles, each with its entry in the audit log, in one transaction. They throw TEXT_CHANGED when a colleague was first. */
import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import type { ArticlePlace, ContentCategory, OperationRequest } from '@tessera/shared/operations';
import { appendAudit, holdAudit } from '../ops/audit';
import type { Words } from '../content/releasedArticles';
import type { Db, Tx } from '../store/database';
import type { OperationCall } from './OperationHandler';
import { toOperatorError } from './operatorError';

type By = Pick<OperationCall<'contentSave'>, 'operator' | 'nowMs'>;

export const withAudit = <Done>(db: Db, work: (tx: Tx) => Promise<Done>): Promise<Done> =>
  db
    .transaction()
    .execute(async (tx) => {
      await holdAudit(tx);
      return work(tx);
    })
    .catch((error: unknown) => {
      throw toOperatorError(error);
    });

interface SavedPlace {
  readonly article: string;
  readonly seen: number;
  readonly category: ContentCategory;
  readonly place: ArticlePlace;
  readonly reason: string;
}

/** Answers its version. */
export async function savePlace(tx: Tx, { operator, nowMs }: By, saved: SavedPlace): Promise<number> {
  const { article, seen, category, place, reason } = saved;
  const { group, link, rank, fromMs, untilMs } = place;
  const { rows } = await sql<{ version: number | null }>`
    select show_article(${operator.sessionHash}, ${article}, ${seen}::int, ${category}, ${group}, ${link}, ${rank}::int, ${fromMs}::bigint,
      ${untilMs}::bigint, ${reason}, ${nowMs}::bigint) as version`.execute(tx);
  const version = rows[0]?.version ?? undefined;
  if (version === undefined) throw new AppError('TEXT_CHANGED');
  await appendAudit(tx, {
    actor: operator.name,
    action: 'content.place',
    subject: `article ${article}`,
    details: { version, category, ...place, reason },
    nowMs,
  });
  return version;
}

interface SavedText extends Pick<OperationRequest<'contentSave'>, 'article' | 'language' | 'seen' | 'reason'> {
  readonly words: Words;
  readonly validFromMs: number;
}

/** Answers its version. */
export async function saveText(tx: Tx, { operator, nowMs }: By, saved: SavedText): Promise<number> {
  const { article, language, seen, words, validFromMs, reason } = saved;
  const { rows } = await sql<{ version: number | null }>`
    select save_article_text(${operator.sessionHash}, ${article}, ${language}, ${seen}::int, ${words.title}, ${words.summary}, ${words.body},
      ${validFromMs}::bigint, ${reason}, ${nowMs}::bigint) as version`.execute(tx);
  const version = rows[0]?.version ?? undefined;
  if (version === undefined) throw new AppError('TEXT_CHANGED');
  await appendAudit(tx, {
    actor: operator.name,
    action: 'content.save',
    subject: `article ${article} ${language}`,
    details: { version, validFromMs, reason },
    nowMs,
  });
  return version;
}
