import { useState } from 'react';
import type { EndpointResponse } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Card, ChevronDown, List, ListRow } from '@tessera/shared/ui';
import styles from './Help.module.css';

export type Article = EndpointResponse<'newsList'>['items'][number];

const groups = ['start', 'account', 'money', 'trading', 'safety', 'other'] as const satisfies readonly (
  | Article['group']
  | 'other'
)[];
type Group = (typeof groups)[number];

/** The questions by group, each of which opens and closes; the first stands open. */
export function Questions({ articles }: { readonly articles: readonly Article[] }) {
  const { t } = useTranslation('help');
  const shown = groups.flatMap((group) => {
    const members = articles.filter((article) => (article.group ?? 'other') === group);
    return members.length === 0 ? [] : [{ group, members }];
  });
  const [open, setOpen] = useState<ReadonlySet<Group>>(() => new Set(shown.slice(0, 1).map(({ group }) => group)));
  const toggle = (group: Group) => setOpen((before) => new Set(groups.filter((one) => before.has(one) !== (one === group))));
  return (
    <>
      {shown.map(({ group, members }) => {
        const isOpen = open.has(group);
        return (
          <Card key={group} padding="none" as="section">
            <h2>
              <button
                type="button"
                className={styles.group}
                aria-expanded={isOpen}
                aria-controls={`questions-${group}`}
                onClick={() => toggle(group)}
              >
                <span>{t(`group.${group}`)}</span>
                <span className={styles.count}>{members.length}</span>
                <ChevronDown aria-hidden size={18} className={styles.chevron} />
              </button>
            </h2>
            <div id={`questions-${group}`} hidden={!isOpen}>
              <ArticleList label={t(`group.${group}`)} articles={members} />
            </div>
          </Card>
        );
      })}
    </>
  );
}

export function ArticleList({
  label,
  articles,
  detailOf = ({ summary }) => summary,
}: {
  readonly label: string;
  readonly articles: readonly Article[];
  readonly detailOf?: (article: Article) => string;
}) {
  const navigation = useNavigation();
  return (
    <List label={label}>
      {articles.map((article) => (
        <ListRow
          key={article.id}
          title={article.title}
          detail={detailOf(article)}
          onSelect={() => navigation.navigate('/pages/help/detail', { id: article.id })}
        />
      ))}
    </List>
  );
}
