/** Edit → terms → placing: one sheet for every state between the tap and the order. It never swaps in a new price by itself. */
import { shownAsset } from '@tessera/shared/contract';
import { feeOf, payoutOf } from '@tessera/shared/fairness';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { add, amount, rate } from '@tessera/shared/money';
import { useCountdown, useSessionState } from '@tessera/shared/react';
import { Badge, Button, DemoMark, KeyValueList, LiveRegion, Notice, Row, Sheet, SkeletonRows, Stack } from '@tessera/shared/ui';
import { useOrderTexts } from './useTexts';
import type { PlacementActions } from './usePlacement';
import styles from './ConfirmSheet.module.css';

interface ConfirmSheetProps extends PlacementActions {
  readonly digits: number;
  readonly scale: number;
}

export function ConfirmSheet(props: ConfirmSheetProps) {
  return 'draft' in props.placement ? <OpenConfirm {...props} /> : null;
}

function OpenConfirm({ placement, digits, scale, place, refresh, close }: ConfirmSheetProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useOrderTexts();
  const { mode } = useSessionState();
  const quote = 'quote' in placement ? placement.quote : undefined;
  const { seconds: secondsLeft, isOver } = useCountdown(quote?.expiresAtMs ?? 0);
  if (!('draft' in placement)) return null;
  const { ticket } = placement.draft;
  const unit = shownAsset(ticket.asset, mode);
  const isWaiting = placement.state === 'submitting' || placement.state === 'unknown';
  const moved = 'moved' in placement ? placement.moved : undefined;
  return (
    <Sheet
      isOpen
      title={t('confirm.title')}
      canClose={!isWaiting}
      onClose={close}
      footer={
        placement.state === 'confirming' && isOver ? (
          <Button isBlock size="lg" onClick={refresh}>
            {t('confirm.refresh')}
          </Button>
        ) : (
          <Button
            isBlock
            size="lg"
            variant={ticket.direction}
            isBusy={placement.state !== 'confirming'}
            disabled={placement.state !== 'confirming'}
            onClick={place}
          >
            {placement.state === 'quoting' ? t('confirm.asking') : isWaiting ? t('confirm.placing') : t('confirm.place')}
          </Button>
        )
      }
    >
      <Stack gap={3}>
        <Row gap={2}>
          <strong>{ticket.info.symbol}</strong>
          <Badge tone={ticket.direction === 'long' ? 'up' : 'down'}>{texts.direction(ticket)}</Badge>
          {mode === 'demo' && <DemoMark />}
        </Row>
        <LiveRegion isUrgent>
          {moved !== undefined && (
            <Notice tone="warning">
              {t('confirm.moved', {
                old: format.figure(moved.params['old'] ?? '', { scale: digits }),
                new: format.figure(moved.params['new'] ?? '', { scale: digits }),
              })}
            </Notice>
          )}
          {placement.state === 'unknown' && <Notice tone="warning">{t('confirm.unknown')}</Notice>}
        </LiveRegion>
        {quote === undefined ? (
          <SkeletonRows count={4} />
        ) : (
          <>
            <KeyValueList items={figures(quote)} />
            <p className={styles.rule}>{t('confirm.rule')}</p>
            <p className={styles.terms}>
              {isOver && placement.state === 'confirming'
                ? t('confirm.expired')
                : !isWaiting && t('confirm.validFor', { seconds: secondsLeft })}
            </p>
          </>
        )}
      </Stack>
    </Sheet>
  );

  function figures({ price, payoutRate, feeRate }: NonNullable<typeof quote>) {
    const terms = { stake: amount(ticket.stake), payoutRate: rate(payoutRate), feeRate: rate(feeRate), scale };
    const fee = feeOf(terms);
    const shown = (figure: Parameters<typeof format.figure>[0]) => `${format.figure(figure, { scale: 2 })} ${unit}`;
    return [
      { key: 'duration', label: t('confirm.duration'), value: texts.duration(ticket.duration.seconds) },
      { key: 'price', label: t('confirm.price'), value: format.figure(price, { scale: digits }) },
      { key: 'stake', label: t('confirm.stake'), value: shown(terms.stake) },
      { key: 'fee', label: t('confirm.fee'), value: shown(fee) },
      { key: 'total', label: t('confirm.total'), value: shown(add(terms.stake, fee)), isStrong: true },
      { key: 'right', label: t('confirm.ifRight'), value: shown(payoutOf(terms)), isStrong: true },
    ];
  }
}
