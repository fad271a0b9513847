import type { FastifyRequest } from 'fastify';

/** "br", also among others and with a weight, unless the weight is nothing. */
export function wantsBrotli(request: FastifyRequest): boolean {
  const offers = String(request.headers['accept-encoding'] ?? '').split(',');
  return offers.some((offer) => /^\s*br\s*(;\s*q=(0?\.\d*[1-9]\d*|1(\.0*)?)\s*)?$/i.test(offer));
}
