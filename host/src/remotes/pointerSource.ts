/**
 * Where the host learns what to load. A pointer counts only when a trusted key signed exactly these bytes, its shape is
 * known and its serial is not below the one accepted before (an old, once valid pointer must not bring a bad release back).
 * The last accepted one is kept and used when the network fails; it is verified again, since storage is not trusted.
 * Everything else fails closed: without any valid pointer nothing is loaded.
 */
import { refuse, succeed, type Result } from '@tessera/shared/errors';
import { releasePointer, type ReleasePointer } from '@tessera/shared/federation';
import { TimeLimitReached, withinTime, type RemoteClock } from './RemoteClock';
import type { SignatureCheck } from './verifySignature';

const pointerTimeMs = 2500;
/** The file and its signature are fetched side by side and may straddle a change; one more look settles it. */
const secondLookMs = 300;
const storageKey = 'release-pointer';

export type PointerProblem = 'unreachable' | 'timeout' | 'bad-signature' | 'unreadable' | 'older-than-accepted' | 'wrong-channel';

export interface PointerStorage {
  read(key: string): string | undefined;
  write(key: string, value: string): void;
}

export interface PointerSourceParts {
  readonly url: string;
  readonly channel: string;
  readonly fetch: typeof fetch;
  readonly storage: PointerStorage;
  readonly clock: RemoteClock;
  readonly isSigned: SignatureCheck;
  /** Told of every pointer that was refused, also when a stored one takes its place. */
  onRefused(problem: PointerProblem): void;
}

export interface PointerSource {
  /** The newest valid pointer: fresh from the network, else the last accepted one. */
  load(): Promise<Result<ReleasePointer, PointerProblem>>;
}

interface SignedText {
  readonly body: string;
  readonly signatures: string;
}

export function createPointerSource(parts: PointerSourceParts): PointerSource {
  let accepted: ReleasePointer | undefined;

  async function parseSigned({ body, signatures }: SignedText): Promise<Result<ReleasePointer, PointerProblem>> {
    if (!(await parts.isSigned(body, signatures).catch(() => false))) return refuse('bad-signature');
    const parsed = releasePointer.safeParse(parseJson(body));
    if (!parsed.success) return refuse('unreadable');
    return parsed.data.channel === parts.channel ? succeed(parsed.data) : refuse('wrong-channel');
  }

  async function readStored(): Promise<void> {
    const text = parts.storage.read(storageKey);
    const stored = text === undefined ? undefined : (parseJson(text) as Partial<SignedText> | undefined);
    if (typeof stored?.body !== 'string' || typeof stored.signatures !== 'string') return;
    const result = await parseSigned({ body: stored.body, signatures: stored.signatures });
    if (result.ok) accepted = result.value;
  }

  async function download(): Promise<SignedText> {
    const stop = new AbortController();
    const text = async (url: string): Promise<string> => {
      const answer = await parts.fetch(url, { signal: stop.signal, credentials: 'same-origin' });
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
      return answer.text();
    };
    const both = Promise.all([text(parts.url), text(`${parts.url}.sig`)]);
    try {
      const [body, signatures] = await withinTime(parts.clock, pointerTimeMs, 'the release pointer', both);
      return { body, signatures };
    } finally {
      stop.abort();
    }
  }

  async function fresh(): Promise<Result<ReleasePointer, PointerProblem>> {
    try {
      let signed = await download();
      let result = await parseSigned(signed);
      if (!result.ok && result.problem === 'bad-signature') {
        await new Promise<void>((resolve) => void parts.clock.after(secondLookMs, resolve));
        signed = await download();
        result = await parseSigned(signed);
      }
      if (!result.ok) return result;
      if (accepted !== undefined && result.value.serial < accepted.serial) return refuse('older-than-accepted');
      if (result.value.serial !== accepted?.serial) parts.storage.write(storageKey, JSON.stringify(signed));
      accepted = result.value;
      return result;
    } catch (error) {
      return refuse(error instanceof TimeLimitReached ? 'timeout' : 'unreachable');
    }
  }

  let stored: Promise<void> | undefined;
  return {
    async load() {
      await (stored ??= readStored());
      const result = await fresh();
      if (result.ok) return result;
      parts.onRefused(result.problem);
      return accepted === undefined ? result : succeed(accepted);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
