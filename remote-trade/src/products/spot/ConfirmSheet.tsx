import { useState } from 'react';
import { ReviewSheet } from '@tessera/shared/actions';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { toText } from '@tessera/shared/money';
import { useSessionState } from '@tessera/shared/react';
import { AmountText, Badge, Checkbox, DemoMark, Row, type KeyValue } from '@tessera/shared/ui';
import type { SpotFigures } from './figures';
import { isSmall, quickBelow, type QuickOrders } from './quickOrders';
import { figuresOf, type SeenPrices, type SpotAction, type SpotDraft } from './useAdapter';
import { useSpotTexts } from './useTexts';

interface ConfirmSheetProps {
  readonly placing: SpotAction;
  readonly quick: QuickOrders;
}

/** What a spot order comes to at the price that was seen. */
export function ConfirmSheet({ placing, quick }: ConfirmSheetProps) {
  const { action } = placing;
  const draft = 'draft' in action ? action.draft : undefined;
  const seen = 'offer' in action ? action.offer?.terms : undefined;
  // A small order that is placed without being asked for shows the sheet only when something must be said.
  if (draft === undefined || seen === undefined || (draft.isQuick && action.state === 'submitting')) return null;
  const before = 'before' in action ? action.before : undefined;
  return <OpenConfirm key={String(placing.isShown)} placing={placing} quick={quick} draft={draft} seen={seen} before={before} />;
}

function OpenConfirm({
  placing,
  quick,
  draft,
  seen,
  before,
}: ConfirmSheetProps & {
  readonly draft: SpotDraft;
  readonly seen: SeenPrices;
  readonly before: SeenPrices | undefined;
}) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useSpotTexts();
  const { mode } = useSessionState();
  const [asksNoMore, setAsksNoMore] = useState(quick.isOn);
  const { intent, info, terms, scales } = draft;
  const figures = figuresOf(draft, seen);
  if (figures === undefined) return null;
  const price = intent.entrustment === 'market' ? seen.last : intent.limit;
  const shownPrice = (at: SeenPrices) => (at.last === undefined ? '–' : format.figure(toText(at.last), { scale: info.digits }));
  return (
    <ReviewSheet
      handle={placing}
      title={t('spot.confirm.title')}
      heading={
        <Row gap={2} isWrapping>
          <strong>{info.symbol}</strong>
          <Badge tone={intent.side === 'buy' ? 'up' : 'down'}>{t(`spot.side.${intent.side}`)}</Badge>
          <Badge>{t(`spot.entrustment.${intent.entrustment}`)}</Badge>
          {mode === 'demo' && <DemoMark />}
        </Row>
      }
      rows={rowsOf(figures)}
      note={t(`spot.confirm.rule.${intent.entrustment}`, {
        cap: format.rate(terms.slippageCap),
        move: format.rate(terms.toleratedMove),
      })}
      changed={before === undefined ? undefined : t('confirm.moved', { old: shownPrice(before), new: shownPrice(seen) })}
      unknown={t('confirm.unknown')}
      confirm={
        before === undefined ? t(`spot.confirm.${intent.side}`, { asset: texts.asset(info.base) }) : t('spot.confirm.acceptPrice')
      }
      variant={intent.side === 'buy' ? 'long' : 'short'}
      onConfirm={() => quick.set(asksNoMore)}
    >
      {isSmall(figures.total) && (
        <Checkbox
          label={t('spot.confirm.dontAsk', { amount: format.figure(quickBelow), asset: info.quote })}
          isOn={asksNoMore}
          disabled={placing.isUnderWay}
          onChange={setAsksNoMore}
        />
      )}
    </ReviewSheet>
  );

  function rowsOf({ asked, quantity, total, fee, held, isEstimate }: SpotFigures): KeyValue[] {
    const about = (text: string) => (isEstimate ? `≈ ${text}` : text);
    const quote = texts.asset(info.quote);
    const base = `${format.figure(quantity)} ${texts.asset(info.base)}`;
    return [
      {
        key: 'price',
        label: t(intent.entrustment === 'market' ? 'confirm.price' : 'spot.confirm.limit'),
        value: price === undefined ? '–' : about(format.figure(price, { scale: info.digits })),
      },
      { key: 'quantity', label: t('spot.quantity'), value: asked.quantity === undefined ? `≈ ${base}` : base, isStrong: true },
      {
        key: 'total',
        label: t('spot.total'),
        isStrong: true,
        value:
          asked.total === undefined
            ? about(`${format.figure(total, { scale: scales.quoteShown })} ${quote}`)
            : `${format.figure(total, { scale: scales.quoteShown })} ${quote}`,
      },
      {
        key: 'fee',
        label: t('spot.fee'),
        value: about(`${format.figure(fee)} ${quote}`),
        detail: t(`spot.feeBase.${intent.side}`, { rate: format.rate(terms.feeRate) }),
      },
      {
        key: 'frozen',
        label: t('spot.confirm.frozen'),
        detail: t('spot.confirm.frozenHint'),
        value: <AmountText amount={held} asset={texts.asset(intent.side === 'buy' ? info.quote : info.base)} />,
      },
    ];
  }
}
