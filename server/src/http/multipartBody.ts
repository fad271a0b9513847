/**
 * The body of a call with a file: its fields as text, its file in memory, both as the call's schema then judges them. Nothing of it
 * touches a disk, so nothing is left of a body that breaks off. It is read as it comes: what is too long is found while it
 * comes, and refused.
 */
import multipart from '@fastify/multipart';
import { uploadLimits } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Before and after the file: fields, boundaries. */
const roomBesideBytes = 16 * 1024;
const limits = { files: 1, fileSize: uploadLimits.bytes, fields: 8, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20 };

const tooLarge = (): AppError => new AppError('UPLOAD_TOO_LARGE', { params: { max: `${uploadLimits.bytes / 1_048_576} MB` } });
const wrong = (field: string): AppError => new AppError('PARAMETER_WRONG', { params: { field } });

const refusals: Readonly<Record<string, () => AppError>> = {
  FST_REQ_FILE_TOO_LARGE: tooLarge,
  FST_FILES_LIMIT: () => wrong('file'),
  FST_FIELDS_LIMIT: () => wrong('body'),
  FST_PROTO_VIOLATION: () => wrong('body'),
  FST_INVALID_JSON_FIELD_ERROR: () => wrong('body'),
};

/** For the routes of `routes` alone: everywhere else a multipart body stays refused. */
export async function addMultipartBody(routes: FastifyInstance): Promise<void> {
  await routes.register(multipart, { limits });
}

/** Throws UPLOAD_TOO_LARGE, UPLOAD_FAILED when it does not arrive whole, and PARAMETER_WRONG. */
export async function readMultipartBody(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (Number(request.headers['content-length'] ?? 0) > uploadLimits.bytes + roomBesideBytes) throw tooLarge();
  // Without a prototype: a field may have any name.
  const body = Object.create(null) as Record<string, unknown>;
  try {
    for await (const part of request.parts()) {
      if (Object.hasOwn(body, part.fieldname)) throw wrong(part.fieldname);
      body[part.fieldname] = part.type === 'file' ? new File([new Uint8Array(await part.toBuffer())], 'file') : part.value;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw refusals[code]?.() ?? new AppError('UPLOAD_FAILED', { cause: error, isRetryable: true });
  }
  return { ...body };
}
