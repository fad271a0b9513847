import { sha256, type Digest } from '@tessera/shared/fairness';
import { sha256InBrowser } from './sha256InBrowser';

/** Plain HTTP on a device of the network has no crypto.subtle: then our own digest serves. */
export const digest: Digest = globalThis.crypto?.subtle === undefined ? sha256 : sha256InBrowser;
