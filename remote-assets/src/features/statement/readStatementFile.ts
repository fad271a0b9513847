/** A statement's file, read as it comes and added up line by line, so that what is saved is known to be whole and right. */
import { recordKind, type Statement } from '@tessera/shared/contract';
import { AppError, isErrorCode } from '@tessera/shared/errors';
import { startSums, type Finding, type Sums } from './sums';

export interface ReadFile {
  readonly content: Blob;
  readonly finding: Finding;
}

/** Throws AppError; what the exchange refuses with by its code, PLEASE_RETRY for a file that broke off. */
export async function readStatementFile(
  address: string,
  { signal, onRead }: { readonly signal: AbortSignal; readonly onRead: (entries: number) => void },
): Promise<ReadFile> {
  const response = await fetch(address, { signal }).catch((cause: unknown) => {
    throw new AppError('NETWORK_UNREACHABLE', { cause, isRetryable: true });
  });
  if (!response.ok || response.body === null) throw await refusalOf(response);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const lines = linesOfStatement();
  const text = new TextDecoder();
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      onRead(lines.take(text.decode(value, { stream: true })));
    }
  } catch (cause) {
    throw new AppError('PLEASE_RETRY', { cause, isRetryable: true });
  }
  const finding = lines.end();
  if (finding === undefined) throw new AppError('PLEASE_RETRY', { isRetryable: true });
  return { content: new Blob(parts, { type: 'text/csv;charset=utf-8' }), finding };
}

async function refusalOf(response: Response): Promise<AppError> {
  const body = (await response.json().catch(() => ({}))) as {
    readonly message?: unknown;
    readonly params?: Record<string, string>;
  };
  const { message, params = {} } = body;
  return typeof message === 'string' && isErrorCode(message)
    ? new AppError(message, { params })
    : new AppError('PLEASE_RETRY', { isRetryable: true });
}

/** The columns before the cause hold no comma: they are figures, instants and names of ours. */
const columns = { version: 3, kind: 5, amount: 6, balance: 8 } as const;

/** Takes text in whatever pieces it comes. */
export function linesOfStatement() {
  let rest = '';
  let isHeadRead = false;
  let sums: Sums | undefined;
  let opening: Statement['opening'] | undefined;
  let closing: Statement['closing'] | undefined;
  let entries = 0;
  function takeLine(line: string): void {
    const fields = line.split(',');
    const field = (name: keyof typeof columns) => fields[columns[name]] ?? '';
    const [version, balance, kind] = [Number(field('version')), field('balance'), field('kind')];
    if (kind === 'opening' && opening === undefined) {
      opening = { version, balance };
      sums = startSums(opening);
    } else if (kind === 'closing') closing = { version, balance };
    else {
      sums?.add({ version, kind: recordKind.parse(kind), amount: field('amount'), balanceAfter: balance });
      entries += 1;
    }
  }
  return {
    /** Answers how many entries were read in all. */
    take(text: string): number {
      const lines = (rest + text).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (isHeadRead) takeLine(line);
        isHeadRead = true;
      }
      return entries;
    },
    /** undefined: its last line never came. */
    end(): Finding | undefined {
      return sums === undefined || opening === undefined || closing === undefined || rest !== ''
        ? undefined
        : sums.find({ opening, closing });
    },
  };
}
