/** The purchase: amount, interest, cost of early redemption; then the review, the step-up, and the outcome. */
import { useMemo, useState } from 'react';
import { useMoneyAction, useResumedAction } from '@tessera/shared/actions';
import { shownAsset, type AccountMode, type TreasureOrder, type TreasureProduct } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, isPositive, toText, type Amount } from '@tessera/shared/money';
import { OnlineButton, useRefresh } from '@tessera/shared/react';
import { AmountField, Checkbox, Chips, SectionHeading, Stack } from '@tessera/shared/ui';
import { SoftText } from '../../components/SoftText';
import { ActionBar } from '../../components/ActionBar';
import { MoneyActionNotice } from '../../components/MoneyActionNotice';
import { Calculation, ScheduleSteps, useSchedule } from './Calculation';
import { Capacity } from './Capacity';
import { BoughtSheet } from './BoughtSheet';
import { mostOf, purchaseProblem, shareOf, type PurchaseProblem } from './purchase';
import { PurchaseReview } from './PurchaseReview';
import { usePurchaseAdapter } from './usePurchaseAdapter';
import { useTermsText } from './useTermsText';
import styles from './Treasure.module.css';

const shares = ['0.25', '0.5', '0.75', '1'] as const;

interface PurchaseFormProps {
  readonly product: TreasureProduct;
  readonly mode: AccountMode;
  readonly available: Amount;
}

export function PurchaseForm({ product, mode, available }: PurchaseFormProps) {
  const { t } = useTranslation('treasure');
  const format = useFormat();
  const terms = useTermsText();
  const problemText = useProblemText(product, mode);
  const [typed, setTyped] = useState('');
  const [share, setShare] = useState<(typeof shares)[number]>();
  const [agrees, setAgrees] = useState(false);
  const [bought, setBought] = useState<TreasureOrder>();
  const purchase = usePurchase((order) => {
    setBought(order);
    setTyped('');
    setShare(undefined);
    setAgrees(false);
  });
  const { isUnderWay } = purchase;
  const { scale, redemption, days } = product;
  const parsed = format.parseTyped(typed, scale);
  const wantedText = parsed.ok ? parsed.value : undefined;
  const wanted = useMemo(() => (wantedText === undefined ? undefined : amount(wantedText)), [wantedText]);
  const problem = purchaseProblem(wanted, product, available);
  const schedule = useSchedule(wanted !== undefined && isPositive(wanted) ? wanted : undefined, product);
  const most = mostOf(product, available);
  const stops = problem !== undefined ? problemText(problem) : agrees ? undefined : t('buy.agreeFirst');
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted === undefined || stops !== undefined || isUnderWay) return;
          const asked = { productId: product.id, amount: toText(wanted), catalogVersion: product.catalogVersion };
          purchase.ask(asked, { terms: undefined });
        }}
      >
        <Stack gap={3}>
          <div>
            <h2 className={styles.name}>{t('days', { count: days })}</h2>
            <p className={styles.rate}>{terms.rate(product)}</p>
            <SoftText>{terms.rateMeans(product)}</SoftText>
            <SoftText>
              {t('list.bounds', {
                min: format.figure(product.min),
                max: format.figure(product.singleLimit),
                asset: shownAsset(product.asset, mode),
              })}
            </SoftText>
          </div>
          <Capacity product={product} mode={mode} />
          <AmountField
            label={t('calc.amount')}
            name="amount"
            value={typed}
            onChange={(next) => {
              setTyped(next);
              setShare(undefined);
            }}
            unit={shownAsset(product.asset, mode)}
            scale={scale}
            disabled={isUnderWay}
            hint={t('calc.available', { amount: format.figure(available), asset: shownAsset(product.asset, mode) })}
            problem={problem !== undefined && 'bound' in problem ? problemText(problem) : undefined}
          />
          <Chips
            label={t('calc.share')}
            value={share}
            disabled={isUnderWay || !isPositive(most)}
            onChange={(next) => {
              setShare(next);
              setTyped(format.forInput(toText(shareOf(most, next, product))));
            }}
            options={shares.map((value) => ({ value, label: format.rate(value, { scale: 0 }) }))}
          />
          <Calculation product={product} mode={mode} schedule={schedule} />
          <section>
            <SectionHeading>{t('rule.title')}</SectionHeading>
            <p className={styles.line}>{terms.redemption(redemption)}</p>
          </section>
          <Checkbox
            label={t(redemption === null ? 'buy.agreeFixed' : 'buy.agree', { term: t('days', { count: days }) })}
            isOn={agrees}
            onChange={setAgrees}
            disabled={isUnderWay}
          />
          <ActionBar>
            <MoneyActionNotice action={purchase.action} unknown={t('buy.unknown')} />
            <OnlineButton type="submit" size="lg" isBlock isBusy={isUnderWay} disabled={stops !== undefined}>
              {stops ?? t('buy.submit')}
            </OnlineButton>
          </ActionBar>
          <ScheduleSteps product={product} mode={mode} schedule={schedule} />
        </Stack>
      </form>
      <PurchaseReview purchase={purchase} product={product} mode={mode} schedule={schedule} />
      {bought !== undefined && <BoughtSheet order={bought} mode={mode} onClose={() => setBought(undefined)} />}
    </>
  );
}

function usePurchase(onBought: (order: TreasureOrder) => void) {
  const { t } = useTranslation('treasure');
  const refresh = useRefresh();
  const adapter = usePurchaseAdapter();
  useResumedAction(adapter);
  const purchase = useMoneyAction(adapter, {
    guard: t('buy.sending'),
    onAccepted(order) {
      purchase.close();
      refresh('walletList', 'walletDetail', 'treasureProducts', 'treasureSummary', 'treasureOrders');
      onBought(order);
    },
  });
  return purchase;
}
export type Purchase = ReturnType<typeof usePurchase>;

function useProblemText(product: TreasureProduct, mode: AccountMode): (problem: PurchaseProblem) => string {
  const { t } = useTranslation('treasure');
  const format = useFormat();
  return (problem) =>
    'bound' in problem
      ? t(`problem.${problem.code}`, { amount: format.figure(problem.bound), asset: shownAsset(product.asset, mode) })
      : t(`problem.${problem.code}`);
}
