import { Field, Tick } from '../parts/Field';
import { reviewsTexts as texts } from '../texts/reviews';
import styles from './ReasonFields.module.css';
import type { ShownKind } from './reviewKinds';

export interface Reason {
  readonly reason: string;
  readonly fields: readonly string[];
}

/** A reason to pick or to type, with what has to be done again. A picked one fills both in; both stay open to change. */
export function ReasonFields({
  kind,
  reason,
  fields,
  onChange,
}: Reason & { readonly kind: ShownKind; readonly onChange: (changed: Reason) => void }) {
  const picked = kind.reasons.findIndex(({ text }) => text === reason);
  return (
    <>
      {kind.reasons.length === 0 ? null : (
        <Field label={texts.reasons}>
          <select
            value={picked}
            data-first
            onChange={({ target }) => {
              const chosen = kind.reasons[Number(target.value)];
              onChange(chosen === undefined ? { reason: '', fields } : { reason: chosen.text, fields: chosen.fields });
            }}
          >
            <option value={-1}>{texts.ownReason}</option>
            {kind.reasons.map(({ text }, index) => (
              <option key={text} value={index}>
                {text}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Field label={texts.reason}>
        <textarea
          value={reason}
          maxLength={500}
          required
          data-first={kind.reasons.length === 0 || undefined}
          onChange={({ target }) => onChange({ reason: target.value, fields })}
        />
      </Field>
      {kind.fields.length === 0 ? null : (
        <fieldset className={styles['again']}>
          <legend>{texts.again}</legend>
          {kind.fields.map((field) => (
            <Tick
              key={field}
              label={texts.fields[field] ?? field}
              isOn={fields.includes(field)}
              onChange={(isOn) => onChange({ reason, fields: isOn ? [...fields, field] : fields.filter((one) => one !== field) })}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
