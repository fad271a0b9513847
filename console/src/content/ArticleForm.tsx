import { useState, type FormEvent } from 'react';
import { isAnnounced, type OperationResponse } from '@tessera/shared/operations';
import { instantOf } from '../acts/instantOf';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { useKept } from '../parts/useKept';
import { contentTexts as texts } from '../texts/content';
import styles from './Article.module.css';
import type { SaveRequest } from './ArticlePage';
import { WordsFields } from './WordsFields';

export interface ArticleFormProps {
  /** Whose, and of what. */
  readonly of: string;
  readonly seen: OperationResponse<'contentGet'>;
  readonly onPreview: (typed: Omit<SaveRequest, 'article' | 'language'>) => void;
  /** Begin once more, with the newest. */
  readonly onAgain: () => void;
}

/** What is typed is a change of what was newest when it was begun. */
export function ArticleForm({ of, seen: { category, newest, shown, saved }, onPreview, onAgain }: ArticleFormProps) {
  const { title, summary, body } = saved[0] ?? shown;
  const [typed, setTyped] = useKept(of, { seen: newest, title, summary, body });
  const [at, setAt] = useState('');
  const isOvertaken = typed.seen !== newest;

  function preview(event: FormEvent): void {
    event.preventDefault();
    const validFromMs = instantOf(at);
    onPreview({ ...typed, ...(validFromMs === undefined ? {} : { validFromMs }) });
  }

  return (
    <section className="card" aria-labelledby="change">
      <h2 id="change">{texts.change}</h2>
      <p className="soft small">{texts.changeMeans}</p>
      <form className={styles['form']} onSubmit={preview} noValidate>
        <WordsFields
          category={category}
          words={{ title: typed.title, summary: typed.summary, body: typed.body }}
          onChange={(words) => setTyped({ ...typed, ...words })}
        />
        <Field label={texts.begins} hint={isAnnounced(category) ? texts.announcedHint : texts.beginsHint}>
          <input type="datetime-local" value={at} onChange={({ target }) => setAt(target.value)} />
        </Field>
        <div role="alert">
          {isOvertaken ? (
            <div className="problem">
              <p>{texts.meanwhile(saved[0]?.operator ?? '')}</p>
              <Button onClick={onAgain}>{texts.takeNewest}</Button>
            </div>
          ) : null}
        </div>
        <div>
          <Button kind="main" type="submit" isDisabled={isOvertaken}>
            {texts.preview}
          </Button>
        </div>
      </form>
    </section>
  );
}
