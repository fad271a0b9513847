/** An order with all its deals, each with a way to its check. */
import type { LeverageOrder, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useEndpoint, useNavigation, useReleaseGuard, useSessionState } from '@tessera/shared/react';
import {
  AmountText,
  Badge,
  Button,
  Card,
  DemoMark,
  KeyValueList,
  LoadablePanel,
  Row,
  SectionHeading,
  Sheet,
  ShieldCheck,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { DealFacts } from './DealFacts';
import { useLeverageTexts } from './useTexts';

interface LeverageDetailSheetProps {
  readonly order: LeverageOrder;
  readonly info: SymbolInfo | undefined;
  readonly onClose: () => void;
}

export function LeverageDetailSheet({ order: listed, info, onClose }: LeverageDetailSheetProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const navigation = useNavigation();
  const { mode } = useSessionState();
  useReleaseGuard(t('positions.detailTitle'));
  const { loadable, data, refetch } = useEndpoint('leverageDetail', { id: listed.id });
  const order = data?.order ?? listed;
  const price = (figure: string | null) => (figure === null ? '–' : format.figure(figure, { scale: info?.digits }));
  return (
    <Sheet isOpen title={t('positions.detailTitle')} onClose={onClose}>
      <Stack gap={4}>
        <Row gap={2} isWrapping>
          <strong>{order.symbol}</strong>
          <Badge tone={order.direction === 'long' ? 'up' : 'down'}>{texts.direction(order)}</Badge>
          <Badge>{texts.leverage(order.leverage)}</Badge>
          {mode === 'demo' && <DemoMark />}
        </Row>
        <KeyValueList
          items={[
            { key: 'status', label: t('positions.status'), value: texts.why(order), isStrong: true },
            {
              key: 'profit',
              label: t('positions.result'),
              value: <AmountText amount={order.realizedProfit} asset={texts.unit} leastScale={2} tone="profit" />,
              detail: t('positions.resultHint'),
            },
            { key: 'kind', label: t('leverage.entrustment.label'), value: t(`leverage.entrustment.${order.entrustment}`) },
            ...(order.limitPrice === null
              ? []
              : [{ key: 'limit', label: t('leverage.line.limit'), value: price(order.limitPrice) }]),
            { key: 'lots', label: t('leverage.lots'), value: format.figure(order.lots) },
            { key: 'open', label: t('leverage.line.entry'), value: price(order.openPrice) },
            { key: 'close', label: t('leverage.closePrice'), value: price(order.closePrice) },
            { key: 'tp', label: t('leverage.line.takeProfit'), value: price(order.takeProfit) },
            { key: 'sl', label: t('leverage.line.stopLoss'), value: price(order.stopLoss) },
            { key: 'fee', label: t('leverage.fees'), value: <AmountText amount={order.fee} asset={texts.unit} leastScale={2} /> },
            {
              key: 'swap',
              label: t('leverage.swap'),
              value: <AmountText amount={order.swap} asset={texts.unit} leastScale={2} />,
            },
            { key: 'accepted', label: t('positions.accepted'), value: format.dateTime(order.acceptedAtMs) },
            ...(order.closedAtMs === null
              ? []
              : [{ key: 'closed', label: t('positions.ended'), value: format.dateTime(order.closedAtMs) }]),
            { key: 'number', label: t('positions.number'), value: order.id },
          ]}
        />
        <section>
          <SectionHeading>{t('positions.deals')}</SectionHeading>
          <LoadablePanel
            loadable={loadable}
            onRetry={refetch}
            skeleton={<SkeletonRows count={2} />}
            isEmpty={({ deals }) => deals.length === 0}
            empty={<p>{t('positions.noDeals')}</p>}
          >
            {({ deals }) => (
              <Stack gap={3}>
                {deals.map((deal) => (
                  <Card key={deal.id} tone="sunken">
                    <Stack gap={2}>
                      <strong>{deal.reason === null ? t('leverage.opened') : t(`leverage.closed.${deal.reason}`)}</strong>
                      <DealFacts deal={deal} digits={info?.digits} />
                      <Button
                        isBlock
                        variant="secondary"
                        icon={ShieldCheck}
                        onClick={() => {
                          onClose();
                          navigation.navigate('/pages/contract/proof', { product: 'leverage', order: order.id, deal: deal.id });
                        }}
                      >
                        {t('result.check')}
                      </Button>
                    </Stack>
                  </Card>
                ))}
              </Stack>
            )}
          </LoadablePanel>
        </section>
      </Stack>
    </Sheet>
  );
}
