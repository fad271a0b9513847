import type { RemotePointer } from '@tessera/shared/federation';
import { checkPrintable } from '../output/printable';
import { ReleaseProblem } from '../ReleaseProblem';
import { promotedBefore, type ChangeMeta } from './ChangeMeta';

/** What pages show in place of the remote, per language ("en", "pt-BR"); the rest see the host's own words. */
export type DisabledMessage = Readonly<Record<string, string>>;

/** Reads `<lang>=<text>` words. */
export function parseMessage(words: readonly string[]): DisabledMessage {
  const entries = words.map((word) => {
    const [, language, text] = /^([A-Za-z-]+)=(.*)$/s.exec(word) ?? [];
    if (language === undefined || text === undefined)
      throw new ReleaseProblem('usage', `--message takes <lang>=<text>, not "${word}"`);
    return [language, text] as const;
  });
  return Object.fromEntries(entries);
}

function checkMessage(message: DisabledMessage): void {
  const entries = Object.entries(message);
  if (entries.length === 0) throw new ReleaseProblem('usage', 'say what people read meanwhile: --message en="..."');
  for (const [language, text] of entries) {
    if (!/^[a-z]{2,3}(-[A-Za-z]+)?$/.test(language))
      throw new ReleaseProblem('usage', `"${language}" is no language; say "en", "zh" or "pt-BR"`);
    checkPrintable(`the message in "${language}"`, text);
    if (text.trim() === '') throw new ReleaseProblem('usage', `the message in "${language}" has no words`);
  }
}

export function disabled(present: RemotePointer | undefined, message: DisabledMessage, meta: ChangeMeta): RemotePointer {
  checkMessage(message);
  const before = promotedBefore(present, meta);
  return { ...before, disabled: { message: { ...message } }, apply: meta.apply };
}

export function enabled(present: RemotePointer | undefined, meta: ChangeMeta): RemotePointer {
  const before = promotedBefore(present, meta);
  return before.disabled === null ? before : { ...before, disabled: null, apply: meta.apply };
}
