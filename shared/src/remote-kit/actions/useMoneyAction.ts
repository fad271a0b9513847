import { useCallback, useEffect, useRef, useState } from 'react';
import { useReleaseGuard } from '@tessera/shared/react';
import type { ActionRunner, MoneyActionAdapter } from './ActionRunner';
import { useMoneyActions } from './MoneyActions';
import { isUnderWay, type MoneyAction, type Offer } from './moneyAction';

export interface MoneyActionHandle<Draft, Terms, Outcome> {
  readonly action: MoneyAction<Draft, Terms, Outcome>;
  /** Sent, and nobody knows yet what became of it. */
  readonly isUnderWay: boolean;
  /** Terms or the question are on the screen, or the outcome is waited for before the person's eyes. */
  readonly isShown: boolean;
  /** Until when what was sent may still be answered or found, in the server's clock. */
  readonly arrivesUntilMs: number;
  /** With an offer: the page knows the terms. */
  ask(draft: Draft, offer?: Offer<Terms>): void;
  /** Asks and agrees at once: the person chose that small orders are not asked for again. */
  askAndConfirm(draft: Draft, offer: Offer<Terms>): void;
  /** The terms that stand there have changed. */
  change(offer: Offer<Terms>): void;
  renew(): void;
  confirm(): void;
  prove(proof: string): void;
  show(): void;
  /** Closes what was not agreed to, hides what is under way. */
  close(): void;
}

interface MoneyActionOptions<Outcome> {
  /** Called when it was accepted while this page is there. */
  readonly onAccepted: (outcome: Outcome) => void;
  /** Why this version of the remote must stay meanwhile, already translated. */
  readonly guard: string;
}

export function useMoneyAction<Draft, Terms, Outcome>(
  adapter: MoneyActionAdapter<Draft, Terms, Outcome>,
  { onAccepted, guard }: MoneyActionOptions<Outcome>,
): MoneyActionHandle<Draft, Terms, Outcome> {
  const runner: ActionRunner<Draft, Terms, Outcome> = useMoneyActions().runnerOf(adapter);
  const [seen, setSeen] = useState({ runner, action: runner.action });
  // Another account has another runner: what was seen of the former is not shown under it.
  const action = seen.runner === runner ? seen.action : runner.action;
  const latest = useRef(onAccepted);
  useEffect(() => {
    runner.adapter = adapter;
    latest.current = onAccepted;
  });
  useEffect(() => {
    const subscription = runner.state$.subscribe((next) => setSeen({ runner, action: next }));
    const unwatch = runner.watch({ onAccepted: (outcome) => latest.current(outcome) });
    return () => {
      subscription.unsubscribe();
      unwatch();
    };
  }, [runner]);
  const isIdle = action.state === 'editing' || action.state === 'refused' || action.state === 'accepted';
  useReleaseGuard(isIdle ? undefined : guard);
  return {
    action,
    isUnderWay: isUnderWay(action),
    isShown: !isIdle && !(isUnderWay(action) && action.isHidden),
    arrivesUntilMs: runner.arrivesUntilMs('offer' in action ? action.offer : undefined),
    ask: useCallback((draft, offer) => runner.ask(draft, offer), [runner]),
    askAndConfirm: useCallback((draft, offer) => runner.askAndConfirm(draft, offer), [runner]),
    change: useCallback((offer) => runner.change(offer), [runner]),
    renew: useCallback(() => runner.send({ type: 'renew' }), [runner]),
    confirm: useCallback(() => runner.confirm(), [runner]),
    prove: useCallback((proof) => runner.prove(proof), [runner]),
    show: useCallback(() => runner.send({ type: 'show' }), [runner]),
    close: useCallback(() => runner.send({ type: 'close' }), [runner]),
  };
}
