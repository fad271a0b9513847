import type { AccountMode } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpointAction, useNavigation } from '@tessera/shared/react';
import { useFormat } from '@tessera/shared/i18n';
import {
  ActionTile,
  ActionTiles,
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  FileText,
  PiggyBank,
  ReceiptText,
  RefreshCw,
  Repeat,
} from '@tessera/shared/ui';

/** The refill's figures are the server's rule; the texts repeat them so that a person knows before asking. */
const refillTo = '10000';
const refillBelow = '1000';

interface AssetActionsProps {
  readonly mode: AccountMode;
  /** As shown: dUSDT in demo mode. */
  readonly asset: string;
}

/** What can be done with money here. Demo money is refilled instead of topped up, and cannot be withdrawn. */
export function AssetActions({ mode, asset }: AssetActionsProps) {
  const { t } = useTranslation('assets');
  const { t: tCommon } = useTranslation('common');
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const format = useFormat();
  const refill = useEndpointAction('demoRefill', { refreshes: ['walletList', 'walletDetail'] });

  async function askAndRefill() {
    const isConfirmed = await dialogs.confirm({
      title: t('refill.title'),
      body: t('refill.body', { asset, amount: format.figure(refillTo), limit: format.figure(refillBelow) }),
      confirmLabel: t('refill.confirm'),
      cancelLabel: tCommon('action.cancel'),
    });
    if (!isConfirmed) return;
    const answer = await refill.run({}, crypto.randomUUID());
    if (answer !== undefined) dialogs.toast(t('refill.done'), { tone: 'success' });
  }

  const to = (path: string) => () => navigation.navigate(path);
  return (
    <ActionTiles>
      {mode === 'demo' ? (
        <ActionTile icon={RefreshCw} label={t('action.refill')} disabled={refill.isBusy} onSelect={() => void askAndRefill()} />
      ) : (
        <>
          <ActionTile icon={ArrowDownLeft} label={t('action.topUp')} onSelect={to('/pages/assets/topup')} />
          <ActionTile icon={ArrowUpRight} label={t('action.withdraw')} onSelect={to('/pages/assets/withdraw')} />
        </>
      )}
      <ActionTile icon={ArrowLeftRight} label={t('action.transfer')} onSelect={to('/pages/assets/transfer')} />
      <ActionTile icon={Repeat} label={t('action.exchange')} onSelect={to('/pages/assets/exchange')} />
      <ActionTile icon={PiggyBank} label={t('parts.treasure')} onSelect={to('/pages/InterestTreasure/index')} />
      <ActionTile icon={ReceiptText} label={t('action.records')} onSelect={to('/pages/assets/records')} />
      <ActionTile icon={FileText} label={t('action.statement')} onSelect={to('/pages/assets/statement')} />
    </ActionTiles>
  );
}
