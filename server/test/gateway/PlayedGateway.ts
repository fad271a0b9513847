/**
 * A card gateway of ours: a real HTTP server with signed calls, a hosted page with "Pay" and "Decline", and signed callbacks. It takes no
 * card. Tests, the browser's journeys and `npm run dev` pay by it (gatewayProcess.ts).
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaymentReport, PaymentState, WantedPayment } from '../../src/gateway/Gateway';
import { sign, signatureHeader, signatureProblem } from '../../src/gateway/signature';

interface PlayedPayment {
  readonly wanted: WantedPayment;
  report: PaymentReport;
}

export interface PlayedGateway {
  readonly url: string;
  /** By our reference. */
  readonly payments: ReadonlyMap<string, PlayedPayment>;
  /** How it answers from now on. */
  behave(how: 'well' | 'silent' | 'refusing' | 'of another origin'): void;
  /** As if the person had pressed a button, or his bank had said so later. No callback is sent. */
  move(reference: string, state: PaymentState, atMs?: number): PaymentReport;
  close(): Promise<void>;
}

interface PlayedGatewaySettings {
  readonly keys: readonly string[];
  readonly port?: number;
  readonly now?: () => number;
}

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:18px/1.5 system-ui;max-width:24rem;margin:3rem auto;padding:0 1rem}button{font:inherit;min-height:44px;min-width:8rem;margin:.5rem}</style>
<h1>${title}</h1>${body}</html>`;
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export async function startPlayedGateway({ keys, port = 0, now = Date.now }: PlayedGatewaySettings): Promise<PlayedGateway> {
  const payments = new Map<string, PlayedPayment>();
  let manner: Parameters<PlayedGateway['behave']>[0] = 'well';
  let url = '';

  const byId = (id: string) => [...payments.values()].find(({ report }) => report.id === id);
  function move(reference: string, state: PaymentState, atMs = now()): PaymentReport {
    const payment = payments.get(reference);
    if (payment === undefined) throw new Error(`nobody asked for ${reference}`);
    return (payment.report = { ...payment.report, state, atMs });
  }

  function open(wanted: WantedPayment): Record<string, unknown> {
    const known = payments.get(wanted.reference);
    const id = known?.report.id ?? `pay_${randomUUID()}`;
    const { reference, amount, currency } = wanted;
    if (known === undefined)
      payments.set(reference, { wanted, report: { id, reference, amount, currency, state: 'open', atMs: now() } });
    return { id, page: `${manner === 'of another origin' ? 'https://elsewhere.example' : url}/pay/${id}` };
  }

  async function callBack({ wanted, report }: PlayedPayment): Promise<number> {
    const body = Buffer.from(JSON.stringify(report));
    const headers = { 'content-type': 'application/json', [signatureHeader]: sign(keys, now(), body) };
    const { status } = await fetch(wanted.callbackUrl, { method: 'POST', headers, body });
    return status;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const path = request.url ?? '';
    const say = (status: number, content: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    if (path.startsWith('/payments')) {
      if (manner === 'silent') return void request.socket.destroy();
      if (signatureProblem(request.headers[signatureHeader], { keys, body, nowMs: now() }) !== undefined)
        return void say(401, {});
      const asked = JSON.parse(body.toString()) as WantedPayment;
      if (path === '/payments') return void (manner === 'refusing' ? say(422, {}) : say(200, open(asked)));
      const report = payments.get(asked.reference)?.report;
      return void (report === undefined ? say(404, {}) : say(200, report));
    }
    const [, id = '', act] = /^\/pay\/([\w-]+)(?:\/(paid|declined))?$/.exec(path) ?? [];
    const payment = byId(id);
    const html = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(text);
    if (payment === undefined) return void html(404, page('No such payment', ''));
    const { amount, currency, reference, returnUrl } = payment.wanted;
    if (request.method === 'POST' && act !== undefined) {
      move(reference, act as PaymentState);
      const status = await callBack(payments.get(reference) as PlayedPayment);
      return void html(
        200,
        page(`Callback answered with ${status}`, `<p><a href="${escaped(returnUrl)}">Back to the shop</a></p>`),
      );
    }
    const button = (to: string, text: string) => `<form method="post" action="/pay/${id}/${to}"><button>${text}</button></form>`;
    return void html(
      200,
      page(`Pay ${escaped(amount)} ${escaped(currency)}`, button('paid', 'Pay') + button('declined', 'Decline')),
    );
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    payments,
    behave: (how) => void (manner = how),
    move,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
