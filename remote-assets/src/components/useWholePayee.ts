import { useState } from 'react';
import type { EndpointResponse } from '@tessera/shared/contract';
import { useEndpointForm, type EndpointForm } from '@tessera/shared/react';

export interface WholePayee {
  /** undefined until its person has proved that it is he. */
  readonly whole: EndpointResponse<'payeeReveal'> | undefined;
  readonly form: EndpointForm<'payeeReveal', object>;
}

const noProblems = () => ({});
const noText = () => '';

/** A payee in full, to who proves to be its person. Forgotten with the component, and when another payee is asked for. */
export function useWholePayee(payeeId: string): WholePayee {
  const [read, setRead] = useState<{ readonly payeeId: string; readonly whole: EndpointResponse<'payeeReveal'> }>();
  const form = useEndpointForm('payeeReveal', {
    initial: {},
    problemsOf: noProblems,
    problemText: noText,
    toRequest: () => ({ id: payeeId }),
    proof: 'stepUp',
    onDone: (whole) => setRead({ payeeId, whole }),
  });
  return { whole: read?.payeeId === payeeId ? read.whole : undefined, form };
}
