/** The check `terms`: what the receipt says was agreed to, beside the version of the terms that everybody is shown. */
import type { Receipt } from '@tessera/shared/contract';
import { catalogVersionOf, sha256, termsCheck, type ProofCheck, type RecordEntry, type Scales } from '@tessera/shared/fairness';
import type { RemoteContext } from '@tessera/shared/federation';

type Api = RemoteContext['api'];
const quiet = { toastErrors: false } as const;

/** `record`: all of the public record. 'absent': there is no receipt. 'pending': the exchange does not answer. */
export async function publishedTermsCheck(
  receipt: Receipt | undefined,
  record: Promise<readonly RecordEntry[]>,
  api: Api,
  scales?: Scales,
): Promise<ProofCheck<'terms'>> {
  const nothing = { name: 'terms', stated: '-', computed: '-' } as const;
  if (receipt === undefined) return { ...nothing, state: 'absent' };
  try {
    const entries = (await record).filter(({ kind, body }) => kind === 'terms' && versionOf(body) !== undefined);
    const version = catalogVersionOf(receipt);
    const isPublished = entries.some(({ body }) => versionOf(body) === version);
    const text = version !== undefined && isPublished ? (await api.call('catalogTerms', { version }, quiet)).text : undefined;
    return await termsCheck(receipt, { entries, text }, sha256, scales);
  } catch {
    return { ...nothing, state: 'pending' };
  }
}

/** undefined of an entry of another form: it hides no other. */
function versionOf(body: string): number | undefined {
  try {
    return (JSON.parse(body) as { readonly version?: number } | null)?.version;
  } catch {
    return undefined;
  }
}
