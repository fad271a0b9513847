/** What an article may be, by its category. */
import { ownPagePattern } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { hasBody, isAnnounced, type ArticlePlace, type ContentCategory, type OperationRequest } from '@tessera/shared/operations';

const furthestMs = 7_776_000_000;
const announcedForMs = 86_400_000;

export const refused = (field: string) => new AppError('PARAMETER_WRONG', { params: { field } });

export function requireBody(category: ContentCategory, body: string): void {
  if ((body !== '') !== hasBody(category)) throw refused('body');
}

/** What is announced begins a day after it was said. */
export function requireInstant(category: ContentCategory, fromMs: number, nowMs: number, field: string): void {
  const earliestMs = isAnnounced(category) ? nowMs + announcedForMs : nowMs;
  if (fromMs < earliestMs || fromMs > nowMs + furthestMs) throw refused(field);
}

/** `keptMs`: from when it was shown until now. */
export function placeOf(
  category: ContentCategory,
  asked: Pick<OperationRequest<'contentCreate'>, 'group' | 'link' | 'rank' | 'fromMs' | 'untilMs'>,
  { keptMs, nowMs }: { readonly keptMs?: number; readonly nowMs: number },
): ArticlePlace {
  const { group, link, rank = 0, fromMs = keptMs ?? nowMs, untilMs } = asked;
  if ((group !== undefined) !== (category === 'help')) throw refused('group');
  if (!mayLink(category, link)) throw refused('link');
  if (fromMs !== keptMs) requireInstant(category, fromMs, nowMs, 'fromMs');
  if (untilMs !== undefined && (untilMs <= fromMs || untilMs < nowMs)) throw refused('untilMs');
  return { group: group ?? null, link: link ?? null, rank, fromMs, untilMs: untilMs ?? null };
}

function mayLink(category: ContentCategory, link: string | undefined): boolean {
  if (category === 'contact') return link !== undefined;
  return link === undefined || (category === 'banner' && ownPagePattern.test(link));
}
