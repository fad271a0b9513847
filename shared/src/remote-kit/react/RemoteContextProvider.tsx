/** The host's hand-down as React context. One provider per remote (and one in the host's own tree). */
import { createContext, useContext, type ReactNode } from 'react';
import { invariant } from '../../domain/errors';
import type { RemoteContext } from '../../federation/RemoteContract';

const Context = createContext<RemoteContext | undefined>(undefined);

export function RemoteContextProvider({ context, children }: { readonly context: RemoteContext; readonly children: ReactNode }) {
  return <Context value={context}>{children}</Context>;
}

/** For parts that the host's own pages show as well. */
export const useRemoteContextIfAny = (): RemoteContext | undefined => useContext(Context);

export function useRemoteContext(): RemoteContext {
  const context = useRemoteContextIfAny();
  invariant(context !== undefined, 'useRemoteContext is used inside a RemoteContextProvider');
  return context;
}
