/** Early redemption in two steps: first the cost and the sum that comes back, then the same figures with the confirmation. */
import { useEffect, useState } from 'react';
import { ReviewSheet, useMoneyAction, useResumedAction } from '@tessera/shared/actions';
import { shownAsset, type AccountMode, type TreasureOrder } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { useErrorText, useFormat } from '@tessera/shared/i18n';
import { timer, useTranslation } from '@tessera/shared/kernel';
import {
  amount,
  compare,
  decimalsOf,
  isPositive,
  isZero,
  round,
  subtract,
  toText,
  zero,
  type Amount,
} from '@tessera/shared/money';
import { OnlineButton, useDialogs, useEndpoint, useRefresh } from '@tessera/shared/react';
import { StepUpForm } from '@tessera/shared/step-up';
import {
  AmountField,
  KeyValueList,
  LiveRegion,
  LoadablePanel,
  Notice,
  Sheet,
  SkeletonRows,
  Stack,
  type KeyValue,
} from '@tessera/shared/ui';
import { SoftText } from '../../components/SoftText';
import { MoneyActionNotice } from '../../components/MoneyActionNotice';
import { useRedemptionAdapter, type Redemption } from './useRedemptionAdapter';
import styles from './Treasure.module.css';

/** Pause in typing before the server is asked. */
const pauseMs = 300;
/** Decimals of amounts if the product is no longer on offer. */
const usualScale = 2;

interface RedeemSheetProps {
  readonly order: TreasureOrder;
  readonly mode: AccountMode;
  readonly onClose: () => void;
}

export function RedeemSheet({ order, mode, onClose }: RedeemSheetProps) {
  const { t } = useTranslation('treasure');
  const errorText = useErrorText();
  const format = useFormat();
  const dialogs = useDialogs();
  const refresh = useRefresh();
  const isPending = order.status === 'pending_review';
  const { data: offered } = useEndpoint('treasureProducts', {}, { freshMs: 60_000 });
  const scale = offered?.products.find(({ id }) => id === order.productId)?.scale ?? usualScale;
  const { free, scaleOfAll } = freeOf(order, scale);
  const [typed, setTyped] = useState(() => format.forInput(toText(free)));
  const part = usePart(typed, { free, scale, scaleOfAll, order });
  const adapter = useRedemptionAdapter();
  useResumedAction(adapter);
  const redemption = useMoneyAction(adapter, {
    guard: t('redeem.sending'),
    onAccepted({ returned }) {
      redemption.close();
      refresh('walletList', 'walletDetail', 'treasureOrders', 'treasureSummary', 'treasureProducts', 'treasureRecords');
      dialogs.toast(t(isPending ? 'redeem.cancelledOf' : 'redeem.doneOf', { amount: format.figure(returned), asset }), {
        tone: 'success',
      });
      onClose();
    },
  });
  const { loadable, data, refetch } = useEndpoint('treasureRedemption', part.request ?? { orderId: order.id }, {
    isEnabled: part.request !== undefined,
    freshMs: 0,
  });
  const asset = shownAsset(order.asset, mode);
  const shown = part.request === undefined ? undefined : data;
  const { action } = redemption;
  const challenge = action.state === 'stepUp' ? action.challenge : undefined;
  const rowsOf = useRows(asset);
  if (redemption.isShown) {
    const draft = 'draft' in action ? action.draft : undefined;
    return (
      <ReviewSheet
        // Figures that have expired are requested again in the first step.
        handle={{ ...redemption, renew: again } as Parameters<typeof ReviewSheet>[0]['handle']}
        title={t(isPending ? 'redeem.cancelTitle' : 'redeem.confirmTitle')}
        rows={draft === undefined ? undefined : rowsOf(draft, isPending)}
        note={isPending ? undefined : t('redeem.breach')}
        unknown={t('redeem.unknown')}
        variant="danger"
        confirm={t(isPending ? 'redeem.cancelYes' : 'redeem.confirm')}
        stepUp={
          <StepUpForm
            purpose="treasure"
            isBusy={redemption.isUnderWay}
            problem={challenge === undefined || challenge.code === 'AUTH_STEP_UP_REQUIRED' ? undefined : errorText(challenge)}
            refusedWith={challenge?.code}
            onGive={(proof) => redemption.prove(JSON.stringify(proof))}
          />
        }
      />
    );
  }
  return (
    <Sheet
      isOpen
      title={t(isPending ? 'redeem.cancel' : 'redeem.open')}
      onClose={onClose}
      footer={
        <OnlineButton
          isBlock
          size="lg"
          variant="danger"
          disabled={shown === undefined || redemption.isUnderWay}
          isBusy={redemption.isUnderWay}
          onClick={() => {
            if (shown !== undefined) redemption.ask(shown, { terms: undefined, expiresAtMs: shown.untilMs });
          }}
        >
          {t('redeem.next')}
        </OnlineButton>
      }
    >
      <Stack gap={4}>
        {!isPending && (
          <Notice tone="danger" title={t('redeem.breach')}>
            {t('redeem.breachText')}
          </Notice>
        )}
        {!isPending && order.redemption?.isPartly === true && (
          <AmountField
            label={t('redeem.amount')}
            value={typed}
            onChange={setTyped}
            unit={asset}
            scale={scaleOfAll}
            onMax={() => setTyped(format.forInput(toText(free)))}
            hint={t('redeem.holding', { amount: format.figure(free), asset })}
            problem={part.isTooMuch ? errorText(new AppError('TREASURE_REDEEM_EXCEEDS_HOLDING')) : undefined}
          />
        )}
        <LiveRegion>
          {part.request !== undefined && (
            <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<SkeletonRows count={3} />}>
              {(figures) => <Figures figures={figures} asset={asset} isPending={isPending} />}
            </LoadablePanel>
          )}
        </LiveRegion>
        <MoneyActionNotice action={action} unknown={t('redeem.unknown')} />
      </Stack>
    </Sheet>
  );

  function again(): void {
    redemption.close();
    refetch();
  }
}

