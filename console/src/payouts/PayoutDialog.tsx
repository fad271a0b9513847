/** Asks for the transaction, or for why there is none, or whether an operator takes it over. */
import { useState } from 'react';
import type { PayoutShown } from '@tessera/shared/operations';
import { ActDialog } from '../acts/ActDialog';
import { callOperation } from '../api/operations';
import { Facts } from '../parts/Facts';
import { Field } from '../parts/Field';
import { payoutsTexts as texts } from '../texts/payouts';

export interface PayoutAct {
  readonly is: 'paid' | 'failed' | 'handOver';
  readonly payout: PayoutShown;
}

interface PayoutDialogProps {
  readonly act: PayoutAct;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function PayoutDialog({ act: { is, payout }, onDone, onClose }: PayoutDialogProps) {
  const [transaction, setTransaction] = useState('');
  const { id, pays, asset, account, networkName, address } = payout;
  const what = texts.pays(pays, asset);
  const asked = { title: texts.ask[is](what, account), confirm: texts.now[is], onDone, onClose };
  const facts = (
    <Facts
      facts={[
        ...(networkName === null ? [] : [[texts.network, networkName] as const]),
        [texts.address, <code key="address">{address}</code>],
      ]}
    />
  );
  if (is === 'handOver') {
    return (
      <ActDialog {...asked} act={() => callOperation('payoutsHandOver', { id })}>
        {facts}
        <p>{texts.handOverMeans}</p>
      </ActDialog>
    );
  }
  if (is === 'failed') {
    return (
      <ActDialog
        {...asked}
        kind="danger"
        reasonHint={texts.reasonHint}
        act={(reason) => callOperation('payoutsFail', { id, reason })}
      >
        {facts}
      </ActDialog>
    );
  }
  const isWhole = /^[!-~]{4,128}$/.test(transaction.trim());
  return (
    <ActDialog {...asked} isReady={isWhole} act={() => callOperation('payoutsPaid', { id, transaction: transaction.trim() })}>
      {facts}
      <Field label={texts.transaction} hint={isWhole || transaction === '' ? texts.transactionHint : texts.transactionMissing}>
        <input
          value={transaction}
          onChange={({ target }) => setTransaction(target.value)}
          maxLength={128}
          autoComplete="off"
          spellCheck={false}
          data-first
        />
      </Field>
    </ActDialog>
  );
}
