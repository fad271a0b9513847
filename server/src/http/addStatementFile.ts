/**
 * A statement as a file, by the address that platform/signedAddress.ts makes: outside the endpoint table, because it is written while
 * it is read. A reader who is slow is waited for, and one who goes away ends it.
 */
import { AppError } from '@tessera/shared/errors';
import { visitorOf } from '../platform/addressPrefixes';
import { statementFileRoute } from '../statements/statementFileRoute';
import type { StatementFile } from '../statements/Statements';
import { refuseWith } from './endpointRoutes';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../platform/log';
import type { Limits } from './limits';

/** Throws AppError. */
export type OpenStatementFile = (query: unknown) => Promise<StatementFile>;

const statusOf: Readonly<Partial<Record<AppError['code'], number>>> = { DATA_NOT_FOUND: 404, TOO_MANY_REQUESTS: 429 };

export function addStatementFile(api: FastifyInstance, log: Log, limits: Limits, open: OpenStatementFile): void {
  api.get(statementFileRoute, { compress: false, exposeHeadRoute: false }, async (request, reply) => {
    try {
      await limits.spend('statements', visitorOf(request.ip));
      const { name, content } = await open(request.query);
      return await reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
        })
        .send(content);
    } catch (error) {
      return refuseWith(log, error, request, reply, (error instanceof AppError && statusOf[error.code]) || 503);
    }
  });
}
