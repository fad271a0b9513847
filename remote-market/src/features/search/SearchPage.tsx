/** Search over markets (at once, from the catalogue), products and articles (asked of the server after a pause in typing). */
import { useEffect, useState } from 'react';
import type { SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useRemoteContext } from '@tessera/shared/react';
import {
  Card,
  EmptyState,
  FileText,
  IconButton,
  List,
  ListRow,
  LoadablePanel,
  Page,
  PageHeader,
  SearchField,
  SearchX,
  SectionHeading,
  SkeletonRows,
  Stack,
  X,
} from '@tessera/shared/ui';
import { openChart } from '../../components/chartPath';
import { MarketRow } from '../../components/MarketRow';
import { byTurnover, matching, ranked } from '../../components/ranking';
import { turnoverText } from '../../components/turnover';
import { useMarket, useNewestQuotes, type Market } from '../../components/useMarket';
import { useSettled } from '../../components/useSettled';
import { addRecent, clearRecent, readRecent } from './recentSearches';
import { useProducts } from './useProducts';
import styles from './Search.module.css';

const pauseMs = 250;
const hotCount = 6;

export function SearchPage() {
  const { t } = useTranslation('market');
  const { navigation, storage } = useRemoteContext();
  const { market, retry } = useMarket();
  const [typed, setTyped] = useState('');
  const [recent, setRecent] = useState(() => readRecent(storage));
  const query = useSettled(typed.trim(), pauseMs);
  useEffect(() => navigation.setTitle(t('search.title')), [navigation, t]);

  const remember = (text: string) => setRecent(addRecent(storage, text));
  const open = (info: SymbolInfo) => {
    remember(typed.trim() === '' ? info.symbol : typed);
    openChart(navigation, info);
  };

  return (
    <Page header={<PageHeader title={t('search.title')} onBack={() => navigation.back()} takesFocus={false} />}>
      <Stack gap={6}>
        <SearchField label={t('search.all')} value={typed} onChange={setTyped} autoFocus onSubmit={() => remember(typed)} />
        {typed.trim() === '' && recent.length > 0 && (
          <section>
            <SectionHeading
              action={
                <IconButton
                  label={t('search.clearRecent')}
                  icon={X}
                  iconSize={18}
                  onClick={() => {
                    clearRecent(storage);
                    setRecent([]);
                  }}
                />
              }
            >
              {t('search.recent')}
            </SectionHeading>
            <div className={styles.recent}>
              {recent.map((text) => (
                <button key={text} type="button" className={styles.recentItem} onClick={() => setTyped(text)}>
                  <span>{text}</span>
                </button>
              ))}
            </div>
          </section>
        )}
        <LoadablePanel loadable={market} onRetry={retry} skeleton={<SkeletonRows count={hotCount} />}>
          {(known) =>
            typed.trim() === '' ? (
              <Hot market={known} onOpen={open} />
            ) : (
              <Results
                market={known}
                query={typed.trim() === query ? query : typed.trim()}
                articleQuery={query}
                onOpen={open}
                onRemember={() => remember(typed)}
              />
            )
          }
        </LoadablePanel>
      </Stack>
    </Page>
  );
}

function Hot({ market, onOpen }: { readonly market: Market; readonly onOpen: (info: SymbolInfo) => void }) {
  const { t } = useTranslation('market');
  const quotes = useNewestQuotes(market);
  return (
    <section>
      <SectionHeading>{t('search.hot')}</SectionHeading>
      <Markets rows={ranked(market.symbols, quotes, byTurnover).slice(0, hotCount)} quotes={quotes} onOpen={onOpen} />
    </section>
  );
}

interface ResultsProps {
  readonly market: Market;
  readonly query: string;
  /** Lags behind while a person types. */
  readonly articleQuery: string;
  readonly onOpen: (info: SymbolInfo) => void;
  readonly onRemember: () => void;
}

function Results({ market, query, articleQuery, onOpen, onRemember }: ResultsProps) {
  const { t } = useTranslation('market');
  const { navigation } = useRemoteContext();
  const quotes = useNewestQuotes(market);
  const rows = matching(market.symbols, query);
  const products = useProducts(query);
  // The answer to an earlier text is aborted with its query, so a late one can never stand under a newer text.
  const articles = useEndpoint(
    'newsList',
    { query: articleQuery, pageSize: 10 },
    { isEnabled: articleQuery !== '', freshMs: 60_000 },
  );
  const found = articles.data?.items ?? [];

  if (rows.length === 0 && products.length === 0 && articles.data !== undefined && found.length === 0 && articleQuery === query) {
    return <EmptyState icon={SearchX} title={t('search.none', { query })} detail={t('search.noneDetail')} />;
  }
  return (
    <Stack gap={6}>
      {rows.length > 0 && (
        <section>
          <SectionHeading>{t('search.inMarkets')}</SectionHeading>
          <Markets rows={rows} quotes={quotes} onOpen={onOpen} />
        </section>
      )}
      {products.length > 0 && (
        <section>
          <SectionHeading>{t('search.inProducts')}</SectionHeading>
          <Card padding="none">
            <List label={t('search.inProducts')}>
              {products.map(({ id, label, icon: Icon, path, query: asked, isTab }) => (
                <ListRow
                  key={id}
                  lead={<Icon aria-hidden size={20} />}
                  title={label}
                  onSelect={() => {
                    onRemember();
                    if (isTab && asked === undefined) navigation.switchTab(path);
                    else navigation.navigate(path, asked);
                  }}
                />
              ))}
            </List>
          </Card>
        </section>
      )}
      <section>
        <SectionHeading>{t('search.inArticles')}</SectionHeading>
        <LoadablePanel
          loadable={articles.loadable}
          onRetry={articles.refetch}
          skeleton={<SkeletonRows count={2} />}
          isEmpty={({ items }) => items.length === 0}
          empty={<p className={styles.nothing}>{t('search.noArticles')}</p>}
        >
          {({ items }) => (
            <Card padding="none">
              <List label={t('search.inArticles')}>
                {items.map(({ id, title, summary }) => (
                  <ListRow
                    key={id}
                    lead={<FileText aria-hidden size={20} />}
                    title={title}
                    detail={summary}
                    onSelect={() => {
                      onRemember();
                      navigation.navigate('/pages/help/detail', { id });
                    }}
                  />
                ))}
              </List>
            </Card>
          )}
        </LoadablePanel>
      </section>
    </Stack>
  );
}

function Markets({
  rows,
  quotes,
  onOpen,
}: {
  readonly rows: readonly SymbolInfo[];
  readonly quotes: ReturnType<typeof useNewestQuotes>;
  readonly onOpen: (info: SymbolInfo) => void;
}) {
  return (
    <Card padding="none" className={styles.rows}>
      <ul>
        {rows.map((info) => (
          <li key={info.symbol} className={styles.row}>
            <MarketRow info={info} quote={quotes.get(info.symbol)} turnover={turnoverText(info, quotes)} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
