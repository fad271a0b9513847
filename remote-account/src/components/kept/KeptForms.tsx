import { createContext, useContext, useState, type ReactNode } from 'react';
import { useSessionState } from '@tessera/shared/react';

/** What is kept while a person goes to choose a place, and what he chose. In memory only: names and document numbers are among it. */
export interface KeptForms {
  /** What was typed on the page that asked. */
  form: unknown;
  /** The place that was chosen, in words. */
  place: string | undefined;
}

const Kept = createContext<KeptForms | undefined>(undefined);

/** Around every page. What is kept is one person's: another one begins without it. */
export function KeepForms({ children }: { readonly children: ReactNode }) {
  const { generation } = useSessionState();
  return <Keeper key={generation}>{children}</Keeper>;
}

function Keeper({ children }: { readonly children: ReactNode }) {
  const [kept] = useState<KeptForms>(() => ({ form: undefined, place: undefined }));
  return <Kept value={kept}>{children}</Kept>;
}

export function useKeptForms(): KeptForms {
  const kept = useContext(Kept);
  if (kept === undefined) throw new Error('pages of this remote are inside KeepForms');
  return kept;
}
