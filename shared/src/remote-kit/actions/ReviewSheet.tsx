/**
 * What a person agrees to before money moves, in one form for every product: rows of name and value (what is taken and what is
 * got in bold), a note, how long it is valid. It never swaps in other terms by itself, and closing it cancels nothing that was sent.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { OnlineButton, useClock, useCountdown } from '@tessera/shared/react';
import {
  KeyValueList,
  LiveRegion,
  Notice,
  ProgressRing,
  Sheet,
  SkeletonRows,
  Stack,
  type ButtonVariant,
  type KeyValue,
} from '@tessera/shared/ui';
import { isUnderWay } from './moneyAction';
import type { MoneyActionHandle } from './useMoneyAction';
import styles from './ReviewSheet.module.css';

/** What is valid for longer is said by its instant: nobody counts the seconds of a day. */
const mostCountedSeconds = 99;

export interface ReviewSheetProps {
  readonly handle: AnyHandle;
  readonly title: string;
  /** Which market and direction, in a line above everything. */
  readonly heading?: ReactNode;
  /** undefined while the terms are asked for. */
  readonly rows: readonly KeyValue[] | undefined;
  /** The rule that decides, in small print. */
  readonly note?: ReactNode;
  /** What changed while it was shown: "The price moved from … to …". */
  readonly changed?: string | undefined;
  /** Said while the outcome is not known. */
  readonly unknown: string;
  /** The button of the yes. */
  readonly confirm: string;
  readonly variant?: ButtonVariant | undefined;
  /** Why there can be no yes at this moment. */
  readonly problem?: string | undefined;
  /** The step that is asked for in between (a payment password, a code). */
  readonly stepUp?: ReactNode;
  readonly onConfirm?: (() => void) | undefined;
  readonly children?: ReactNode;
}

/** The sheet reads states and never what is in them. */
type AnyHandle = Pick<
  MoneyActionHandle<unknown, unknown, unknown>,
  'action' | 'isShown' | 'arrivesUntilMs' | 'renew' | 'confirm' | 'close'
>;

export function ReviewSheet({ handle, ...rest }: ReviewSheetProps) {
  return handle.isShown ? <OpenReview handle={handle} {...rest} /> : null;
}

function OpenReview({
  handle,
  title,
  heading,
  rows,
  note,
  changed,
  unknown,
  confirm,
  variant,
  problem,
  stepUp,
  onConfirm,
  children,
}: ReviewSheetProps) {
  const { t } = useTranslation('actions');
  const format = useFormat();
  const clock = useClock();
  const { action } = handle;
  const review = action.state === 'review' ? action : undefined;
  const expiresAtMs = review?.offer.expiresAtMs;
  const validity = useCountdown(expiresAtMs ?? 0);
  const lock = useCountdown(review?.lockedUntilMs ?? 0);
  const waiting = useCountdown(isUnderWay(action) ? handle.arrivesUntilMs : 0);
  // The ring is full when the terms come; what it is measured by stays with them.
  const [full, setFull] = useState<{ readonly atMs: number; readonly ms: number }>();
  if (expiresAtMs !== undefined && full?.atMs !== expiresAtMs) setFull({ atMs: expiresAtMs, ms: expiresAtMs - clock.now() });
  const isExpired = expiresAtMs !== undefined && validity.isOver;

  return (
    <Sheet isOpen title={title} onClose={handle.close} footer={footer()}>
      <Stack gap={3}>
        {heading}
        <LiveRegion isUrgent>
          {changed !== undefined && review !== undefined && <Notice tone="warning">{changed}</Notice>}
          {action.state === 'unknown' && <Notice tone="warning">{unknown}</Notice>}
        </LiveRegion>
        {action.state === 'stepUp' ? (
          <Proof>{stepUp}</Proof>
        ) : rows === undefined ? (
          <SkeletonRows count={4} />
        ) : (
          <KeyValueList items={rows} />
        )}
        {note !== undefined && rows !== undefined && <Notice tone={variant === 'danger' ? 'danger' : 'info'}>{note}</Notice>}
        {children}
        {expiresAtMs !== undefined && (
          <p className={styles.validity}>
            {isExpired ? (
              t('expired')
            ) : validity.seconds > mostCountedSeconds ? (
              t('validUntil', { time: format.dateTime(expiresAtMs) })
            ) : (
              <>
                <ProgressRing fraction={validity.remainingMs / (full?.ms ?? validity.remainingMs)} size={32}>
                  <span aria-hidden>{validity.seconds}</span>
                </ProgressRing>
                {t('validFor', { seconds: validity.seconds })}
              </>
            )}
          </p>
        )}
        {isUnderWay(action) && !waiting.isOver && (
          <p className={styles.validity} role="timer">
            {t('waiting', { seconds: waiting.seconds })}
          </p>
        )}
      </Stack>
    </Sheet>
  );

  function footer() {
    if (action.state === 'stepUp') return undefined;
    if (isExpired) {
      return (
        <OnlineButton isBlock size="lg" onClick={handle.renew}>
          {t('refresh')}
        </OnlineButton>
      );
    }
    return (
      <OnlineButton
        isBlock
        size="lg"
        variant={variant}
        isBusy={review === undefined}
        disabled={review === undefined || !lock.isOver || problem !== undefined}
        onClick={() => {
          onConfirm?.();
          handle.confirm();
        }}
      >
        {action.state === 'quoting' ? t('asking') : review === undefined ? t('placing') : (problem ?? confirm)}
      </OnlineButton>
    );
  }
}

/** The button that was pressed is gone: the keyboard goes on where the proof is asked for. */
function Proof({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className={styles.proof}>
      {children}
    </div>
  );
}
