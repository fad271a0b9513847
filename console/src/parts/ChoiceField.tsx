import { Field } from './Field';

interface ChoiceFieldProps<Choice extends string> {
  readonly label: string;
  readonly value: Choice;
  /** The words of each choice, in the order of the list. */
  readonly choices: Readonly<Record<Choice, string>>;
  readonly onChoose: (choice: Choice) => void;
}

/** One of a few, by its words. */
export function ChoiceField<Choice extends string>({ label, value, choices, onChoose }: ChoiceFieldProps<Choice>) {
  return (
    <Field label={label}>
      <select value={value} onChange={({ target }) => onChoose(target.value as Choice)}>
        {Object.entries<string>(choices).map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  );
}
