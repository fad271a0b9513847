import type { ReactNode } from 'react';
import type { MoneyActionHandle } from '@tessera/shared/actions';
import { EmptyAccountOffer } from './EmptyAccountOffer';
import { LimitLine } from './LimitLine';
import { RefusalNotice } from './RefusalNotice';
import { TransferButton } from './TransferButton';
import { UnderWayButton } from './UnderWayButton';
import { useMissingIdentity } from './useMissingIdentity';

interface PlacementAreaProps {
  readonly placing: Pick<MoneyActionHandle<unknown, unknown, unknown>, 'action' | 'isUnderWay' | 'isShown' | 'show'>;
  /** Said when what was sent can no longer arrive. */
  readonly neverArrived: string;
  /** The account that money can be transferred from. Left out: the ticket offers that elsewhere. */
  readonly fundedFrom?: 'coin' | 'contract' | undefined;
  /** What is typed costs more than there is. */
  readonly isShort?: boolean;
  /** A real account without any money. */
  readonly isEmpty: boolean;
  /** The buttons that place an order. */
  readonly children: ReactNode;
}

/**
 * Where an order is placed: what came of the last one, then the buttons or what stands in their place. Nothing does for somebody whose
 * identity is missing: the head of the ticket tells him (IdentityOffer).
 */
export function PlacementArea({ placing, neverArrived, fundedFrom, isShort, isEmpty, children }: PlacementAreaProps) {
  const missing = useMissingIdentity();
  return (
    <>
      <LimitLine />
      <RefusalNotice
        action={placing.action}
        neverArrived={neverArrived}
        funds={fundedFrom && <TransferButton from={fundedFrom} size="sm" />}
      />
      {fundedFrom !== undefined && isShort === true && !isEmpty && missing === undefined && <TransferButton from={fundedFrom} />}
      {placing.isUnderWay && !placing.isShown ? (
        <UnderWayButton placing={placing} />
      ) : missing !== undefined ? null : isEmpty ? (
        <EmptyAccountOffer />
      ) : (
        children
      )}
    </>
  );
}
