/**
 * Texts that people wrote and that operators read on a terminal: a control character in one of them could move the cursor, hide a
 * line or write to the clipboard, and a mark of writing direction could show another text than the one that stands there.
 */
import type { ReleasePointer, RemotePointer } from '@tessera/shared/federation';
import { ReleaseProblem } from '../ReleaseProblem';

const notPrintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
export const maxTextLength = 500;

/** As it can be shown on one line: what is not printable is spelled out. */
export const printable = (text: string): string =>
  text.replace(notPrintable, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);

/** What a change is about to keep for ever: refused when it is not of one printable line. */
export function checkPrintable(what: string, text: string): void {
  if (printable(text) !== text)
    throw new ReleaseProblem('usage', `${what} has control characters or line breaks: ${printable(text).slice(0, 80)}`);
  if (text.length > maxTextLength) throw new ReleaseProblem('usage', `${what} is longer than ${maxTextLength} characters`);
}

/** Every text in it that a person wrote, for what an older tool or somebody else's hand has let in. */
export function printablePointer(pointer: ReleasePointer): ReleasePointer {
  const remotes = Object.entries(pointer.remotes).map(([name, remote]) => [printable(name), printableRemote(remote)] as const);
  return { ...pointer, by: printable(pointer.by), reason: printable(pointer.reason), remotes: Object.fromEntries(remotes) };
}

function printableRemote(remote: RemotePointer): RemotePointer {
  const { lock, disabled } = remote;
  return {
    ...remote,
    lock: lock && { ...lock, by: printable(lock.by), reason: printable(lock.reason) },
    disabled: disabled && {
      message: Object.fromEntries(
        Object.entries(disabled.message).map(([language, text]) => [printable(language), printable(text)]),
      ),
    },
  };
}
