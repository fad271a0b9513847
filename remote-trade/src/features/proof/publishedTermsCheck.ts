/** The check `terms`: what the receipt says was agreed to, beside the version of the terms that everybody is shown. */
import type { Receipt } from '@tessera/shared/contract';
import { catalogVersionOf, sha256, termsCheck, type ProofCheck, type RecordEntry, type Scales } from '@tessera/shared/fairness';
import type { RemoteContext } from '@tessera/shared/federation';

type Api = RemoteContext['api'];
const quiet = { toastErrors: false } as const;

/** 'absent': there is no receipt. 'pending': the exchange does not answer. */
export async function publishedTermsCheck(receipt: Receipt | undefined, api: Api, scales?: Scales): Promise<ProofCheck<'terms'>> {
  const nothing = { name: 'terms', stated: '-', computed: '-' } as const;
  if (receipt === undefined) return { ...nothing, state: 'absent' };
  try {
    const entries = await versionsIn(api);
    const version = catalogVersionOf(receipt);
    const isPublished = entries.some(({ body }) => (JSON.parse(body) as { version: number }).version === version);
    const text = version !== undefined && isPublished ? (await api.call('catalogTerms', { version }, quiet)).text : undefined;
    return await termsCheck(receipt, { entries, text }, sha256, scales);
  } catch {
    return { ...nothing, state: 'pending' };
  }
}

/** Page by page: there are few. */
async function versionsIn(api: Api): Promise<readonly RecordEntry[]> {
  const all: RecordEntry[] = [];
  for (;;) {
    const fromSeq = (all.at(-1)?.seq ?? 0) + 1;
    const { entries, hasMore } = await api.call('publicRecord', { kind: 'terms', fromSeq, limit: 500 }, quiet);
    all.push(...entries);
    if (!hasMore || entries.length === 0) return all;
  }
}
