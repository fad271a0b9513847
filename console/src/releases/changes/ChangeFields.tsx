import type { RemoteStatus } from '@tessera/release';
import { Field, Tick } from '../../parts/Field';
import { texts } from '../../texts/releases';
import {
  fieldsOf,
  type ChangeInput,
  type ChangeKind,
  type Field as FieldName,
  type Subject,
  type TickedField,
} from './changeForm';
import { MessageFields } from './MessageFields';

export interface ChangeFieldsProps {
  readonly kind: ChangeKind;
  readonly subject: Subject;
  readonly input: ChangeInput;
  readonly onInput: (changed: Partial<ChangeInput>) => void;
}

/** What the change asks for, in the order in which it is decided; the reason is asked of every change. */
export function ChangeFields({ kind, subject: { remote }, input, onInput }: ChangeFieldsProps) {
  const fields = fieldsOf[kind];
  const has = (field: FieldName): boolean => fields.includes(field);
  const tick = (field: TickedField) =>
    has(field) ? <Tick label={texts.fields[field]} isOn={input[field]} onChange={(isOn) => onInput({ [field]: isOn })} /> : null;
  return (
    <>
      {has('version') && remote !== null ? (
        <Field label={kind === 'rollback' ? texts.fields.to : texts.version}>
          <select value={input.version} onChange={({ target }) => onInput({ version: target.value })}>
            {input.version === '' ? <option value="">{texts.fields.choose}</option> : null}
            {remote.published.map(({ version, isProven }) => (
              <option key={version} value={version}>
                {texts.fields.versionOption(version, placeOf(version, remote), isProven)}
              </option>
            ))}
          </select>
        </Field>
      ) : null}
      {has('percent') ? (
        <Field label={texts.fields.percent}>
          <input
            type="number"
            inputMode="numeric"
            min={1}
            max={99}
            value={input.percent}
            onChange={({ target }) => onInput({ percent: target.value })}
          />
        </Field>
      ) : null}
      {has('message') ? <MessageFields messages={input.messages} onMessages={(messages) => onInput({ messages })} /> : null}
      <Field label={texts.fields.reason}>
        <input
          value={input.reason}
          maxLength={300}
          onChange={({ target }) => onInput({ reason: target.value })}
          onFocus={({ target }) => target.select()}
        />
      </Field>
      <div>
        {tick('now')}
        {tick('unlock')}
        {tick('unproven')}
        {tick('despiteRunningHosts')}
      </div>
    </>
  );
}

function placeOf(version: string, { stable, previous, canary }: RemoteStatus): string {
  if (version === stable) return texts.places.stable;
  if (version === canary?.version) return texts.places.canary;
  return version === previous ? texts.places.previous : '';
}
