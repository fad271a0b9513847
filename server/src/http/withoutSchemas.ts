import type { FastifyServerOptions } from 'fastify';

const refuse = (): never => {
  throw new Error('requests and answers are judged by the endpoint table, not by schemas of routes');
};

/** Routes have no JSON schemas. Left to itself, fastify reads two compilers of them at each start. */
export const withoutSchemas: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: refuse, buildSerializer: refuse },
};
