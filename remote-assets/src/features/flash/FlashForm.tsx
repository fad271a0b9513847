/** From what, into what, how much: the quote follows what is typed; the review freezes it. */
import { useState } from 'react';
import { ReviewSheet, useMoneyAction, useResumedAction } from '@tessera/shared/actions';
import { shownAsset, type AccountMode, type FlashAsset, type FlashOrder, type FlashQuote } from '@tessera/shared/contract';
import { useErrorText, useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, min, toText, zero } from '@tessera/shared/money';
import { OnlineButton, useCountdown, useRefresh } from '@tessera/shared/react';
import { AmountField, ArrowUpDown, IconButton, Notice, Stack } from '@tessera/shared/ui';
import type { Wallet } from '@tessera/shared/wallet';
import { MoneyActionNotice } from '../../components/MoneyActionNotice';
import { AssetSide } from './AssetSide';
import { flashProblem, type FlashProblem } from './flashProblem';
import { FlashSheet } from './FlashSheet';
import { QuoteLines, ReceivedLine, useSums } from './QuoteLines';
import { useFlashAdapter } from './useFlashAdapter';
import { useFlashQuote } from './useFlashQuote';
import styles from './Flash.module.css';

interface FlashFormProps {
  readonly assets: readonly FlashAsset[];
  readonly wallet: Wallet;
  readonly mode: AccountMode;
  readonly first: { readonly from: FlashAsset; readonly to: FlashAsset };
}

const offerOf = (quote: FlashQuote) => ({ terms: quote, expiresAtMs: quote.expiresAtMs });

export function FlashForm({ assets, wallet, mode, first }: FlashFormProps) {
  const { t } = useTranslation('flash');
  const format = useFormat();
  const errorText = useErrorText();
  const problemText = useProblemText(mode);
  const [pair, setPair] = useState({ from: first.from.asset, to: first.to.asset });
  const [typed, setTyped] = useState('');
  const [done, setDone] = useState<FlashOrder>();
  const termsOf = (asset: string): FlashAsset => assets.find((one) => one.asset === asset) ?? first.from;
  const availableOf = (asset: string) => amount(wallet.coin.find((coin) => coin.asset === asset)?.available ?? '0');
  const [from, to] = [termsOf(pair.from), termsOf(pair.to)];
  const available = availableOf(from.asset);
  const parsed = format.parseTyped(typed, from.scale);
  const given = parsed.ok ? amount(parsed.value) : undefined;
  const problem = flashProblem(given, { from, to, available });
  const quoting = useFlashQuote(
    problem === undefined && given !== undefined ? { from: from.asset, to: to.asset, amount: toText(given) } : undefined,
  );
  const flash = useReviewedFlash(setDone, () => setTyped(''));
  const { isUnderWay } = flash;
  const unit = shownAsset(from.asset, mode);
  const most = min(available, amount(from.max));
  const turn = (): void => {
    setPair({ from: pair.to, to: pair.from });
    setTyped('');
  };
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isUnderWay || problem !== undefined) return;
          if (quoting.quote !== undefined) flash.ask(quoting.quote, offerOf(quoting.quote));
        }}
      >
        <Stack gap={4}>
          <AssetSide
            label={t('from')}
            asset={from.asset}
            assets={assets}
            mode={mode}
            isDisabled={isUnderWay}
            onAsset={(asset) => setPair({ ...pair, from: asset })}
          >
            <AmountField
              label={t('amount')}
              name="amount"
              value={typed}
              onChange={setTyped}
              unit={unit}
              scale={from.scale}
              disabled={isUnderWay}
              onMax={most.gt(zero) ? () => setTyped(format.forInput(toText(most))) : undefined}
              hint={t('available', { amount: format.figure(available), asset: unit })}
              problem={problem === undefined || !('bound' in problem) ? undefined : problemText(problem, from.asset)}
            />
          </AssetSide>
          <div className={styles.turn}>
            <IconButton label={t('turn')} icon={ArrowUpDown} variant="tonal" disabled={isUnderWay} onClick={turn} />
          </div>
          <AssetSide
            label={t('to')}
            asset={to.asset}
            assets={assets}
            mode={mode}
            isDisabled={isUnderWay}
            problem={problem?.code === 'same' ? t('problem.same') : undefined}
            onAsset={(asset) => setPair({ ...pair, to: asset })}
          >
            <ReceivedLine
              quote={quoting.quote}
              isAsking={quoting.isAsking}
              asset={shownAsset(to.asset, mode)}
              available={availableOf(to.asset)}
            />
          </AssetSide>
          {quoting.quote !== undefined && <QuoteLines quote={quoting.quote} mode={mode} />}
          <Told flash={flash} problem={quoting.problem === undefined ? undefined : errorText(quoting.problem)} />
          <SubmitButton
            isBusy={isUnderWay}
            isAsking={quoting.isAsking}
            problem={problem === undefined ? undefined : problemText(problem, from.asset)}
            quote={quoting.quote}
            hasFailed={quoting.problem !== undefined}
            onRefresh={() => void quoting.refresh()}
          />
        </Stack>
      </form>
      <FlashReview flash={flash} mode={mode} refresh={quoting.refresh} />
      {done !== undefined && <FlashSheet order={done} mode={mode} title={t('done.title')} onClose={() => setDone(undefined)} />}
    </>
  );
}

