import { useId, type ReactNode } from 'react';
import styles from './Switch.module.css';

interface ToggleProps {
  readonly label: ReactNode;
  /** A smaller line below the label. */
  readonly detail?: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly disabled?: boolean | undefined;
}

/** A setting that takes effect at once. The whole row is the target. */
export function Switch({ label, detail, isOn, onChange, disabled }: ToggleProps) {
  const detailId = useId();
  return (
    <label className={styles.row}>
      <span className={styles.texts}>
        <span className={styles.label}>{label}</span>
        {detail !== undefined && (
          <span id={detailId} className={styles.detail}>
            {detail}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says by itself whether it is checked
        role="switch"
        className={styles.switch}
        aria-describedby={detail === undefined ? undefined : detailId}
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}

/** An agreement or a choice that is sent with a form. */
export function Checkbox({
  label,
  detail,
  isOn,
  onChange,
  disabled,
  problem,
}: ToggleProps & { readonly problem?: string | undefined }) {
  const noteId = useId();
  return (
    <div>
      <label className={styles.check}>
        <input
          type="checkbox"
          className={styles.box}
          checked={isOn}
          disabled={disabled}
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={noteId}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span className={styles.checkLabel}>{label}</span>
      </label>
      <div id={noteId} className={styles.notes}>
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
        {problem !== undefined && (
          <span role="alert" className={styles.problem}>
            {problem}
          </span>
        )}
      </div>
    </div>
  );
}
