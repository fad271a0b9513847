import { LiveView } from '../live/LiveView';
import { useLive } from '../live/useLive';
import { PartTitle } from '../parts/PartTitle';
import { Row, Rows } from '../parts/Rows';
import { hrefOf } from '../shell/address';
import { contentTexts as texts } from '../texts/content';

export function ArticleList() {
  const live = useLive('contentList', {});
  return (
    <>
      <PartTitle>{texts.title}</PartTitle>
      <LiveView live={live}>
        {({ articles }) => (
          <Rows label={texts.list}>
            {articles.map(({ article, category, title, texts: spoken }) => {
              const changed = spoken.filter(({ version }) => version > 0).map(({ language }) => texts.language(language));
              const coming = spoken.filter(({ comingMs }) => comingMs !== null).map(({ language }) => texts.language(language));
              return (
                <Row
                  key={article}
                  href={hrefOf(['content', article])}
                  title={title}
                  mark={coming.length === 0 ? null : texts.coming(coming.join(', '))}
                >
                  {texts.category[category]} · {changed.length === 0 ? texts.untouched : texts.changed(changed.join(', '))}
                </Row>
              );
            })}
          </Rows>
        )}
      </LiveView>
    </>
  );
}
