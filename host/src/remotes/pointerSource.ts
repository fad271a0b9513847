/**
 * Where the host learns what to load. A pointer counts only when a trusted key signed exactly these bytes, its shape is
 * known and its serial is not below the one accepted before (an old, once valid pointer must not bring a bad release back).
 * A browser that has accepted none yet has nothing to compare with: there a trusted key must also say that it is still live.
 * The last accepted one is kept and used when the network fails or is slow; it is verified again, since storage is not trusted.
 * Everything else fails closed: without any valid pointer nothing is loaded.
 */
import { refuse, succeed, type Result } from '@tessera/shared/errors';
import {
  freshnessText,
  maxPointerBytes,
  maxSignatureBytes,
  readSignatureLines,
  releasePointer,
  type ReleasePointer,
} from '@tessera/shared/federation';
import { boundedText, TooLarge } from './boundedText';
import { TimeLimitReached, withinTime, type RemoteClock } from './RemoteClock';
import type { SignatureCheck } from './verifySignature';

const pointerTimeMs = 2500;
/** The file and its signature are fetched side by side and may straddle a change; one more look settles it. */
const secondLookMs = 300;
/** Where one is stored, a page does not wait for longer than this: the answer is taken up when it comes. */
const headStartMs = 400;
/** How long a first visitor waits for the server's time before a pointer is judged by the device's own clock. */
const clockWaitMs = 2000;
const clockLookMs = 250;
const storageKey = 'release-pointer';

export type PointerProblem =
  | 'unreachable'
  | 'timeout'
  | 'too-large'
  | 'bad-signature'
  | 'unreadable'
  | 'expired'
  | 'older-than-accepted'
  | 'wrong-channel';

export interface PointerStorage {
  read(key: string): string | undefined;
  write(key: string, value: string): void;
}

export interface PointerSourceDeps {
  readonly url: string;
  readonly channel: string;
  readonly fetch: typeof fetch;
  readonly storage: PointerStorage;
  readonly clock: RemoteClock;
  readonly isSigned: SignatureCheck;
  /** Epoch milliseconds in the server's clock, as far as it is known. */
  now(): number;
  isClockSet(): boolean;
  /** Told of every pointer that was refused, also when a stored one takes its place. */
  onRefused(problem: PointerProblem): void;
}

export interface PointerSource {
  /** The newest valid pointer: fresh from the network, else the last accepted one. */
  load(): Promise<Result<ReleasePointer, PointerProblem>>;
  /** The network's answer that `load` did not wait for; undefined when there is none. */
  readonly late?: Promise<Result<ReleasePointer, PointerProblem>> | undefined;
}

interface SignedText {
  readonly body: string;
  readonly signatures: string;
}

export function createPointerSource(parts: PointerSourceDeps): PointerSource {
  let accepted: ReleasePointer | undefined;
  /** Nothing came in time, and nothing has come since. */
  let wasSilent = false;

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
    // A browser lets a request wait for another one of the same address that may fill its cache. The preload of index.html is one that nobody
    // can call off: once it hangs, only who passes the cache by is asked at all.
    const cache: RequestCache = wasSilent ? 'reload' : 'default';
    const text = async (url: string, maxBytes: number): Promise<string> => {
      const answer = await parts.fetch(url, { signal: stop.signal, credentials: 'same-origin', cache });
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
      return boundedText(answer, maxBytes);
    };
    const both = Promise.all([text(parts.url, maxPointerBytes), text(`${parts.url}.sig`, maxSignatureBytes)]);
    try {
      const [body, signatures] = await withinTime(parts.clock, pointerTimeMs, 'the release pointer', both);
      wasSilent = false;
      return { body, signatures };
    } finally {
      stop.abort();
    }
  }

  const pause = (ms: number): Promise<void> => new Promise((resolve) => void parts.clock.after(ms, resolve));

  async function isFreshNow({ body, signatures }: SignedText): Promise<boolean> {
    for (const { untilMs, signature } of readSignatureLines(signatures).freshness) {
      if (parts.now() >= untilMs) continue;
      if (await parts.isSigned(freshnessText(parts.channel, untilMs, body), signature).catch(() => false)) return true;
    }
    return false;
  }

  /** A device's clock may be wrong by years: before it makes a pointer old, the server is given time to say what time it is. */
  async function isFresh(signed: SignedText): Promise<boolean> {
    for (let waitedMs = 0; !parts.isClockSet() && waitedMs < clockWaitMs; waitedMs += clockLookMs) {
      if (await isFreshNow(signed)) return true;
      await pause(clockLookMs);
    }
    return isFreshNow(signed);
  }

  /** Signed, and where nothing was accepted before, still live. */
  async function judge(signed: SignedText): Promise<Result<ReleasePointer, PointerProblem>> {
    const result = await parseSigned(signed);
    if (!result.ok || accepted !== undefined) return result;
    return (await isFresh(signed)) ? result : refuse('expired');
  }

  async function fresh(): Promise<Result<ReleasePointer, PointerProblem>> {
    try {
      let signed = await download();
      let result = await judge(signed);
      if (!result.ok && (result.problem === 'bad-signature' || result.problem === 'expired')) {
        await pause(secondLookMs);
        signed = await download();
        result = await judge(signed);
      }
      if (!result.ok) return result;
      if (accepted !== undefined && result.value.serial < accepted.serial) return refuse('older-than-accepted');
      if (result.value.serial !== accepted?.serial) parts.storage.write(storageKey, JSON.stringify(signed));
      accepted = result.value;
      return result;
    } catch (error) {
      wasSilent ||= error instanceof TimeLimitReached;
      if (error instanceof TooLarge) return refuse('too-large');
      return refuse(error instanceof TimeLimitReached ? 'timeout' : 'unreachable');
    }
  }

  async function freshOrAccepted(): Promise<Result<ReleasePointer, PointerProblem>> {
    const result = await fresh();
    if (result.ok) return result;
    parts.onRefused(result.problem);
    return accepted === undefined ? result : succeed(accepted);
  }

  let stored: Promise<void> | undefined;
  let late: Promise<Result<ReleasePointer, PointerProblem>> | undefined;
  return {
    async load() {
      await (stored ??= readStored());
      late = undefined;
      const before = accepted;
      const answer = freshOrAccepted();
      if (before === undefined) return answer;
      return withinTime(parts.clock, headStartMs, 'the release pointer', answer).catch(() => {
        late = answer;
        return succeed(before);
      });
    },
    get late() {
      return late;
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
