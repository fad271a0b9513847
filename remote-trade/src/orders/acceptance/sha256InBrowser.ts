import type { Digest } from '@tessera/shared/fairness';

/** The browser's own digest: the check shall not run on code of ours where the platform has it. */
export const sha256InBrowser: Digest = async (bytes) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
