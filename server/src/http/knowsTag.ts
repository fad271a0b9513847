import type { FastifyRequest } from 'fastify';

/** The asker has what this tag names. */
export const knowsTag = (request: FastifyRequest, etag: string): boolean =>
  (request.headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
