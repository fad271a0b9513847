/** Colours for a person's terminal; nothing for a file, a pipe or somebody who set NO_COLOR. */
import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];
export type Paint = (format: Format, text: string) => string;

export const plain: Paint = (_format, text) => text;
const coloured: Paint = (format, text) => styleText(format, text, { validateStream: false });

export function paintFor(stream: { readonly isTTY?: boolean }, env: Readonly<Record<string, string | undefined>>): Paint {
  return stream.isTTY === true && (env['NO_COLOR'] ?? '') === '' ? coloured : plain;
}
