/**
 * One change of an order (close, cancel, new stops). No answer is unknown, never failed: the order itself is asked until it
 * shows the change, or until the request can no longer arrive. The key is made when the form opens and kept on retries.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { LeverageDeal, LeverageOrder } from '@tessera/shared/contract';
import { asAppError, type AppError } from '@tessera/shared/errors';
import { timer } from '@tessera/shared/kernel';
import { useApi, useClock } from '@tessera/shared/react';

export type ActionState =
  | { readonly state: 'idle'; readonly refusal?: AppError; readonly neverArrived?: boolean }
  | { readonly state: 'sending' }
  | { readonly state: 'unknown'; readonly sinceMs: number };

const askEveryMs = 1500;
const lostAfterMs = 30_000;

interface OrderActionOptions {
  readonly orderId: string;
  /** Does the order, as read, show that the change arrived? */
  readonly isDone: (order: LeverageOrder) => boolean;
  readonly onDone: (order: LeverageOrder, deals: readonly LeverageDeal[]) => void;
}

export interface OrderAction {
  readonly action: ActionState;
  readonly isBusy: boolean;
  run(send: (idempotencyKey: string) => Promise<LeverageOrder>): void;
}

export function useOrderAction({ orderId, isDone, onDone }: OrderActionOptions): OrderAction {
  const api = useApi();
  const clock = useClock();
  const [key] = useState(() => crypto.randomUUID());
  const [action, setAction] = useState<ActionState>({ state: 'idle' });
  const latest = useRef({ isDone, onDone });
  useEffect(() => {
    latest.current = { isDone, onDone };
  });

  const run = useCallback<OrderAction['run']>(
    (send) => {
      setAction({ state: 'sending' });
      send(key).then(
        (order) => {
          setAction({ state: 'idle' });
          latest.current.onDone(order, []);
        },
        (failure: unknown) => {
          const error = asAppError(failure, 'PLEASE_RETRY');
          setAction(error.isOutcomeUnknown ? { state: 'unknown', sinceMs: clock.now() } : { state: 'idle', refusal: error });
        },
      );
    },
    [key, clock],
  );

  const sinceMs = action.state === 'unknown' ? action.sinceMs : undefined;
  useEffect(() => {
    if (sinceMs === undefined) return undefined;
    let isOver = false;
    const asking = timer(0, askEveryMs).subscribe(() => {
      api.call('leverageDetail', { id: orderId }, { toastErrors: false }).then(
        ({ order, deals }) => {
          if (isOver) return;
          if (latest.current.isDone(order)) {
            setAction({ state: 'idle' });
            latest.current.onDone(order, deals.slice(-1));
          } else if (clock.now() > sinceMs + lostAfterMs) setAction({ state: 'idle', neverArrived: true });
        },
        // Still no connection: ask again.
        () => undefined,
      );
    });
    return () => {
      isOver = true;
      asking.unsubscribe();
    };
  }, [sinceMs, orderId, api, clock]);

  return { action, isBusy: action.state !== 'idle', run };
}
