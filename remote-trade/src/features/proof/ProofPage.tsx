import { useEffect } from 'react';
import type { SecondsProof, SymbolInfo } from '@tessera/shared/contract';
import { isProven } from '@tessera/shared/fairness';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useEndpoint, useNavigation, useSessionState } from '@tessera/shared/react';
import {
  AmountText,
  Badge,
  Button,
  Card,
  DemoMark,
  Download,
  EmptyState,
  KeyValueList,
  LiveRegion,
  LoadablePanel,
  Notice,
  Page,
  PageHeader,
  Row,
  SectionHeading,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { OrderFacts } from '../../components/OrderFacts';
import { useMarkets } from '../../components/useMarkets';
import { useOrderTexts } from '../../components/useOrderTexts';
import { CheckList } from './CheckList';
import { ProofChart } from './ProofChart';
import { saveProof } from './saveProof';
import { useVerification } from './useVerification';
import styles from './ProofPage.module.css';

/** "Check this result": the proof is fetched, recomputed on this device, and every step is shown with its values. */
export function ProofPage() {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  const { isSignedIn } = useSessionState();
  const markets = useMarkets();
  const [query] = useSearchParams();
  const orderId = query.get('order') ?? '';
  const { loadable, refetch } = useEndpoint(
    'proveSeconds',
    { orderId },
    { isEnabled: isSignedIn && orderId !== '', freshMs: 60_000 },
  );
  const title = t('proof.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} tone="mode" onBack={() => navigation.back()} />}>
      <LoadablePanel
        loadable={loadable}
        onRetry={refetch}
        skeleton={<SkeletonRows count={8} />}
        idle={<EmptyState title={orderId === '' ? t('proof.missing') : t('orders.visitor')} />}
      >
        {(proof) => <Proof proof={proof} info={markets.find(proof.order.symbol)} />}
      </LoadablePanel>
    </Page>
  );
}

function Proof({ proof, info }: { readonly proof: SecondsProof; readonly info: SymbolInfo | undefined }) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useOrderTexts();
  const checks = useVerification(proof);
  const { order, rule } = proof;
  const verdict = checks === undefined ? undefined : isProven(checks);
  return (
    <Stack gap={4}>
      <LiveRegion>
        {verdict === undefined ? (
          <Notice>{t('proof.checking')}</Notice>
        ) : verdict ? (
          <Notice tone="success" title={t('proof.proven')}>
            {t('proof.intro')}
          </Notice>
        ) : (
          <Notice tone="danger" title={t('proof.failed')}>
            {t('proof.failedHint')}
          </Notice>
        )}
      </LiveRegion>
      <section>
        <SectionHeading>{t('proof.order')}</SectionHeading>
        <Card>
          <Stack gap={3}>
            <Row gap={2}>
              <strong>{order.symbol}</strong>
              <Badge tone={order.direction === 'long' ? 'up' : 'down'}>{texts.direction(order)}</Badge>
              {order.mode === 'demo' && <DemoMark />}
            </Row>
            <KeyValueList
              items={[
                {
                  key: 'outcome',
                  label: texts.outcome(order),
                  value: <AmountText amount={order.profit} asset={texts.asset(order)} scale={2} tone="profit" />,
                  isStrong: true,
                },
                { key: 'accepted', label: t('proof.accepted'), value: format.timeMs(order.acceptedAtMs) },
                { key: 'expires', label: t('proof.expires'), value: format.timeMs(order.expiresAtMs) },
              ]}
            />
            <OrderFacts order={order} digits={info?.digits} />
          </Stack>
        </Card>
      </section>
      <section>
        <SectionHeading>{t('proof.ticks')}</SectionHeading>
        <Card padding="none">
          <ProofChart proof={proof} digits={info?.digits ?? 2} />
        </Card>
      </section>
      <section>
        <SectionHeading>{t('proof.checks')}</SectionHeading>
        <Card>{checks === undefined ? <SkeletonRows count={6} /> : <CheckList checks={checks} />}</Card>
      </section>
      <section>
        <SectionHeading>{t('proof.rule', { version: rule.version })}</SectionHeading>
        <Card>
          <p className={styles.text}>{t('proof.ruleText')}</p>
        </Card>
      </section>
      <Notice>{t('proof.limit')}</Notice>
      <Button variant="secondary" isBlock icon={Download} onClick={() => saveProof(proof)}>
        {t('proof.export')}
      </Button>
    </Stack>
  );
}
