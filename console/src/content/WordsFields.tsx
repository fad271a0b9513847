import { useDeferredValue } from 'react';
import { ArticleBody } from '@tessera/shared/articles';
import { hasBody, type ContentCategory } from '@tessera/shared/operations';
import { Field } from '../parts/Field';
import { contentTexts as texts } from '../texts/content';
import styles from './Article.module.css';

export interface Words {
  readonly title: string;
  readonly summary: string;
  readonly body: string;
}

/** What an article says, and beside it what people will see of that. */
export function WordsFields({
  category,
  words,
  onChange,
}: {
  readonly category: ContentCategory;
  readonly words: Words;
  readonly onChange: (words: Words) => void;
}) {
  const { title, summary, body } = words;
  return (
    <>
      <Field label={texts.heading}>
        <input value={title} onChange={({ target }) => onChange({ ...words, title: target.value })} maxLength={200} />
      </Field>
      <Field label={texts.summary}>
        <textarea value={summary} onChange={({ target }) => onChange({ ...words, summary: target.value })} maxLength={500} />
      </Field>
      {hasBody(category) ? (
        <div className={styles['written']}>
          <Field label={texts.body} hint={texts.bodyHint}>
            <textarea
              className={styles['words']}
              value={body}
              onChange={({ target }) => onChange({ ...words, body: target.value })}
              maxLength={20_000}
            />
          </Field>
          <Rendered body={body} />
        </div>
      ) : null}
    </>
  );
}

function Rendered({ body }: Pick<Words, 'body'>) {
  // Reading a long text takes longer than typing a letter.
  const latest = useDeferredValue(body);
  return (
    <section className={styles['rendered']} aria-label={texts.asShown}>
      <p className="soft small" aria-hidden>
        {texts.asShown}
      </p>
      <ShownBody text={latest} />
    </section>
  );
}

/** As in the app; its links to own pages lead nowhere here. */
export const ShownBody = ({ text }: { readonly text: string }) => <ArticleBody text={text} onOpen={() => undefined} />;
