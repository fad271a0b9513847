/** A picture that came from outside, decoded and encoded anew by a process of its own (pictureProcess.mjs). */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { uploadLimits } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { withLimit } from '../platform/timers';

export interface Picture {
  /** JPEG. */
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

type Answer =
  | { readonly bytes: Uint8Array; readonly width: number; readonly height: number }
  | { readonly problem: 'pixels' | 'broken'; readonly reason?: string };

const program = join(import.meta.dirname, 'pictureProcess.mjs');
/** Of the decoder itself, and of its process with its start. */
const decodeSeconds = 5;
const limitMs = 20_000;

/** Throws UPLOAD_TYPE_WRONG, UPLOAD_TOO_LARGE for more pixels than are decoded, UPLOAD_FAILED for what cannot be decoded within memory and time. */
export async function encodeAnew(bytes: Buffer): Promise<Picture> {
  if (!isPicture(bytes)) throw new AppError('UPLOAD_TYPE_WRONG');
  // Without our environment: it holds keys.
  const child = fork(program, [], {
    env: {},
    execArgv: ['--max-old-space-size=128'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const answered = new Promise<Answer>((resolve) => {
    child.once('message', (answer) => resolve(answer as Answer));
    child.once('error', (error) => resolve({ problem: 'broken', reason: error.message }));
    child.once('exit', (code, signal) => resolve({ problem: 'broken', reason: `its process ended with ${signal ?? code}` }));
  });
  try {
    child.send({ bytes, pixels: uploadLimits.pixels, seconds: decodeSeconds }, () => undefined);
    const answer = await withLimit(answered, limitMs, () => new AppError('UPLOAD_FAILED', { cause: 'too long to decode' }));
    if ('problem' in answer)
      throw answer.problem === 'pixels'
        ? new AppError('UPLOAD_TOO_LARGE', { params: { max: `${uploadLimits.pixels / 1_000_000} MP` } })
        : new AppError('UPLOAD_FAILED', { cause: answer.reason, isRetryable: true });
    return { ...answer, bytes: Buffer.from(answer.bytes) };
  } finally {
    child.kill('SIGKILL');
  }
}

const [jpeg, png] = [Buffer.from('ffd8ff', 'hex'), Buffer.from('89504e470d0a1a0a', 'hex')];

/** By how it begins; the decoder knows the same three kinds alone. */
const isPicture = (bytes: Buffer): boolean =>
  bytes.subarray(0, jpeg.length).equals(jpeg) ||
  bytes.subarray(0, png.length).equals(png) ||
  (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP');
