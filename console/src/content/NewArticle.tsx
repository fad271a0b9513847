/** A new article: what it is, where and how long it is shown, and its English words. */
import { useRef, useState, type FormEvent } from 'react';
import { hasBody, isAnnounced, type ContentCategory, type OperationRequest } from '@tessera/shared/operations';
import { PreviewedDialog } from '../acts/PreviewedDialog';
import { callOperation } from '../api/operations';
import { Back } from '../parts/Back';
import { Button } from '../parts/Button';
import { Facts } from '../parts/Facts';
import { Field } from '../parts/Field';
import { PartTitle } from '../parts/PartTitle';
import { forgetKept, useKept } from '../parts/useKept';
import type { SignedInOperator } from '../session/SignedInOperator';
import { toAddress } from '../shell/address';
import { tell } from '../shell/notice';
import { contentTexts as texts } from '../texts/content';
import styles from './Article.module.css';
import { askedPlace, emptyPlace, PlaceFields } from './PlaceFields';
import { placeFacts } from './placeFacts';
import { ShownBody, WordsFields } from './WordsFields';

type Asked = Omit<OperationRequest<'contentCreate'>, 'reason' | 'preview'>;

const emptyWords = { title: '', summary: '', body: '' };

export function NewArticle({ operator }: { readonly operator: SignedInOperator }) {
  const draft = `${operator.name} new article`;
  const [typed, setTyped] = useKept(draft, { category: 'news' as ContentCategory, words: emptyWords, place: emptyPlace });
  const [asked, setAsked] = useState<Asked>();
  const { category, words, place } = typed;

  function preview(event: FormEvent): void {
    event.preventDefault();
    const body = hasBody(category) ? words.body : '';
    setAsked({ category, ...words, body, ...askedPlace(category, place) });
  }

  return (
    <>
      <Back to={['content']}>{texts.back}</Back>
      <PartTitle>{texts.new}</PartTitle>
      <section className="card">
        <form className={styles['form']} onSubmit={preview} noValidate>
          <Field label={texts.kind} hint={texts.kindHint[category]}>
            <select value={category} onChange={({ target }) => setTyped({ ...typed, category: target.value as ContentCategory })}>
              {texts.categories.map((one) => (
                <option key={one} value={one}>
                  {texts.category[one]}
                </option>
              ))}
            </select>
          </Field>
          <p className="soft small">{texts.englishFirst}</p>
          <WordsFields category={category} words={words} onChange={(next) => setTyped({ ...typed, words: next })} />
          <PlaceFields
            category={category}
            place={place}
            fromHint={isAnnounced(category) ? texts.announcedHint : texts.beginsHint}
            onChange={(next) => setTyped({ ...typed, place: next })}
          />
          <div>
            <Button kind="main" type="submit">
              {texts.preview}
            </Button>
          </div>
        </form>
      </section>
      {asked === undefined ? null : (
        <CreateDialog
          asked={asked}
          onClose={() => setAsked(undefined)}
          onDone={(article) => {
            forgetKept(draft);
            tell(texts.created(asked.title));
            toAddress(['content', article]);
          }}
        />
      )}
    </>
  );
}

function CreateDialog({
  asked,
  onDone,
  onClose,
}: {
  readonly asked: Asked;
  readonly onDone: (article: string) => void;
  readonly onClose: () => void;
}) {
  const made = useRef('');
  return (
    <PreviewedDialog
      title={texts.askNew(texts.category[asked.category], asked.title)}
      confirm={texts.publish}
      reasonHint={texts.reasonHint}
      ask={async (reason, preview) => {
        const answer = await callOperation('contentCreate', { ...asked, reason, preview });
        if (answer.is === 'answer' && answer.value.article !== null) made.current = answer.value.article;
        return answer;
      }}
      show={({ place, words }) => (
        <>
          <Facts
            facts={[
              [texts.heading, words.title],
              [texts.summary, words.summary],
              ...placeFacts(place).filter(([, said]) => said !== ''),
            ]}
          />
          {words.body === '' ? null : <ShownBody text={words.body} />}
        </>
      )}
      onDone={() => onDone(made.current)}
      onClose={onClose}
    />
  );
}
