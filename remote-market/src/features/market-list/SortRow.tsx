import { useTranslation } from '@tessera/shared/kernel';
import type { SortField } from '../../components/ranking';
import { isSort, nextSort, rankings, type ListSort } from './listSort';
import styles from './MarketList.module.css';

/** Heads of the columns, and the two rankings as chips. */
export function SortRow({ sort, onChange }: { readonly sort: ListSort; readonly onChange: (sort: ListSort) => void }) {
  const { t } = useTranslation('market');
  const head = (field: SortField) => {
    const order = sort?.field === field ? sort.order : undefined;
    return (
      <button
        type="button"
        className={styles.column}
        aria-pressed={order !== undefined}
        onClick={() => onChange(nextSort(sort, field))}
      >
        <span>{t(`sort.${field}`)}</span>
        <svg aria-hidden="true" viewBox="0 0 8 12" width="8" height="12" data-order={order}>
          <path className={styles.up} d="M4 0l3.5 4.5h-7z" />
          <path className={styles.down} d="M4 12L.5 7.5h7z" />
        </svg>
        {order !== undefined && <span className={styles.spoken}>{t(`sort.${order}`)}</span>}
      </button>
    );
  };
  return (
    <div className={styles.sort} role="group" aria-label={t('sort.label')}>
      {head('name')}
      <span className={styles.chips}>
        {(['gain', 'turnover'] as const).map((id) => {
          const isOn = isSort(sort, rankings[id]);
          return (
            <button
              key={id}
              type="button"
              className={styles.chip}
              aria-pressed={isOn}
              onClick={() => onChange(isOn ? undefined : rankings[id])}
            >
              <span>{t(`sort.${id}`)}</span>
            </button>
          );
        })}
      </span>
      {head('price')}
      {head('change')}
    </div>
  );
}
