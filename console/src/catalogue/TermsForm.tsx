import { useState, type FormEvent } from 'react';
import { instantOf } from '../acts/instantOf';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { useKept } from '../parts/useKept';
import { catalogueTexts as texts } from '../texts/catalogue';
import { changeOf } from './changeOf';

export interface TermsFormProps {
  /** Whose, and of what. */
  readonly of: string;
  readonly fields: readonly string[];
  readonly newest: Readonly<Record<string, string | null>>;
  readonly onPreview: (change: Record<string, string>, validFromMs: number | undefined) => void;
}

/** Every value beside what was published last; what is not touched stays. */
export function TermsForm({ of, fields, newest, onPreview }: TermsFormProps) {
  const [typed, setTyped] = useKept<Readonly<Record<string, string>>>(of, {});
  const [at, setAt] = useState('');
  const [problem, setProblem] = useState('');

  function preview(event: FormEvent): void {
    event.preventDefault();
    const change = changeOf(typed, newest);
    setProblem(Object.keys(change).length === 0 ? texts.nothingTyped : '');
    if (Object.keys(change).length > 0) onPreview(change, instantOf(at));
  }

  return (
    <section className="card" aria-labelledby="change">
      <h2 id="change">{texts.change}</h2>
      <p className="soft small">{texts.changeMeans}</p>
      <form className="card-form" onSubmit={preview} noValidate>
        <div className="filters">
          {fields.map((field) => (
            <TermField
              key={field}
              field={field}
              value={typed[field] ?? newest[field] ?? ''}
              onChange={(value) => {
                setTyped({ ...typed, [field]: value });
                setProblem('');
              }}
            />
          ))}
          <Field label={texts.begins} hint={texts.beginsHint}>
            <input type="datetime-local" value={at} onChange={({ target }) => setAt(target.value)} />
          </Field>
        </div>
        <p role="alert" className={problem === '' ? 'hidden' : 'problem'}>
          {problem}
        </p>
        <Button kind="main" type="submit">
          {texts.preview}
        </Button>
      </form>
    </section>
  );
}

function TermField({
  field,
  value,
  onChange,
}: {
  readonly field: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const options = field.startsWith('has_') ? { true: texts.yes, false: texts.no } : field === 'level' ? texts.levels : undefined;
  const hint = texts.hintOf(field);
  return (
    <Field label={texts.fieldOf(field)} {...(hint === undefined ? {} : { hint })}>
      {options === undefined ? (
        <input value={value} onChange={({ target }) => onChange(target.value)} maxLength={500} spellCheck={false} />
      ) : (
        <select value={value} onChange={({ target }) => onChange(target.value)}>
          {Object.entries(options).map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
