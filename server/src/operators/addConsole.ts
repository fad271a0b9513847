/**
 * The operators' page at /ops/. It is public and holds nothing: what it shows and does comes from /ops/api with the operator's token in
 * a header. No cookies, so no page of another site can act for an operator.
 */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { serveFolder } from '../http/staticSites';

export const consolePath = '/ops/';
const builtFolder = join(import.meta.dirname, '../../../console/dist/web');

/** Only what the page itself brings, and pictures from where it came from: no inline code or style, no frame, no other origin. */
const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'";

export async function addConsole(app: FastifyInstance, folder = builtFolder): Promise<void> {
  await app.register(async (console) => {
    console.addHook('onRequest', async (_, reply) => {
      void reply.headers({
        'cache-control': 'no-store',
        'content-security-policy': contentPolicy,
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      });
    });
    console.get('/ops', async (_, reply) => reply.redirect(consolePath, 302));
    await serveFolder(console, { prefix: consolePath, folder, setHeaders: () => undefined });
  });
}
