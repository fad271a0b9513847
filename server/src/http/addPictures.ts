/** Pictures by the addresses that platform/signedAddress.ts makes: outside the endpoint table, because a browser fetches them without a token. */
import { AppError } from '@tessera/shared/errors';
import { visitorOf } from '../platform/addressPrefixes';
import { pictureRoute } from '../uploads/pictureRoute';
import { refuseWith } from './endpointRoutes';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../platform/log';
import type { Limits } from './limits';

/** JPEG of whatever the address shows. Throws AppError. */
export type ShowPicture = (query: unknown) => Promise<Buffer>;

const headers = {
  'content-type': 'image/jpeg',
  'content-disposition': 'attachment; filename="picture.jpg"',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  // Opened by itself, it is nothing but a picture.
  'content-security-policy': "default-src 'none'; sandbox",
};

export function addPictures(api: FastifyInstance, log: Log, limits: Limits, show: ShowPicture): void {
  api.get(pictureRoute, { compress: false }, async (request, reply) => {
    try {
      await limits.spend('pictures', visitorOf(request.ip));
      const picture = await show(request.query);
      return await reply.headers(headers).send(picture);
    } catch (error) {
      const isMissing = error instanceof AppError && error.code === 'DATA_NOT_FOUND';
      return refuseWith(log, error, request, reply, isMissing ? 404 : 503);
    }
  });
}
