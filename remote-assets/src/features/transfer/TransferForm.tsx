/** The transfer ticket. Typed text stays text; parsing says what it is. */
import { useState } from 'react';
import { useMoneyAction, useResumedAction } from '@tessera/shared/actions';
import { shownAsset, type AccountKind, type AccountMode } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { amount, toText, type Amount } from '@tessera/shared/money';
import { OnlineButton, useCountdown, useDialogs, useNavigation, useRefresh } from '@tessera/shared/react';
import { AmountField, Stack } from '@tessera/shared/ui';
import type { Wallet } from '@tessera/shared/wallet';
import { useShownScale } from '@tessera/shared/wallet';
import { MoneyActionNotice } from '../../components/MoneyActionNotice';
import { BalancesAfter } from './BalancesAfter';
import { TransferSides } from './TransferSides';
import { balancesAfter, movable, seenBalance, transferProblem } from './transferProblem';
import { useTransferAdapter } from './useTransferAdapter';
import { useTransferProblemText } from './useTransferProblemText';
import styles from './TransferForm.module.css';

interface TransferFormProps {
  readonly wallet: Wallet;
  readonly mode: AccountMode;
  readonly firstFrom: AccountKind;
}

const other = (account: AccountKind): AccountKind => (account === 'coin' ? 'contract' : 'coin');

export function TransferForm({ wallet, mode, firstFrom }: TransferFormProps) {
  const { t } = useTranslation('assets');
  const { t: tActions } = useTranslation('actions');
  const format = useFormat();
  const dialogs = useDialogs();
  const navigation = useNavigation();
  const scaleOf = useShownScale();
  const refresh = useRefresh();
  const [draftAmount, setTyped] = useState('');
  const [draftFrom, setFrom] = useState<AccountKind>(firstFrom);

  const asset = wallet.contract.asset;
  const unit = shownAsset(asset, mode);
  const problemText = useTransferProblemText(unit);
  const scale = scaleOf(asset);
  const done = ({ amount: moved }: { readonly amount: string }) =>
    t('transfer.done', { amount: format.figure(moved, { scale }), asset: unit });
  const adapter = useTransferAdapter(done);
  useResumedAction(adapter);
  const transfer = useMoneyAction(adapter, {
    guard: t('transfer.sending'),
    onAccepted(answer) {
      transfer.close();
      setTyped('');
      refresh('walletList', 'walletDetail');
      dialogs.toast(done(answer), {
        tone: 'success',
        action: {
          label: t('transfer.viewRecord'),
          onSelect: () => navigation.navigate('/pages/assets/records', { account: answer.from, asset }),
        },
      });
    },
  });
  const { action, isUnderWay } = transfer;
  // What is under way is what the form says, also after the person was elsewhere.
  const pending = isUnderWay && 'draft' in action ? action.draft : undefined;
  const from = pending?.from ?? draftFrom;
  const typed = pending === undefined ? draftAmount : format.forInput(pending.amount);
  const available = movable(wallet, from);
  const receiving = movable(wallet, other(from));

  const parse = (typed: string): Amount | undefined => {
    const parsed = format.parseTyped(typed, 6);
    return parsed.ok ? amount(parsed.value) : undefined;
  };

  const wanted = parse(typed);
  const problem = isUnderWay ? undefined : transferProblem(wanted, available);
  const after = balancesAfter(wanted, available, receiving);
  const waiting = useCountdown(isUnderWay ? transfer.arrivesUntilMs : 0);

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted === undefined || problem !== undefined || isUnderWay) return;
        transfer.askAndConfirm(
          { from, to: other(from), asset, amount: toText(wanted), seenBalance: seenBalance(wallet, from) },
          { terms: undefined },
        );
      }}
    >
      <Stack gap={4}>
        <TransferSides from={from} to={other(from)} isDisabled={isUnderWay} onSwap={() => setFrom(other(from))} />
        <AmountField
          label={t('transfer.amount')}
          name="amount"
          value={typed}
          onChange={setTyped}
          unit={unit}
          scale={6}
          disabled={isUnderWay}
          onMax={() => setTyped(format.forInput(toText(available)))}
          hint={t('transfer.available', { amount: format.figure(available, { scale }), asset: unit })}
          problem={problem?.code === 'tooMuch' ? problemText(problem) : undefined}
        />
        {from === 'contract' && <p className={styles.note}>{t('transfer.limit')}</p>}
        {after !== undefined && <BalancesAfter after={after} from={from} to={other(from)} unit={unit} scale={scale} />}
        <MoneyActionNotice action={action} unknown={t('transfer.unknown')} />
        <OnlineButton
          type="submit"
          size="lg"
          isBlock
          isBusy={isUnderWay}
          disabled={problem !== undefined}
          detail={isUnderWay && !waiting.isOver ? tActions('waiting', { seconds: waiting.seconds }) : undefined}
        >
          {problem !== undefined ? problemText(problem) : t('transfer.submit')}
        </OnlineButton>
      </Stack>
    </form>
  );
}
