/** Asks for some fields and, where it is needed, for a reason. What was typed stays when it is refused. */
import { useState } from 'react';
import { ActDialog, type ActDialogProps } from '../acts/ActDialog';
import { Field } from '../parts/Field';

export interface AskedField {
  readonly name: string;
  readonly label: string;
  readonly initial?: string;
  /** Chosen among these. */
  readonly options?: Readonly<Record<string, string>>;
  readonly isOptional?: boolean;
}

interface FieldsDialogProps extends Omit<ActDialogProps, 'act' | 'children' | 'isReady'> {
  readonly means?: string;
  readonly fields: readonly AskedField[];
  readonly act: (values: Readonly<Record<string, string>>, reason: string) => ReturnType<ActDialogProps['act']>;
}

export function FieldsDialog({ means, fields, act, ...rest }: FieldsDialogProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map(({ name, initial = '' }) => [name, initial])),
  );
  const isReady = fields.every(({ name, isOptional = false }) => isOptional || (values[name] ?? '').trim() !== '');
  return (
    <ActDialog {...rest} isReady={isReady} act={(reason) => act(values, reason)}>
      {means === undefined ? null : <p className="soft small">{means}</p>}
      {fields.map(({ name, label, options }, at) => {
        const own = {
          value: values[name] ?? '',
          onChange: ({ target }: { readonly target: { readonly value: string } }) =>
            setValues({ ...values, [name]: target.value }),
          'data-first': at === 0 || undefined,
        };
        return (
          <Field key={name} label={label}>
            {options === undefined ? (
              <input {...own} maxLength={200} autoComplete="off" spellCheck={false} />
            ) : (
              <select {...own}>
                {Object.entries(options).map(([value, word]) => (
                  <option key={value} value={value}>
                    {word}
                  </option>
                ))}
              </select>
            )}
          </Field>
        );
      })}
    </ActDialog>
  );
}