function useReviewedFlash(onDone: (order: FlashOrder) => void, clear: () => void) {
  const { t } = useTranslation('flash');
  const refresh = useRefresh();
  const adapter = useFlashAdapter();
  useResumedAction(adapter);
  const flash = useMoneyAction(adapter, {
    guard: t('review.sending'),
    onAccepted(order) {
      flash.close();
      clear();
      refresh('walletList', 'walletDetail', 'flashHistory');
      onDone(order);
    },
  });
  return flash;
}
type Reviewed = ReturnType<typeof useReviewedFlash>;

/** The quote as it was when it was opened. Once it is over, another one is asked for, and has to be agreed to anew. */
function FlashReview({
  flash,
  mode,
  refresh,
}: {
  readonly flash: Reviewed;
  readonly mode: AccountMode;
  readonly refresh: () => Promise<FlashQuote | undefined>;
}) {
  const { t } = useTranslation('flash');
  const sumsOf = useSums(mode);
  const format = useFormat();
  const { action } = flash;
  const shown = 'draft' in action ? action.draft : undefined;
  const before = action.state === 'review' ? action.before : undefined;
  const renew = async (): Promise<void> => {
    const next = await refresh();
    if (next === undefined || shown === undefined) return flash.close();
    flash.close();
    // The old terms first: the new ones are then told as a change, and cannot be agreed to by a finger that was on its way.
    flash.ask(next, offerOf(shown));
    flash.change(offerOf(next));
    return undefined;
  };
  return (
    <ReviewSheet
      handle={{ ...flash, renew: () => void renew() } as Parameters<typeof ReviewSheet>[0]['handle']}
      title={t('review.title')}
      rows={shown === undefined ? undefined : sumsOf(shown)}
      note={t('review.note')}
      changed={
        before === undefined || shown === undefined || before.received === shown.received
          ? undefined
          : t('review.changed', {
              before: format.figure(before.received),
              after: format.figure(shown.received),
              asset: shownAsset(shown.to, mode),
            })
      }
      unknown={t('review.unknown')}
      confirm={t('review.yes')}
    />
  );
}

/** What became of the last one, and what keeps a quote away. */
function Told({ flash: { action }, problem }: { readonly flash: Reviewed; readonly problem: string | undefined }) {
  const { t } = useTranslation('flash');
  return (
    <MoneyActionNotice action={action} unknown={t('review.unknown')}>
      {problem !== undefined && <Notice tone="warning">{problem}</Notice>}
    </MoneyActionNotice>
  );
}

interface SubmitButtonProps {
  readonly isBusy: boolean;
  readonly isAsking: boolean;
  readonly problem: string | undefined;
  readonly quote: FlashQuote | undefined;
  readonly hasFailed: boolean;
  readonly onRefresh: () => void;
}

/** On to the review while the quote stands; another quote once it is over. */
function SubmitButton({ isBusy, isAsking, problem, quote, hasFailed, onRefresh }: SubmitButtonProps) {
  const { t } = useTranslation('flash');
  const { isOver } = useCountdown(quote?.expiresAtMs ?? 0);
  const isRefresh = problem === undefined && !isAsking && (hasFailed || (quote !== undefined && isOver));
  if (isRefresh)
    return (
      <OnlineButton type="button" size="lg" isBlock onClick={onRefresh}>
        {t('refresh')}
      </OnlineButton>
    );
  return (
    <OnlineButton
      type="submit"
      size="lg"
      isBlock
      isBusy={isBusy}
      disabled={problem !== undefined || quote === undefined || isAsking}
    >
      {problem ?? (isAsking ? t('asking') : t('submit'))}
    </OnlineButton>
  );
}

function useProblemText(mode: AccountMode): (problem: FlashProblem, asset: string) => string {
  const { t } = useTranslation('flash');
  const format = useFormat();
  return (problem, asset) =>
    'bound' in problem
      ? t(`problem.${problem.code}`, { amount: format.figure(problem.bound), asset: shownAsset(asset, mode) })
      : t(`problem.${problem.code}`);
}
