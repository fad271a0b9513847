import { useRef } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { IconButton } from '../button/IconButton';
import { Search, X } from '../icons';
import styles from './Field.module.css';

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly placeholder?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly onSubmit?: (() => void) | undefined;
}

export function SearchField({ label, value, onChange, placeholder = label, autoFocus, onSubmit }: SearchFieldProps) {
  const { t } = useTranslation('common');
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <form
      role="search"
      className={`${styles.box} ${styles.search}`}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    >
      <span className={styles.lead}>
        <Search aria-hidden size={18} />
      </span>
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={placeholder}
        autoFocus={autoFocus}
        className={styles.input}
        // As long as the exchange takes it.
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {value !== '' && <IconButton className={styles.inside} label={t('action.clear')} icon={X} iconSize={18} onClick={clear} />}
    </form>
  );
}