/** A loan locks and sells in the decimals of the asset: all that is left may have more of them than a part may have. */
function freeOf({ principal, locked }: TreasureOrder, scale: number): { readonly free: Amount; readonly scaleOfAll: number } {
  const free = subtract(amount(principal), amount(locked));
  if (isZero(amount(locked))) return { free, scaleOfAll: Math.max(scale, decimalsOf(free)) };
  return { free: round(free, scale, 'down'), scaleOfAll: scale };
}

/** The amount to redeem: everything, or the typed part. undefined while the typed amount is not valid. */
function usePart(
  typed: string,
  {
    free,
    scale,
    scaleOfAll,
    order: { id, redemption, status },
  }: { readonly free: Amount; readonly scale: number; readonly scaleOfAll: number; readonly order: TreasureOrder },
) {
  const format = useFormat();
  const isPartly = status === 'in_custody' && redemption?.isPartly === true;
  const parsed = format.parseTyped(typed, scaleOfAll);
  const wanted = parsed.ok ? amount(parsed.value) : undefined;
  const isTooMuch = isPartly && wanted !== undefined && compare(wanted, free) > 0;
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const pause = timer(pauseMs).subscribe(() => setSettled(typed));
    return () => pause.unsubscribe();
  }, [typed]);
  const isPossible = wanted !== undefined && isPositive(wanted) && (decimalsOf(wanted) <= scale || compare(wanted, free) === 0);
  const isReady = settled === typed && isPossible && !isTooMuch;
  if (!isPartly) return { isTooMuch: false, request: { orderId: id } };
  return { isTooMuch, request: isReady ? { orderId: id, amount: toText(wanted) } : undefined };
}

function Figures({
  figures,
  asset,
  isPending,
}: {
  readonly figures: Redemption;
  readonly asset: string;
  readonly isPending: boolean;
}) {
  const { t } = useTranslation('treasure');
  const format = useFormat();
  const rowsOf = useRows(asset);
  return (
    <Stack gap={4}>
      {!isPending && <KeyValueList items={rowsOf(figures, isPending).filter(({ key }) => key !== 'back')} />}
      <p className={styles.back}>
        <SoftText as="span">{t('redeem.back')}</SoftText>
        <strong className={styles.backFigure}>{`${format.figure(figures.returned)} ${asset}`}</strong>
      </p>
    </Stack>
  );
}

function useRows(asset: string): (figures: Redemption, isPending: boolean) => readonly KeyValue[] {
  const { t } = useTranslation('treasure');
  const format = useFormat();
  const figure = (sum: string) => `${format.figure(sum)} ${asset}`;
  return ({ amount: part, earned, penalty, returned, remaining }, isPending) => [
    { key: 'part', label: t('redeem.part'), value: figure(part) },
    ...(isPending
      ? []
      : [
          { key: 'earned', label: t('redeem.earned'), value: figure(earned) },
          {
            key: 'penalty',
            label: t('redeem.penalty'),
            value: figure(toText(subtract(zero, amount(penalty)))),
          },
          ...(isPositive(amount(remaining))
            ? [{ key: 'remaining', label: t('redeem.remaining'), value: figure(remaining) }]
            : []),
        ]),
    { key: 'back', label: t('redeem.back'), value: figure(returned), isStrong: true },
  ];
}
