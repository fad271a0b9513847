/** The money actions of one mount. Put around a remote's routes: what was sent outlives the page that sent it. */
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { SessionState } from '@tessera/shared/federation';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useRemoteContext, useSessionState } from '@tessera/shared/react';
import { ActionRunner, type MoneyActionAdapter } from './ActionRunner';
import { createSentActions } from './sentActions';

export interface MoneyActionRegistry {
  /** The runner of a kind under the present person and account: made when it is asked for the first time. */
  runnerOf<Draft, Terms, Outcome>(adapter: MoneyActionAdapter<Draft, Terms, Outcome>): ActionRunner<Draft, Terms, Outcome>;
}

const Registry = createContext<MoneyActionRegistry | undefined>(undefined);

/** An outcome is read, not glanced at. */
const readMs = 6000;

export function MoneyActions({ children }: { readonly children: ReactNode }) {
  const { clock, session, remote, quotes } = useRemoteContext();
  const { i18n } = useTranslation();
  const dialogs = useDialogs();
  const account = accountOf(useSessionState());
  // What was sent under one account goes on while the person is in another.
  const [runners] = useState(() => new Map<string, unknown>());
  const registry = useMemo((): MoneyActionRegistry => {
    const tell = (text: string, isGood: boolean) =>
      dialogs.toast(text, { tone: isGood ? 'success' : 'error', durationMs: readMs });
    const deps = {
      clock,
      account: () => accountOf(session.state.value),
      sentActions: createSentActions(tabStorage(), remote.name),
      tell,
      isStopped() {
        const isStopped = quotes.connection.value === 'offline';
        if (isStopped) tell(i18n.t('state.offline'), false);
        return isStopped;
      },
    };
    return {
      runnerOf<Draft, Terms, Outcome>(adapter: MoneyActionAdapter<Draft, Terms, Outcome>) {
        const known = runners.get(`${account} ${adapter.kind}`) as ActionRunner<Draft, Terms, Outcome> | undefined;
        const runner = known ?? new ActionRunner(adapter, deps);
        runners.set(`${account} ${adapter.kind}`, runner);
        return runner;
      },
    };
  }, [account, runners, clock, session, remote.name, dialogs, quotes, i18n]);
  return <Registry value={registry}>{children}</Registry>;
}

export function useMoneyActions(): MoneyActionRegistry {
  const registry = useContext(Registry);
  if (registry === undefined) throw new Error('a money action needs <MoneyActions> around the routes of its remote');
  return registry;
}

/** Takes up, at the start of the remote, what was sent before a reload; its outcome is told wherever the person is. */
export function useResumedAction<Draft, Terms, Outcome>(adapter: MoneyActionAdapter<Draft, Terms, Outcome>): void {
  const runner = useMoneyActions().runnerOf(adapter);
  useEffect(() => {
    runner.adapter = adapter;
  });
  useEffect(() => runner.resume(), [runner]);
}

const accountOf = ({ userId, mode }: Pick<SessionState, 'userId' | 'mode'>): string => `${userId ?? ''} ${mode}`;

/** The one place that knows the tab's storage; a browser may forbid it. */
function tabStorage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}
