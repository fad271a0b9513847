/**
 * Is the address that the server shows one of the key that the exchange published? The point comes from the public record, as this device keeps it
 * or, before it does, as it is shown, and the sum is reckoned here: an address that somebody put into the answer, or into the server's table, is not shown.
 */
import type { EndpointResponse } from '@tessera/shared/contract';
import type { RemoteContext } from '@tessera/shared/federation';

type Network = EndpointResponse<'topUpAddress'>['networks'][number];
export type AddressCheck = { readonly isGood: true; readonly sinceMs: number } | { readonly isGood: false };

/** undefined: it comes from a list, of which nothing is published. Rejects with AppError where the record does not answer. */
export async function checkAddress(
  { api, evidence }: Pick<RemoteContext, 'api' | 'evidence'>,
  { network, address, origin }: Network,
  signal: AbortSignal,
): Promise<AddressCheck | undefined> {
  if (origin === undefined || address === null) return undefined;
  const { recordSeq: fromSeq, tweak } = origin;
  const kind = 'deposit_key';
  const [kept, { addressOfSum }] = await Promise.all([
    evidence.entriesKept(),
    import(/* webpackChunkName: "addresses" */ '@tessera/shared/addresses'),
  ]);
  const entry =
    kept.find(({ seq }) => seq === fromSeq) ??
    (await api.call('publicRecord', { fromSeq, limit: 1, kind }, { signal, toastErrors: false })).entries[0];
  if (entry?.seq !== fromSeq || entry.kind !== kind) return { isGood: false };
  const published = readBody(entry.body);
  const isGood = published?.network === network && addressOfSum(published.publicKey, tweak) === address.toLowerCase();
  return isGood ? { isGood, sinceMs: entry.atMs } : { isGood: false };
}

function readBody(body: string): { readonly network: string; readonly publicKey: string } | undefined {
  try {
    const { network, publicKey } = JSON.parse(body) as Readonly<Record<string, unknown>>;
    return typeof network === 'string' && typeof publicKey === 'string' ? { network, publicKey } : undefined;
  } catch {
    return undefined;
  }
}
