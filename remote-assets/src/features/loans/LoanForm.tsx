/** The form of a new loan: collateral, amount, term. The quote follows the input; the review shows the same quote. */
import { useState } from 'react';
import {
  loanReviewDays,
  shownAsset,
  type AccountMode,
  type EndpointResponse,
  type Loan,
  type LoanTerm,
} from '@tessera/shared/contract';
import { useErrorText, useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, isPositive, min, multiply, rate, toText } from '@tessera/shared/money';
import { OnlineButton } from '@tessera/shared/react';
import {
  AmountField,
  Checkbox,
  Chips,
  LiveRegion,
  Notice,
  SectionHeading,
  SelectField,
  Skeleton,
  Stack,
} from '@tessera/shared/ui';
import { SoftText } from '../../components/SoftText';
import { ActionBar } from '../../components/ActionBar';
import { MoneyActionNotice } from '../../components/MoneyActionNotice';
import { asRequested, chosenSums, type CollateralSource, type TypedCollateral } from './collateral';
import { CollateralPicker } from './CollateralPicker';
import { collateralProblem, quoteProblem, sumProblem } from './loanProblem';
import { LoanOutcome } from './LoanOutcome';
import { LoanQuoteCard } from './LoanQuoteCard';
import { LoanReview, useReviewedLoan } from './LoanReview';
import { useLoanProblemText } from './useLoanProblemText';
import { useLoanQuote } from './useLoanQuote';

interface LoanFormProps {
  readonly config: EndpointResponse<'loanConfig'>;
  readonly sources: readonly CollateralSource[];
  /** The largest loan against all collateral; null: not known. */
  readonly limit: string | null;
  readonly mode: AccountMode;
  readonly onDone: (loan: Loan) => void;
}

export function LoanForm({ config, sources, limit, mode, onDone }: LoanFormProps) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const errorText = useErrorText();
  const problemText = useLoanProblemText(mode);
  const [termId, setTermId] = useState(config.terms[0]?.id);
  const [typed, setTyped] = useState('');
  const [typedCollateral, setTypedCollateral] = useState<TypedCollateral>({});
  const [hasAgreed, setHasAgreed] = useState(false);
  const term = config.terms.find(({ id }) => id === termId) ?? (config.terms[0] as LoanTerm);
  const chosen = chosenSums(sources, typedCollateral, format.parseTyped);
  const parsed = format.parseTyped(typed, term.scale);
  const wanted = parsed.ok ? amount(parsed.value) : undefined;
  const collateralWrong = collateralProblem(chosen);
  const typedProblem = collateralWrong ?? sumProblem(wanted, term);
  const collateral = asRequested(chosen);
  const asked =
    typedProblem !== undefined || wanted === undefined ? undefined : { termId: term.id, amount: toText(wanted), collateral };
  // Without an amount, the quote has the largest loan for the collateral.
  const quoting = useLoanQuote(asked ?? (collateralWrong === undefined ? { termId: term.id, collateral } : undefined));
  const { isAsking, problem: noQuote } = quoting;
  const quote = asked === undefined ? undefined : quoting.quote;
  const problem =
    typedProblem ??
    (quote === undefined ? undefined : quoteProblem(quote, term)) ??
    (hasAgreed ? undefined : ({ code: 'agree' } as const));
  const loan = useReviewedLoan((done) => {
    setTyped('');
    setTypedCollateral({});
    setHasAgreed(false);
    onDone(done);
  });
  const { action, isUnderWay } = loan;
  const unit = shownAsset(term.asset, mode);
  return (
    <section>
      <SectionHeading>{t('form.title')}</SectionHeading>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (asked === undefined || quote === undefined || problem !== undefined || isUnderWay) return;
          loan.ask({ ...asked, catalogVersion: term.catalogVersion }, { terms: quote });
        }}
      >
        <Stack gap={4}>
          <SoftText>{t('intro')}</SoftText>
          <CollateralPicker
            sources={sources}
            typed={typedCollateral}
            onChange={setTypedCollateral}
            mode={mode}
            isDisabled={isUnderWay}
          />
          <AmountField
            label={t('form.amount')}
            name="amount"
            value={typed}
            onChange={setTyped}
            unit={unit}
            scale={term.scale}
            disabled={isUnderWay}
            hint={t('form.bounds', { min: format.figure(term.min), max: format.figure(term.max), asset: unit })}
            problem={typedProblem?.code === 'below' || typedProblem?.code === 'above' ? problemText(typedProblem) : undefined}
          />
          <ShareChips most={quoting.quote?.most ?? limit} term={term} isDisabled={isUnderWay} onChoose={setTyped} />
          <SelectField
            label={t('sum.term')}
            value={term.id}
            onChange={setTermId}
            disabled={isUnderWay}
            hint={term.needsReview ? t('form.needsReview', { term: t('days', { count: loanReviewDays }) }) : undefined}
            options={config.terms.map(({ id, days, dailyRate }) => ({
              value: id,
              label: t('form.termOption', { days: t('days', { count: days }), rate: format.rate(dailyRate, { leastScale: 0 }) }),
            }))}
          />
          <Checkbox label={t('form.agree')} isOn={hasAgreed} onChange={setHasAgreed} disabled={isUnderWay} />
          <ActionBar>
            <LiveRegion>
              {noQuote !== undefined && <Notice tone="warning">{errorText(noQuote)}</Notice>}
              {quote !== undefined && <LoanOutcome quote={quote} term={term} unit={unit} />}
            </LiveRegion>
            <MoneyActionNotice action={action} unknown={t('review.unknown')} />
            <OnlineButton
              type="submit"
              size="lg"
              isBlock
              isBusy={isUnderWay}
              disabled={problem !== undefined || quote === undefined}
            >
              {isAsking && asked !== undefined
                ? t('form.asking')
                : problem === undefined
                  ? t('form.submit')
                  : problemText(problem)}
            </OnlineButton>
          </ActionBar>
          {isAsking && asked !== undefined && <Skeleton shape="block" height={180} />}
          {quote !== undefined && <LoanQuoteCard quote={quote} collateral={collateral} term={term} mode={mode} />}
        </Stack>
      </form>
      <LoanReview loan={loan} terms={config.terms} mode={mode} />
    </section>
  );
}

const shares = ['0.25', '0.5', '0.75', '1'] as const;

interface ShareChipsProps {
  readonly most: string | null;
  readonly term: LoanTerm;
  readonly isDisabled: boolean;
  readonly onChoose: (typed: string) => void;
}

/** Shares of the largest loan against the chosen collateral, or against everything; cut to the digits of the asset. */
function ShareChips({ most, term, isDisabled, onChoose }: ShareChipsProps) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  if (most === null || !isPositive(amount(most))) return null;
  const whole = min(amount(most), amount(term.max));
  return (
    <Chips
      label={t('form.share')}
      value={undefined}
      onChange={(share) => onChoose(format.forInput(toText(multiply(whole, rate(share), term.scale, 'down'))))}
      disabled={isDisabled}
      options={shares.map((share) => ({ value: share, label: format.rate(share, { scale: 0 }) }))}
    />
  );
}
