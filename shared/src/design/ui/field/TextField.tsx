import { useState, type InputHTMLAttributes, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { useTranslation } from '@tessera/shared/kernel';
import { IconButton } from '../button/IconButton';
import { Eye, EyeOff } from '../icons';
import { FieldFrame, type FieldTexts } from './FieldFrame';
import styles from './Field.module.css';

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'id' | 'prefix'>;

export interface TextFieldProps extends InputProps, FieldTexts {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly corner?: ReactNode;
  /** Inside the box, before and after the text. */
  readonly lead?: ReactNode;
  readonly trail?: ReactNode;
}

export function TextField({
  label,
  hint,
  problem,
  corner,
  lead,
  trail,
  value,
  onChange,
  className,
  disabled,
  ...rest
}: TextFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} problem={problem} corner={corner} isDisabled={disabled}>
      {(aria) => (
        <div className={styles.box}>
          {lead !== undefined && <span className={styles.lead}>{lead}</span>}
          <input
            type="text"
            {...rest}
            {...aria}
            disabled={disabled}
            className={clsx(styles.input, className)}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {trail}
        </div>
      )}
    </FieldFrame>
  );
}

/** A password with a button that shows it. `autoComplete`: current-password or new-password. */
export function PasswordField(
  props: Omit<TextFieldProps, 'type' | 'trail'> & { readonly autoComplete: 'current-password' | 'new-password' | 'off' },
) {
  const { t } = useTranslation('common');
  const [isShown, setShown] = useState(false);
  const label = isShown ? t('action.hidePassword') : t('action.showPassword');
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      trail={
        <IconButton
          className={styles.inside}
          label={label}
          icon={isShown ? EyeOff : Eye}
          iconSize={20}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
