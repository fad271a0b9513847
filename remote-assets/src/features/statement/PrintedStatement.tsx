import { shownAsset, type Statement } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useSessionState } from '@tessera/shared/react';
import { useShownScale } from '@tessera/shared/wallet';
import { useCauseText } from './useCauseText';
import styles from './Statement.module.css';

interface PrintedStatementProps {
  readonly title: string;
  readonly period: string;
  readonly notes: string;
  readonly asset: string;
  readonly statement: Statement;
}

/** On paper only: a table whose head stands on each sheet, between the opening and the closing balance. */
export function PrintedStatement({ title, period, notes, asset, statement }: PrintedStatementProps) {
  const { t } = useTranslation('statement');
  const { t: tAssets } = useTranslation('assets');
  const { t: tCommon } = useTranslation('common');
  const format = useFormat();
  const scaleOf = useShownScale();
  const causeText = useCauseText();
  const { mode } = useSessionState();
  const leastScale = scaleOf(asset);
  const figure = (text: string) => format.figure(text, { leastScale });
  const standing = (label: string, { balance }: Statement['opening']) => (
    <tr className={styles.standing}>
      <th scope="row" colSpan={5}>
        {label}
      </th>
      <td>{figure(balance)}</td>
    </tr>
  );
  return (
    <div className={styles.printed} aria-hidden>
      <h1>{`${tCommon('brand')} · ${t('title')}`}</h1>
      <p>
        <strong>{title}</strong> · {tCommon(`mode.${mode}`)}
      </p>
      <p>{period}</p>
      <p>{notes}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('column.number')}</th>
            <th scope="col">{t('column.time')}</th>
            <th scope="col">{t('column.kind')}</th>
            <th scope="col">{t('column.cause')}</th>
            <th scope="col">{`${t('column.amount')} (${shownAsset(asset, mode)})`}</th>
            <th scope="col">{t('column.balance')}</th>
          </tr>
        </thead>
        <tbody>
          {standing(t('opening'), statement.opening)}
          {statement.items.map((entry) => (
            <tr key={entry.id}>
              <td>{format.figure(String(entry.version))}</td>
              <td>{format.dateTime(entry.atMs)}</td>
              <td>{tAssets(`records.kind.${entry.kind}`)}</td>
              <td>
                {[causeText(entry), entry.fee === null ? undefined : t('fee', { amount: figure(entry.fee) })]
                  .filter((one) => one !== undefined)
                  .join(' · ')}
              </td>
              <td>{format.figure(entry.amount, { leastScale, sign: 'always' })}</td>
              <td>{figure(entry.balanceAfter)}</td>
            </tr>
          ))}
          {statement.next !== null && (
            <tr>
              <td colSpan={6}>
                {t('check.soFarHint', {
                  n: format.figure(String(statement.items.length)),
                  all: format.figure(String(statement.closing.version - statement.opening.version)),
                })}
              </td>
            </tr>
          )}
          {standing(t('closing'), statement.closing)}
        </tbody>
      </table>
    </div>
  );
}
