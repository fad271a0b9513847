/**
 * The LTV and its levels, in three forms: a bar from 0 to 100 %, a sentence and a table. Each mark has its own sign. Screen readers read the
 * sentence and the table.
 */
import type { Loan } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, compare, rate, toDrawingNumber } from '@tessera/shared/money';
import styles from './LtvBar.module.css';

interface LtvBarProps {
  readonly levels: Pick<Loan, 'initialLtv' | 'callLtv' | 'liquidationLtv'>;
  /** null: not known. */
  readonly ltv: string | null;
  /** The LTV after the action of a form. undefined where nothing changes. */
  readonly after?: string | null | undefined;
  /** Shown if one coin is the only collateral. */
  readonly prices?: { readonly call: string | null; readonly liquidation: string | null } | undefined;
}

export function LtvBar({ levels, ltv, after, prices }: LtvBarProps) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const decisive = after === undefined ? ltv : after;
  const state = decisive === null ? undefined : ltvState(decisive, levels);
  const marks = [
    ...(after === undefined || ltv !== null
      ? [{ mark: after === undefined ? ('now' as const) : ('before' as const), at: ltv }]
      : []),
    ...(after === undefined ? [] : [{ mark: 'after' as const, at: after }]),
    { mark: 'initial' as const, at: levels.initialLtv },
    { mark: 'call' as const, at: levels.callLtv },
    { mark: 'liquidation' as const, at: levels.liquidationLtv },
  ];
  const priceOf = (mark: string): string | null | undefined =>
    mark === 'call' ? prices?.call : mark === 'liquidation' ? prices?.liquidation : undefined;
  return (
    <div className={styles.ltv}>
      <LtvScale levels={levels} ltv={decisive} />
      <p className={styles.state} data-state={state}>
        {state === undefined ? t('ltv.unknown') : t(`ltv.state.${state}`)}
      </p>
      <table className={styles.table}>
        <caption className={styles.caption}>{t('ltv.title')}</caption>
        <thead className={styles.head}>
          <tr>
            <th scope="col">{t('ltv.mark')}</th>
            <th scope="col">{t('ltv.share')}</th>
          </tr>
        </thead>
        <tbody>
          {marks.map(({ mark, at }) => (
            <tr key={mark}>
              <th scope="row">
                <span
                  aria-hidden
                  className={styles.sign}
                  data-mark={mark}
                  data-state={mark === 'now' || mark === 'after' ? state : undefined}
                />
                {t(`ltv.marks.${mark}`)}
                {typeof priceOf(mark) === 'string' && (
                  <>
                    {' '}
                    <span className={styles.price}>{t('ltv.atPrice', { price: priceOf(mark) })}</span>
                  </>
                )}
              </th>
              <td>
                {at === null ? '–' : format.rate(at, mark === 'now' || mark === 'after' ? { scale: 1 } : { leastScale: 1 })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The bar only. */
export function LtvScale({ levels, ltv }: Pick<LtvBarProps, 'levels' | 'ltv'>) {
  return (
    <div aria-hidden className={styles.bar}>
      <span className={styles.called} style={span(levels.callLtv, levels.liquidationLtv)} />
      <span className={styles.over} style={span(levels.liquidationLtv, '1')} />
      {ltv !== null && <span className={styles.fill} data-state={ltvState(ltv, levels)} style={span('0', ltv)} />}
      {(['initial', 'call', 'liquidation'] as const).map((mark) => (
        <span key={mark} className={styles.mark} data-mark={mark} style={{ insetInlineStart: percent(levels[`${mark}Ltv`]) }} />
      ))}
    </div>
  );
}

type LtvState = 'low' | 'called' | 'liquidation';
const ltvState = (ltv: string, { callLtv, liquidationLtv }: LtvBarProps['levels']): LtvState => {
  if (compare(rate(ltv), rate(liquidationLtv)) >= 0) return 'liquidation';
  return compare(rate(ltv), rate(callLtv)) >= 0 ? 'called' : 'low';
};

/** The position on the bar; a higher LTV is drawn at its end. */
const percent = (share: string): string => `${Math.min(100, Math.max(0, toDrawingNumber(amount(share)) * 100))}%`;
const span = (from: string, to: string) => ({ insetInlineStart: percent(from), insetInlineEnd: `calc(100% - ${percent(to)})` });
