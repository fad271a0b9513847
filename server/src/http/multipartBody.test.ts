import { expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { readMultipartBody } from './multipartBody';
import type { FastifyRequest } from 'fastify';

test('a body that does not end gives its place back in time, and may be sent again', async () => {
  const parts = async function* () {
    yield { type: 'field', fieldname: 'purpose', value: 'paper' };
    // The line broke after the call had been answered: nothing tells of it.
    await new Promise(() => undefined);
  };
  await expect(
    readMultipartBody({ headers: {}, raw: new Readable({ read: () => undefined }), parts } as unknown as FastifyRequest, 5),
  ).rejects.toMatchObject({
    code: 'UPLOAD_FAILED',
    isRetryable: true,
  });
});
