import { useState } from 'react';
import type { ContentCategory, OperationResponse } from '@tessera/shared/operations';
import { LiveView } from '../live/LiveView';
import { useLive } from '../live/useLive';
import { Field } from '../parts/Field';
import { PartTitle } from '../parts/PartTitle';
import { Row, Rows } from '../parts/Rows';
import { mayAsk } from '../session/mayAsk';
import type { SignedInOperator } from '../session/SignedInOperator';
import { hrefOf } from '../shell/address';
import { contentTexts as texts } from '../texts/content';
import styles from './Article.module.css';
import { stateOf } from './placeFacts';

type Listed = OperationResponse<'contentList'>['articles'][number];

export function ArticleList({ operator }: { readonly operator: SignedInOperator }) {
  const live = useLive('contentList', {});
  const [category, setCategory] = useState<ContentCategory | ''>('');
  return (
    <>
      <PartTitle>{texts.title}</PartTitle>
      <div className="filters">
        <Field label={texts.kind}>
          <select value={category} onChange={({ target }) => setCategory(target.value as ContentCategory | '')}>
            <option value="">{texts.everyKind}</option>
            {texts.categories.map((one) => (
              <option key={one} value={one}>
                {texts.category[one]}
              </option>
            ))}
          </select>
        </Field>
        {mayAsk(operator.roles, 'contentCreate') ? (
          <a className={styles['new']} href={hrefOf(['content', 'new'])}>
            {texts.new}
          </a>
        ) : null}
      </div>
      <LiveView live={live}>
        {({ articles }, { serverMs }) => {
          const found = articles.filter((one) => category === '' || one.category === category);
          if (found.length === 0) return <p className="soft">{texts.noneOfKind}</p>;
          return (
            <Rows label={texts.list}>
              {found.map((one) => (
                <Row key={one.article} href={hrefOf(['content', one.article])} title={one.title} mark={markOf(one)}>
                  {texts.category[one.category]} · {one.place === null ? '' : `${stateOf(one.place, serverMs)} · `}
                  {spokenOf(one)}
                </Row>
              ))}
            </Rows>
          );
        }}
      </LiveView>
    </>
  );
}

/** In which languages it differs: from the release, or, of operators' own, from being there at all. */
function spokenOf({ place, texts: spoken }: Listed): string {
  const named = (list: typeof spoken) => list.map(({ language }) => texts.language(language)).join(', ');
  const changed = spoken.filter(({ version }) => version > 0);
  if (place === null) return changed.length === 0 ? texts.untouched : texts.changed(named(changed));
  const said = spoken.filter(({ version, comingMs }) => version > 0 || comingMs !== null);
  if (said.length === spoken.length) return texts.everyLanguage;
  const missing = spoken.filter((one) => !said.includes(one));
  return said.length < missing.length ? texts.only(named(said)) : texts.missing(named(missing));
}

function markOf({ texts: spoken }: Listed): string | null {
  const coming = spoken.filter(({ comingMs }) => comingMs !== null).map(({ language }) => texts.language(language));
  return coming.length === 0 ? null : texts.coming(coming.join(', '));
}
