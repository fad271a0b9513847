import type { MoneyActionAdapter, Sent } from '@tessera/shared/actions';
import { useMoneyAction } from '@tessera/shared/actions';
import { asAppError } from '@tessera/shared/errors';
import { useErrorText } from '@tessera/shared/i18n';
import { useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { OnlineButton, useApi, useDialogs } from '@tessera/shared/react';
import { Stack } from '@tessera/shared/ui';
import { useAcceptance } from '../../orders/acceptance/useAcceptance';
import { ActionNotice } from './ActionNotice';
import type { LeverageOrders } from './useOrders';

type All = 'close' | 'cancel';

interface AllButtonProps {
  readonly action: All;
  readonly count: number;
  readonly orders: LeverageOrders;
}

/** Closes every position or cancels every waiting limit, after a question that names how many. */
export function AllButton({ action: kind, count, orders }: AllButtonProps) {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const dialogs = useDialogs();
  const [isAsked, setIsAsked] = useState(false);
  const { action, isUnderWay, askAndConfirm, close } = useMoneyAction(useAllAdapter(kind), {
    guard: t(`positions.all.${kind}Title`),
    onAccepted(done) {
      close();
      dialogs.toast(t(`positions.all.${kind}Done`, { count: done }), { tone: 'success' });
      orders.refetch();
    },
  });
  const run = async () => {
    setIsAsked(true);
    const isWanted = await dialogs.confirm({
      title: t(`positions.all.${kind}Title`),
      body: t(`positions.all.${kind}Body`, { count }),
      confirmLabel: t(`positions.all.${kind}`),
      cancelLabel: tCommon('action.back'),
      isDangerous: true,
    });
    setIsAsked(false);
    if (isWanted) askAndConfirm(kind, { terms: undefined });
  };
  return (
    <Stack gap={2}>
      <ActionNotice action={action} />
      <OnlineButton variant="secondary" isBlock isBusy={isAsked || isUnderWay} onClick={() => void run()}>
        {t(`positions.all.${kind}`)}
      </OnlineButton>
    </Stack>
  );
}

/** The exchange answers a repeat under the same key with what it did: asking what became of it is sending it again. */
function useAllAdapter(kind: All): MoneyActionAdapter<All, undefined, number> {
  const { t } = useTranslation('trade');
  const errorText = useErrorText();
  const api = useApi();
  const acceptance = useAcceptance();
  const send = async (action: All, sent: Sent) => {
    const { count, receipts = [] } = await api.call(
      'leverageCloseAll',
      { action },
      { toastErrors: false, idempotencyKey: sent.id },
    );
    const terms = action === 'close' ? { askedLots: null } : {};
    for (const receipt of receipts) {
      const { order: id, symbol } = receipt.body;
      // What was seen of each market is not asked here: many are meant at once.
      await acceptance.believeRequest({ id, symbol, requests: [receipt] }, { product: 'leverage', request: action, sent, terms });
    }
    // One of each order: what was done without one, nobody signed.
    if (new Set(receipts.map(({ body }) => body.order)).size < count)
      await acceptance.believeRequest(
        { id: '', symbol: '', requests: receipts },
        { product: 'leverage', request: action, sent: { ...sent, id: '' }, terms, isOwed: true },
      );
    return count;
  };
  return {
    kind: `leverage-all ${kind}`,
    isKept: false,
    submit: (action, _terms, sent) => send(action, sent),
    find: (sent, action) =>
      action === undefined
        ? Promise.resolve(undefined)
        : send(action, sent).catch((failure: unknown) => asAppError(failure, 'PLEASE_RETRY')),
    texts: {
      accepted: (count) => t(`positions.all.${kind}Done`, { count }),
      refused: errorText,
      neverArrived: t('positions.neverArrived'),
    },
  };
}
