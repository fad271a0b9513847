import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { AmountText, SelectField } from '@tessera/shared/ui';
import { useShownScale } from '@tessera/shared/wallet';
import { currenciesOf, inCurrency } from './currencies';
import type { Portfolio } from './usePortfolio';
import styles from './TotalCard.module.css';

interface CurrencyValueProps {
  readonly portfolio: Portfolio;
  readonly code: string;
  readonly onChoose: (code: string) => void;
  readonly isHidden: boolean;
}

const currencyScale = 2;

/** The total in the chosen currency, with the quote that it is by. Without a quote of now there is no figure. */
export function CurrencyValue({ portfolio: { total, quotes, catalogue }, code, onChoose, isHidden }: CurrencyValueProps) {
  const { t } = useTranslation('assets');
  const format = useFormat();
  const scaleOf = useShownScale();
  const currencies = currenciesOf(catalogue?.symbols ?? []);
  const currency = currencies.find((one) => one.code === code) ?? currencies[0];
  if (currency === undefined) return null;
  const quote = quotes.quoteOf(currency.symbol);
  const digits = catalogue?.infoOf(currency.symbol)?.digits;
  const scale = currency.isDollarRate ? currencyScale : scaleOf(currency.code);
  const value = total === null || quote === undefined ? null : inCurrency(total, currency, quote.price);
  // A closed market's last price can be of days ago.
  const isOfToday = quote?.state !== 'closed' || format.date(quote.atMs) === format.date(quotes.nowMs);
  return (
    <>
      <div className={styles.currency}>
        <p className={styles.converted}>
          <AmountText amount={value} asset={currency.code} scale={scale} size="lg" isHidden={isHidden} />
        </p>
        <SelectField
          label={t('currency.label')}
          value={currency.code}
          onChange={onChoose}
          options={currencies.map((one) => ({ value: one.code, label: one.code }))}
        />
      </div>
      {quote === undefined
        ? quotes.hasHeardOf(currency.symbol) && (
            <p className={styles.note}>{t('currency.missing', { symbol: currency.symbol })}</p>
          )
        : !isHidden && (
            <p className={styles.note}>
              {t(quote.state === 'closed' ? 'currency.closed' : 'currency.rate', {
                symbol: currency.symbol,
                price: format.figure(quote.price, { scale: digits }),
                time: isOfToday ? format.time(quote.atMs) : format.dateTime(quote.atMs),
              })}
              {currency.isDollarRate && <> {t('currency.dollar')}</>}
            </p>
          )}
    </>
  );
}
