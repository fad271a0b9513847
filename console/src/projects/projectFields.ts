/** What is typed of a project and of its result, and how it is read. */
import { languages, type Language } from '@tessera/shared/contract';
import type { OperationRequest } from '@tessera/shared/operations';
import { instantOf } from '../acts/instantOf';

export type Typed = Readonly<Record<string, string>>;

const trimmed = (typed: Typed, name: string): string => (typed[name] ?? '').trim();
/** What a text in a language is kept under. */
export const nameOf = (part: string, language: Language): string => `${part}.${language}`;

const isDecimal = (text: string): boolean => /^-?(0|[1-9]\d{0,17})(\.\d{1,18})?$/.test(text);

/** "3,000" is none: it would be read as 3. */
const isCount = (text: string): boolean => /^[1-9]\d{0,5}$/.test(text);

/** undefined while something is missing. */
export function readProject(typed: Typed): Omit<OperationRequest<'projectsPropose'>, 'reason'> | undefined {
  const [closesAtMs, endsAtMs] = [instantOf(trimmed(typed, 'closesAt')), instantOf(trimmed(typed, 'endsAt'))];
  const participants = trimmed(typed, 'maxParticipants');
  const capacity = trimmed(typed, 'capacity');
  const [asset, min, max] = ['asset', 'min', 'max'].map((name) => trimmed(typed, name)) as [string, string, string];
  const texts = languages.flatMap((language) => {
    const [name, about] = [trimmed(typed, nameOf('name', language)), trimmed(typed, nameOf('about', language))];
    return name === '' && about === '' ? [] : [{ language, name, about }];
  });
  const isWhole =
    texts.every(({ name, about }) => name !== '' && about !== '') && texts.some(({ language }) => language === 'en');
  if (closesAtMs === undefined || endsAtMs === undefined || !isWhole || !isCount(participants)) return undefined;
  if (asset === '' || ![min, max].every(isDecimal) || (capacity !== '' && !isDecimal(capacity))) return undefined;
  const maxParticipants = Number.parseInt(participants, 10);
  return { asset, min, max, maxParticipants, capacity: capacity === '' ? null : capacity, closesAtMs, endsAtMs, texts };
}

/** undefined while something is missing. */
export function readResult(typed: Typed): Omit<OperationRequest<'projectsResult'>, 'id' | 'reason'> | undefined {
  const share = trimmed(typed, 'share');
  const texts = languages.flatMap((language) => {
    const statement = trimmed(typed, nameOf('statement', language));
    return statement === '' ? [] : [{ language, statement }];
  });
  return isDecimal(share) && texts.some(({ language }) => language === 'en') ? { share, texts } : undefined;
}
