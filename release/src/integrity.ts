import { createHash } from 'node:crypto';

/** The `integrity` attribute's text for these bytes. */
export const integrityOf = (bytes: Uint8Array): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
