/** Preview → placing: one sheet for every state between the tap and the order. It never swaps in a new price by itself. */
import { useState } from 'react';
import type { SpotTerms, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useSessionState } from '@tessera/shared/react';
import {
  AmountText,
  Badge,
  Button,
  Checkbox,
  DemoMark,
  KeyValueList,
  LiveRegion,
  Notice,
  Row,
  Sheet,
  Stack,
} from '@tessera/shared/ui';
import { useSpotTexts } from './useTexts';
import type { Draft, Placement } from './placement';
import { isSmall, quickBelow, type QuickOrders } from './quickOrders';
import { spotFigures, type SpotScales } from './figures';
import type { PlacementActions } from './usePlacement';
import styles from './ConfirmSheet.module.css';

interface ConfirmSheetProps extends PlacementActions {
  readonly info: SymbolInfo;
  readonly terms: SpotTerms;
  readonly scales: SpotScales;
  readonly quick: QuickOrders;
}

/** A small order that is placed without being asked for shows the sheet only when something must be said. */
const draftToShow = (placement: Placement): Draft | undefined => {
  if (!('draft' in placement)) return undefined;
  return placement.draft.isQuick && placement.state === 'submitting' ? undefined : placement.draft;
};

export function ConfirmSheet(props: ConfirmSheetProps) {
  const draft = draftToShow(props.placement);
  return draft === undefined ? null : <OpenConfirm {...props} draft={draft} />;
}

function OpenConfirm({
  placement,
  draft,
  info,
  terms,
  scales,
  quick,
  place,
  close,
}: ConfirmSheetProps & { readonly draft: Draft }) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useSpotTexts();
  const { mode } = useSessionState();
  const [asksNoMore, setAsksNoMore] = useState(quick.isOn);
  const { intent } = draft;
  const figures = spotFigures(intent, terms, scales);
  if (figures === undefined) return null;
  const isMarket = intent.entrustment === 'market';
  const isWaiting = placement.state === 'submitting' || placement.state === 'unknown';
  const moved = 'moved' in placement ? placement.moved : undefined;
  const shownPrice = (figure: string) => format.figure(figure, { scale: info.digits });
  const about = (text: string) => (figures.isEstimate ? `≈ ${text}` : text);
  const quote = texts.asset(info.quote);
  const price = isMarket ? intent.last : intent.limit;
  return (
    <Sheet
      isOpen
      title={t('spot.confirm.title')}
      canClose={!isWaiting}
      onClose={close}
      footer={
        <Button
          isBlock
          size="lg"
          variant={intent.side === 'buy' ? 'long' : 'short'}
          isBusy={isWaiting}
          onClick={() => {
            quick.set(asksNoMore);
            place();
          }}
        >
          {isWaiting
            ? t('confirm.placing')
            : moved === undefined
              ? t(`spot.confirm.${intent.side}`, { asset: texts.asset(info.base) })
              : t('spot.confirm.acceptPrice')}
        </Button>
      }
    >
      <Stack gap={3}>
        <Row gap={2}>
          <strong>{info.symbol}</strong>
          <Badge tone={intent.side === 'buy' ? 'up' : 'down'}>{t(`spot.side.${intent.side}`)}</Badge>
          <Badge>{t(`spot.entrustment.${intent.entrustment}`)}</Badge>
          {mode === 'demo' && <DemoMark />}
        </Row>
        <LiveRegion isUrgent>
          {moved !== undefined && (
            <Notice tone="warning">
              {t('confirm.moved', { old: shownPrice(moved.params['old'] ?? ''), new: shownPrice(moved.params['new'] ?? '') })}
            </Notice>
          )}
          {placement.state === 'unknown' && <Notice tone="warning">{t('confirm.unknown')}</Notice>}
        </LiveRegion>
        <KeyValueList
          items={[
            {
              key: 'price',
              label: t(isMarket ? 'confirm.price' : 'spot.confirm.limit'),
              value: price === undefined ? '–' : about(format.figure(price, { scale: info.digits })),
            },
            {
              key: 'quantity',
              label: t('spot.quantity'),
              value:
                figures.asked.quantity === undefined
                  ? `≈ ${format.figure(figures.quantity)} ${texts.asset(info.base)}`
                  : `${format.figure(figures.quantity)} ${texts.asset(info.base)}`,
            },
            {
              key: 'total',
              label: t('spot.total'),
              isStrong: true,
              value:
                figures.asked.total === undefined
                  ? about(`${format.figure(figures.total, { scale: scales.quoteShown })} ${quote}`)
                  : `${format.figure(figures.total)} ${quote}`,
            },
            {
              key: 'fee',
              label: t('spot.fee'),
              value: about(`${format.figure(figures.fee)} ${quote}`),
              detail: t(`spot.feeBase.${intent.side}`, { rate: format.rate(terms.feeRate) }),
            },
            {
              key: 'frozen',
              label: t('spot.confirm.frozen'),
              detail: t('spot.confirm.frozenHint'),
              value: <AmountText amount={figures.held} asset={texts.asset(intent.side === 'buy' ? info.quote : info.base)} />,
            },
          ]}
        />
        <p className={styles.rule}>
          {t(`spot.confirm.rule.${intent.entrustment}`, {
            cap: format.rate(terms.slippageCap),
            move: format.rate(terms.toleratedMove),
          })}
        </p>
        {isSmall(figures.total) && (
          <Checkbox
            label={t('spot.confirm.dontAsk', { amount: format.figure(quickBelow), asset: info.quote })}
            isOn={asksNoMore}
            disabled={isWaiting}
            onChange={setAsksNoMore}
          />
        )}
      </Stack>
    </Sheet>
  );
}
