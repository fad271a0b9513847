/**
 * The body of a call with a file: its fields as text, its file in memory, both as the call's schema then judges them. Nothing of it
 * touches a disk, so nothing is left of a body that breaks off. It is read as it comes: what is too long is found while it
 * comes, and refused; so is what comes too slowly, because the place that it takes up in memory is others' too.
 */
import multipart, { type MultipartFile } from '@fastify/multipart';
import { uploadLimits } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { withLimit } from '../platform/timers';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Below the limit of the whole call: of a call that was answered before its body is there, nothing tells that its line broke. */
const comesWithinMs = 40_000;
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

/** The reader of the library goes on to the end of a file that is too large, wherever that end is. */
async function bytesOf({ file }: MultipartFile): Promise<Uint8Array<ArrayBuffer>> {
  file.once('limit', () => file.destroy(tooLarge()));
  const pieces: Buffer[] = [];
  for await (const piece of file) pieces.push(piece as Buffer);
  if (file.truncated) throw tooLarge();
  return new Uint8Array(Buffer.concat(pieces));
}

async function readParts(request: FastifyRequest): Promise<Record<string, unknown>> {
  // Without a prototype: a field may have any name.
  const body = Object.create(null) as Record<string, unknown>;
  for await (const part of request.parts()) {
    if (Object.hasOwn(body, part.fieldname)) throw wrong(part.fieldname);
    body[part.fieldname] = part.type === 'file' ? new File([await bytesOf(part)], 'file') : part.value;
  }
  return { ...body };
}

/** Throws UPLOAD_TOO_LARGE, UPLOAD_FAILED when it does not arrive whole and in time, and PARAMETER_WRONG. */
export async function readMultipartBody(request: FastifyRequest, withinMs = comesWithinMs): Promise<Record<string, unknown>> {
  if (Number(request.headers['content-length'] ?? 0) > uploadLimits.bytes + roomBesideBytes) throw tooLarge();
  // The line broke while the call waited.
  if (request.raw.destroyed) throw new AppError('UPLOAD_FAILED', { isRetryable: true });
  try {
    return await withLimit(readParts(request), withinMs, () => new AppError('UPLOAD_FAILED', { isRetryable: true }));
  } catch (error) {
    // What still comes is let by: while nobody reads, the end of the line is not seen either.
    request.raw.unpipe().resume();
    if (error instanceof AppError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw refusals[code]?.() ?? new AppError('UPLOAD_FAILED', { cause: error, isRetryable: true });
  }
}
