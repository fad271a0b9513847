import { useEffect, useState } from 'react';
import type { SecondsOrder } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useClock, useCountdown } from '@tessera/shared/react';
import {
  AmountText,
  Badge,
  Button,
  DemoMark,
  LiveRegion,
  Notice,
  Row,
  Sheet,
  ShieldCheck,
  Stack,
  VisuallyHidden,
} from '@tessera/shared/ui';
import { OrderFacts } from './OrderFacts';
import { useOrderTexts } from './useTexts';
import styles from './ResultSheet.module.css';

/** After a loss the way to the next order opens a little later: a breath, not a chase. */
const breathMs = 3000;

interface ResultSheetProps {
  readonly order: SecondsOrder;
  readonly digits: number | undefined;
  readonly onClose: () => void;
  readonly onCheck: () => void;
}

/** What an order came to, in words and figures, with both deciding prices. */
export function ResultSheet({ order, digits, onClose, onCheck }: ResultSheetProps) {
  const { t } = useTranslation('trade');
  const texts = useOrderTexts();
  const clock = useClock();
  const [openedAtMs] = useState(() => clock.now());
  const { isOver: hasBreathed } = useCountdown(openedAtMs + breathMs);
  // An empty live region is read when text enters it, so the text comes one moment after the sheet.
  const [spoken, setSpoken] = useState('');
  const announcement = texts.announcement(order);
  useEffect(() => setSpoken(announcement), [announcement]);
  const mayGoOn = order.outcome !== 'lost' || hasBreathed;
  return (
    <Sheet
      isOpen
      title={t('result.title')}
      onClose={onClose}
      footer={
        <Stack gap={2}>
          <Button isBlock variant="secondary" icon={ShieldCheck} onClick={onCheck}>
            {t('result.check')}
          </Button>
          <Row gap={2} isEven>
            <Button isBlock size="lg" onClick={onClose}>
              {t('result.done')}
            </Button>
            <Button isBlock size="lg" variant="secondary" disabled={!mayGoOn} onClick={onClose}>
              {t('result.again')}
            </Button>
          </Row>
        </Stack>
      }
    >
      <Stack gap={4}>
        <LiveRegion isUrgent>
          <VisuallyHidden>{spoken}</VisuallyHidden>
        </LiveRegion>
        <div className={styles.head} data-outcome={order.outcome ?? undefined}>
          <Row gap={2} isWrapping>
            <strong>{order.symbol}</strong>
            <Badge tone={order.direction === 'long' ? 'up' : 'down'}>{texts.direction(order)}</Badge>
            {order.mode === 'demo' && <DemoMark />}
          </Row>
          <p className={styles.outcome}>{texts.outcome(order)}</p>
          <AmountText amount={order.profit} asset={texts.asset(order)} leastScale={2} tone="profit" size="2xl" />
        </div>
        {order.voidReason !== null && <Notice>{t(`voidReason.${order.voidReason}`)}</Notice>}
        <OrderFacts order={order} digits={digits} />
      </Stack>
    </Sheet>
  );
}
