/**
 * What a file of evidence holds that the exchange signed: roots, and this person's receipts. Ticks' hashes and entries of the record
 * have no signature of their own, so a file may say of them what it likes; what differs there differs in the roots as well.
 */
import {
  receiptFault,
  receiptName,
  sha256,
  signaturesOf,
  type EvidenceFile,
  type KeptRoot,
  type PublishedKey,
} from '@tessera/shared/fairness';
import { receipt as receiptForm } from '@tessera/shared/contract';
import { verifyEd25519 } from '@tessera/shared/signatures';
import type { OwnedReceipt } from './EvidenceStore';
import { judgeRoots } from './judgeRoots';

interface Judge {
  /** The exchange's, as it published them to this device. */
  readonly keys: readonly PublishedKey[];
  /** Whose receipts are taken; undefined: nobody's. */
  readonly userId: string | undefined;
  readonly nowMs: number;
}

export interface SignedInFile {
  readonly roots: readonly KeptRoot[];
  readonly receipts: readonly OwnedReceipt[];
}

export async function signedInFile(file: EvidenceFile, { keys, userId, nowMs }: Judge): Promise<SignedInFile> {
  const signed = file.roots.filter((one) => one.signed !== null);
  const { sound } = await judgeRoots(signed, keys, nowMs);
  const roots = sound.map((root) => ({ ...root, keptAtMs: Math.min(root.keptAtMs, nowMs), isImported: true as const }));
  const receipts: OwnedReceipt[] = [];
  for (const { receipt, keptAtMs } of file.receipts)
    if (userId !== undefined && (await isOf(receipt, userId, keys)))
      receipts.push({ owner: userId, name: receiptName(receipt), receipt, keptAtMs: Math.min(keptAtMs, nowMs) });
  return { roots, receipts };
}

async function isOf(text: unknown, userId: string, keys: readonly PublishedKey[]): Promise<boolean> {
  const { success, data } = receiptForm.safeParse(text);
  if (!success) return false;
  const { product, request, key, order, symbol, acceptedAtMs } = data.body;
  const own = { product, request, key, order, symbol, acceptedAtMs, userId, terms: {} };
  return (await receiptFault(data, own, sha256, signaturesOf(keys, verifyEd25519))) === undefined;
}
