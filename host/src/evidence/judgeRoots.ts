/** Whether a root is one that a device may keep: of a whole minute that is over, and signed by a key that the public record names. */
import { signaturesOf, signedBytes, type EvidenceDifference, type KeptRoot, type PublishedKey } from '@tessera/shared/fairness';
import { verifyEd25519 } from '@tessera/shared/signatures';
import { minuteMs } from './compareWithPublished';

/** Our idea of the server's time may be wrong by seconds, not by this. */
const aheadMs = 5 * minuteMs;

export interface JudgedRoots {
  readonly sound: readonly KeptRoot[];
  /** What was shown and is no root that anybody can be held to. */
  readonly unsound: readonly EvidenceDifference[];
}

/** Where no key was ever published a root has no signature. From the first key on each has one. */
export async function judgeRoots(roots: readonly KeptRoot[], keys: readonly PublishedKey[], nowMs: number): Promise<JudgedRoots> {
  const knowsSignature = signaturesOf(keys, verifyEd25519);
  const sound: KeptRoot[] = [];
  const unsound: EvidenceDifference[] = [];
  for (const one of roots) {
    if (isWhole(one) && one.minuteMs <= nowMs + aheadMs && (await isSigned(one))) sound.push(one);
    else
      unsound.push({ kind: 'root', of: String(one.minuteMs), kept: '', shown: textOf(one), keptAtMs: nowMs, foundAtMs: nowMs });
  }
  return { sound, unsound };

  async function isSigned({ minuteMs: minute, root, signed }: KeptRoot): Promise<boolean> {
    const [first] = keys;
    if (signed === null) return first === undefined || minute < first.fromMs;
    const bytes = signedBytes('root', { minuteMs: minute, root });
    return (await knowsSignature({ keyId: signed.keyId, atMs: minute }, bytes, signed.signature)) === true;
  }
}

const isWhole = ({ minuteMs: minute }: KeptRoot): boolean => minute % minuteMs === 0;
const textOf = ({ root, signed }: KeptRoot): string =>
  [root, ...(signed === null ? [] : [signed.keyId, signed.signature])].join(' ');
