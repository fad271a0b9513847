/** A gateway that speaks our own protocol (docs/gateway.md): signed JSON over HTTPS. A real provider is put behind it, or beside it. */
import * as z from 'zod';
import { GatewayRefusal, type Gateway } from './Gateway';
import { readReport } from './readReport';
import { sign, signatureHeader } from './signature';

const limitMs = 8_000;
const longestAnswer = 16_384;

const opened = z.object({ id: z.string().min(1).max(100), page: z.url().max(2000) });

export interface HostedGatewaySettings {
  readonly name: string;
  /** Where it is asked. */
  readonly url: string;
  /** Where its pages are. */
  readonly pageOrigin: string;
  readonly keys: readonly string[];
  readonly now: () => number;
}

export function hostedGateway({ name, url, pageOrigin, keys, now }: HostedGatewaySettings): Gateway {
  async function post(path: string, content: unknown): Promise<{ readonly status: number; readonly text: string }> {
    const body = Buffer.from(JSON.stringify(content));
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [signatureHeader]: sign(keys.slice(-1), now(), body) },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    });
    return { status: response.status, text: await shortText(response) };
  }

  return {
    name,
    async open(wanted) {
      const { status, text } = await post('/payments', wanted);
      if (status === 400 || status === 403 || status === 409 || status === 422)
        throw new GatewayRefusal(`the gateway refuses a payment: ${status}`);
      if (status !== 200) throw new Error(`the gateway answered ${status}`);
      const answer = opened.parse(JSON.parse(text));
      if (new URL(answer.page).origin !== pageOrigin) throw new Error('the gateway named a page of another origin');
      return answer;
    },
    async ask(reference) {
      const { status, text } = await post('/payments/state', { reference });
      if (status === 404) return undefined;
      const report = status === 200 ? readReport(text) : undefined;
      if (report?.reference !== reference) throw new Error(`the gateway gave no state: ${status}`);
      return report;
    },
  };
}

/** The rest of a longer one is not read. */
async function shortText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > longestAnswer) throw new Error('the gateway answered at too great length');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
