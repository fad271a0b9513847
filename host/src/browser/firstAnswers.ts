/**
 * Takes over the answers that the first script asked for (fetchFirst.ts): the first matching question of the page gets the answer
 * that is on its way already. Each is taken once and only for the same language and the same session; a failed one is asked again.
 */
import { firstValueFrom, from, fromEvent, map, merge, NEVER, of, timer } from '@tessera/shared/kernel';
import type { HttpPort, HttpQuestion } from '@tessera/shared/http';

export interface FirstAnswer {
  readonly url: string;
  readonly language: string;
  /** The token that it was asked with. */
  readonly authorization: string | undefined;
  /** undefined when it did not come. */
  readonly answer: Promise<{ readonly status: number; readonly body: unknown } | undefined>;
}

declare global {
  interface Window {
    tesseraFirstAnswers?: readonly FirstAnswer[];
  }
}

export function withFirstAnswers(port: HttpPort, first: readonly FirstAnswer[]): HttpPort {
  const left = new Set(first);
  return async (question) => {
    const found = [...left].find((one) => isSame(one, question));
    if (found === undefined) return port(question);
    left.delete(found);
    const answer = await inTime(found.answer, question);
    return answer === undefined ? port(question) : { kind: 'answered', ...answer };
  };
}

const isSame = ({ url, language, authorization }: FirstAnswer, question: HttpQuestion): boolean =>
  question.method === 'GET' &&
  question.url === url &&
  question.headers['authorization'] === authorization &&
  JSON.stringify(question.query) === JSON.stringify({ lang: language });

/** undefined when it is late, or when who asked has left: the port then says so itself. Neither timer nor listener stays behind. */
function inTime<T>(answer: Promise<T>, { signal, timeoutMs }: HttpQuestion): Promise<T | undefined> {
  const leaves = signal === undefined ? NEVER : signal.aborted ? of(undefined) : fromEvent(signal, 'abort');
  return firstValueFrom(merge(from(answer), merge(timer(timeoutMs), leaves).pipe(map(() => undefined))));
}
