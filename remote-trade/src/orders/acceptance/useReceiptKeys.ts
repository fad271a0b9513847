import { useMemo } from 'react';
import type { KnowsSignature, PublishedKey } from '@tessera/shared/fairness';
import { useQueryClient } from '@tessera/shared/kernel';
import { useRemoteContext } from '@tessera/shared/react';
import { judging } from './judging';

export interface ReceiptKeys {
  readonly knowsSignature: KnowsSignature;
  /** Since when every acceptance has a receipt: the first key's publication. */
  readonly sinceMs: number | undefined;
}

const freshMs = 3_600_000;

/** Reads the keys once, and again for a receipt of a key that is not among them. */
export function useReceiptKeys(): (keyId?: string) => Promise<ReceiptKeys> {
  const { api, evidence } = useRemoteContext();
  const queries = useQueryClient();
  return useMemo(() => {
    const read = (staleTime: number): Promise<readonly PublishedKey[]> =>
      queries.fetchQuery({
        queryKey: ['receipt keys'],
        queryFn: async () => {
          const { keptRecord, publishedKeys, publishedRecord } = await judging();
          return publishedKeys(await publishedRecord({ api, evidence }).catch(() => keptRecord({ evidence })));
        },
        staleTime,
      });
    return async (keyId) => {
      const known = await read(freshMs);
      const isEnough = keyId === undefined || known.some((key) => key.keyId === keyId);
      const keys = isEnough ? known : await read(0);
      const { signaturesOf, verifyEd25519 } = await judging();
      return { knowsSignature: signaturesOf(keys, verifyEd25519), sinceMs: keys[0]?.fromMs };
    };
  }, [api, evidence, queries]);
}
