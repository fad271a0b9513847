import type { ReactNode } from 'react';
import type { MoneyActionHandle } from '@tessera/shared/actions';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { Notice } from '@tessera/shared/ui';
import { EmptyAccountOffer } from './EmptyAccountOffer';
import { LimitLine } from './LimitLine';
import { PractiseOffer } from './PractiseOffer';
import { RefusalNotice } from './RefusalNotice';
import { TransferButton } from './TransferButton';
import { TransferOffer } from './TransferOffer';
import { UnderWayButton } from './UnderWayButton';
import { useBreakEnd } from './useBreakEnd';
import { useMissingIdentity } from './useMissingIdentity';
import { useMoneyElsewhere } from './useMoneyElsewhere';

interface PlacementAreaProps {
  readonly placing: Pick<MoneyActionHandle<unknown, unknown, unknown>, 'action' | 'isUnderWay' | 'isShown' | 'show'>;
  /** Said when what was sent can no longer arrive. */
  readonly neverArrived: string;
  /** The account that money can be transferred from. Left out: a transfer does not help. */
  readonly fundedFrom?: 'coin' | 'contract' | undefined;
  /** What is typed costs more than there is. */
  readonly isShort?: boolean;
  /** Real money: nothing is in the account that this is paid from. */
  readonly isEmpty: boolean;
  /** What is placed opens nothing: a break does not stop it. */
  readonly isClosing?: boolean;
  /** The buttons that place an order. */
  readonly children: ReactNode;
}

/**
 * Where an order is placed: what came of the last one, then the buttons or what stands in their place. Nothing does for somebody whose
 * identity is missing: the head of the ticket tells him (IdentityOffer).
 */
export function PlacementArea({
  placing,
  neverArrived,
  fundedFrom,
  isShort,
  isEmpty,
  isClosing = false,
  children,
}: PlacementAreaProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const missing = useMissingIdentity();
  const breakEndMs = useBreakEnd();
  const elsewhere = useMoneyElsewhere(fundedFrom, { isAsked: isEmpty });
  const isOnBreak = breakEndMs !== undefined && !isClosing;
  return (
    <>
      {breakEndMs !== undefined && <Notice tone="warning">{t('ticket.onBreak', { at: format.dateTime(breakEndMs) })}</Notice>}
      <LimitLine />
      <RefusalNotice
        action={placing.action}
        neverArrived={neverArrived}
        funds={fundedFrom && <TransferButton from={fundedFrom} size="sm" />}
      />
      {fundedFrom !== undefined && isShort === true && !isEmpty && missing === undefined && !isOnBreak && (
        <TransferButton from={fundedFrom} />
      )}
      {placing.isUnderWay && !placing.isShown ? (
        <UnderWayButton placing={placing} />
      ) : missing !== undefined ? null : isOnBreak ? (
        <PractiseOffer />
      ) : elsewhere === 'none' ? (
        <EmptyAccountOffer />
      ) : elsewhere === 'there' && fundedFrom !== undefined ? (
        <TransferOffer from={fundedFrom} />
      ) : (
        children
      )}
    </>
  );
}
