/** The platform's SHA-256 in the shape that shared/fairness takes: half the time of the portable one. */
import type { Sha256 } from '@tessera/shared/fairness';
import { sha256 } from '../platform/random';

export const nativeSha256: Sha256 = (bytes) => sha256(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
