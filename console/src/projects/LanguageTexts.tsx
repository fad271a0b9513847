import { languages } from '@tessera/shared/contract';
import type { Language } from '@tessera/shared/contract';
import { Field } from '../parts/Field';
import { projectsTexts as texts } from '../texts/projects';
import { nameOf, type Typed } from './projectFields';

export interface TextPart {
  readonly part: 'name' | 'about' | 'statement';
  readonly longest: number;
  readonly isLong: boolean;
}

interface LanguageTextsProps {
  readonly parts: readonly TextPart[];
  readonly typed: Typed;
  readonly onType: (name: string, text: string) => void;
}

/** The same texts in every language: English in sight, the others below. */
export function LanguageTexts(props: LanguageTextsProps) {
  return (
    <>
      <InLanguage {...props} language="en" />
      <details>
        <summary>{texts.otherLanguages}</summary>
        {languages
          .filter((language) => language !== 'en')
          .map((language) => (
            <InLanguage key={language} {...props} language={language} />
          ))}
      </details>
    </>
  );
}

function InLanguage({ parts, typed, onType, language }: LanguageTextsProps & { readonly language: Language }) {
  return parts.map(({ part, longest, isLong }) => {
    const name = nameOf(part, language);
    const own = {
      value: typed[name] ?? '',
      maxLength: longest,
      onChange: ({ target }: { readonly target: { readonly value: string } }) => onType(name, target.value),
    };
    return (
      <Field key={part} label={texts.field[part](language)}>
        {isLong ? <textarea {...own} rows={4} /> : <input {...own} autoComplete="off" />}
      </Field>
    );
  });
}
