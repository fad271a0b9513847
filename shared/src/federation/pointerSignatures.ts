/**
 * The file beside a pointer, `<channel>.json.sig`, line by line:
 *
 *   <base64>                 a signature of the pointer's text; one of the newest text and one of the text before it
 *   fresh:<untilMs>:<base64> a signature of `freshnessText`: until then this text is what is live
 *
 * The first kind says that a text was live once, and holds for ever. The second kind is for anyone who has nothing to compare
 * with: it is signed again while the installation runs, so an old pointer that is played again cannot bring one along.
 */
export const maxPointerBytes = 512 * 1024;
export const maxSignatureBytes = 4096;
export const maxSignatureLines = 8;

const freshLine = /^fresh:(\d{1,16}):([A-Za-z0-9+/=]+)$/;

export interface Freshness {
  /** Epoch milliseconds in the server's clock. */
  readonly untilMs: number;
  /** Base64, of `freshnessText`. */
  readonly signature: string;
}

/** What is signed: no pointer begins like this, so that neither signature can stand for the other. */
export const freshnessText = (channel: string, untilMs: number, body: string): string =>
  `fresh pointer ${channel} until ${untilMs}\n${body}`;

export const freshnessLine = ({ untilMs, signature }: Freshness): string => `fresh:${untilMs}:${signature}`;

/** The lines of the file by kind; what is none of them, and what is too much, counts for nothing. */
export function readSignatureLines(text: string): {
  readonly signatures: readonly string[];
  readonly freshness: readonly Freshness[];
} {
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .slice(0, maxSignatureLines);
  const freshness = lines.flatMap((line) => {
    const [, untilMs, signature] = freshLine.exec(line) ?? [];
    return untilMs === undefined || signature === undefined ? [] : [{ untilMs: Number(untilMs), signature }];
  });
  return { signatures: lines.filter((line) => !line.startsWith('fresh:')), freshness };
}
