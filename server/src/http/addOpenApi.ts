/** The OpenAPI document of the endpoint table. It does not change while we run: written and compressed once, when it is first asked for. */
import { brotliCompressSync, constants } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { visitorOf } from '../platform/addressPrefixes';
import { sha256Hex } from '../platform/random';
import { knowsTag } from './knowsTag';
import type { Limits } from './limits';
import { openApiDocument } from './openApi';
import { fresh } from './staticSites';
import { wantsBrotli } from './wantsBrotli';

interface Written {
  readonly plain: Buffer;
  readonly brotli: Buffer;
  readonly etag: string;
}

function write(): Written {
  const text = JSON.stringify(openApiDocument());
  const plain = Buffer.from(text);
  // A higher one would hold the loop for longer than it saves.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return { plain, brotli: brotliCompressSync(plain, { params }), etag: `"${sha256Hex(text).slice(0, 32)}"` };
}

export function addOpenApi(api: FastifyInstance, limits: Limits): void {
  let written: Written | undefined;
  api.get('/openapi.json', { compress: false }, async (request, reply) => {
    await limits.spend('documents', visitorOf(request.ip));
    const { plain, brotli, etag } = (written ??= write());
    reply.headers({ etag, 'cache-control': fresh, vary: 'accept-encoding' });
    if (knowsTag(request, etag)) return reply.code(304).send();
    reply.type('application/json; charset=utf-8');
    return wantsBrotli(request) ? reply.header('content-encoding', 'br').send(brotli) : reply.send(plain);
  });
}
