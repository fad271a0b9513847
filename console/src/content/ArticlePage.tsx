/** One article in one language: what is shown, what was saved, and another text from an instant on. */
import { useState } from 'react';
import type { OperationRequest, OperationResponse } from '@tessera/shared/operations';
import { LiveView } from '../live/LiveView';
import { useLive } from '../live/useLive';
import { Back } from '../parts/Back';
import { Facts } from '../parts/Facts';
import { Field } from '../parts/Field';
import { PartTitle } from '../parts/PartTitle';
import { dateTime } from '../parts/times';
import { forgetKept } from '../parts/useKept';
import { mayAsk } from '../session/mayAsk';
import type { SignedInOperator } from '../session/SignedInOperator';
import { toAddress } from '../shell/address';
import { tell } from '../shell/notice';
import { contentTexts as texts, type Language } from '../texts/content';
import { ArticleForm } from './ArticleForm';
import { PlaceSection } from './PlaceSection';
import { SaveDialog } from './SaveDialog';
import { ShownBody } from './WordsFields';

type Seen = OperationResponse<'contentGet'>;
export type SaveRequest = Omit<OperationRequest<'contentSave'>, 'reason' | 'preview'>;

export interface ArticlePageProps {
  readonly article: string;
  readonly language: Language;
  readonly operator: SignedInOperator;
}

export function ArticlePage({ article, language, operator }: ArticlePageProps) {
  const live = useLive('contentGet', { article, language });
  const [asked, setAsked] = useState<SaveRequest>();
  /** Another one begins with what is newest. */
  const [form, setForm] = useState(0);
  const draft = `${operator.name} ${article} ${language}`;
  const again = (): void => {
    forgetKept(draft);
    setForm(form + 1);
  };
  return (
    <>
      <Back to={['content']}>{texts.back}</Back>
      <PartTitle>{live.latest?.value.shown.title ?? texts.title}</PartTitle>
      <div className="filters">
        <Field label={texts.languages}>
          <select value={language} onChange={({ target }) => toAddress(['content', article, target.value])}>
            {texts.spoken.map((one) => (
              <option key={one} value={one}>
                {texts.language(one)}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <LiveView live={live}>
        {(seen, { serverMs }) => (
          <>
            {seen.places === null ? null : (
              <PlaceSection
                article={article}
                title={seen.shown.title}
                category={seen.category}
                places={seen.places}
                nowMs={serverMs}
                mayChange={mayAsk(operator.roles, 'contentPlace')}
                onDone={live.refresh}
              />
            )}
            <Shown seen={seen} language={language} />
            <Saved saved={seen.saved} nowMs={serverMs} />
            {mayAsk(operator.roles, 'contentSave') ? (
              <ArticleForm
                key={form}
                of={draft}
                seen={seen}
                onAgain={again}
                onPreview={(typed) => setAsked({ article, language, ...typed })}
              />
            ) : null}
          </>
        )}
      </LiveView>
      {asked === undefined ? null : (
        <SaveDialog
          request={asked}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            tell(texts.done(asked.title));
            setAsked(undefined);
            again();
            live.refresh();
          }}
        />
      )}
    </>
  );
}

function Shown({
  seen: {
    places,
    shown: { version, language: said, title, summary, body },
  },
  language,
}: {
  readonly seen: Seen;
  readonly language: Language;
}) {
  const of = version === 0 ? texts.released : texts.version(version);
  return (
    <section className="card" aria-labelledby="shown">
      <h2 id="shown">{places === null ? texts.shown : texts.words}</h2>
      <p className="soft small">{said === language ? of : texts.inEnglish(texts.language(language))}</p>
      <Facts
        facts={[
          [texts.heading, title],
          [texts.summary, summary],
        ]}
      />
      {body === '' ? null : <ShownBody text={body} />}
    </section>
  );
}

function Saved({ saved, nowMs }: Pick<Seen, 'saved'> & { readonly nowMs: number }) {
  const [newest] = saved;
  return (
    <section className="card" aria-labelledby="saved">
      <h2 id="saved">{texts.saved}</h2>
      {newest === undefined ? <p className="soft">{texts.noneSaved}</p> : null}
      {newest !== undefined && newest.validFromMs > nowMs ? (
        <div className="note">
          <p>{texts.comes(dateTime(newest.validFromMs))}</p>
          <p>
            <strong>{newest.title}</strong>
          </p>
          <ShownBody text={newest.body} />
        </div>
      ) : null}
      <Facts
        facts={saved.map(
          ({ version, operator, savedAtMs, validFromMs, reason }) =>
            [texts.savedBy(version, operator, dateTime(savedAtMs)), texts.savedWhat(dateTime(validFromMs), reason)] as const,
        )}
      />
    </section>
  );
}
