import { useEffect } from 'react';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useSessionState } from '@tessera/shared/react';
import { EmptyState, Page, PageHeader } from '@tessera/shared/ui';
import { DealProof } from './DealProof';
import { FillProof } from './FillProof';
import { FlashExchangeProof } from './FlashExchangeProof';
import { LoanDecisionProof } from './LoanDecisionProof';
import { SecondsOrderProof } from './SecondsOrderProof';

/**
 * "Check this result": the proof is fetched, recomputed on this device, and every step is shown with its values.
 * ?order= a seconds order; ?product=leverage&deal= an opening or closing; ?product=spot&deal= a fill;
 * ?product=flash&deal= an exchange; ?product=loan&deal= a call or a liquidation.
 */
export function ProofPage() {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  const { isSignedIn } = useSessionState();
  const [query] = useSearchParams();
  const product = query.get('product') ?? 'seconds';
  const id = query.get(product === 'seconds' ? 'order' : 'deal') ?? '';
  const title = t('proof.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      {id === '' || !isSignedIn ? (
        <EmptyState title={id === '' ? t('proof.missing') : t('orders.visitor')} />
      ) : product === 'leverage' ? (
        <DealProof dealId={id} />
      ) : product === 'spot' ? (
        <FillProof fillId={id} />
      ) : product === 'flash' ? (
        <FlashExchangeProof id={id} />
      ) : product === 'loan' ? (
        <LoanDecisionProof id={id} />
      ) : (
        <SecondsOrderProof orderId={id} />
      )}
    </Page>
  );
}
