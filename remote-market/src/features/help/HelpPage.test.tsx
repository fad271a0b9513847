import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import { openMarket, type OpenedMarket } from '../../testing/openMarket';

type Article = EndpointResponse<'newsList'>['items'][number];
let opened: OpenedMarket | undefined;
afterEach(() => opened?.close());

const articles: readonly Article[] = [
  { id: 'margin', category: 'help', group: 'trading', title: 'What margin is', summary: 'Money held', publishedAtMs: 5 },
  { id: 'codes', category: 'help', group: 'safety', title: 'Codes and who asks', summary: 'Nobody', publishedAtMs: 4 },
  { id: 'odd', category: 'help', title: 'Something else', summary: 'Odd', publishedAtMs: 3 },
  {
    id: 'terms',
    category: 'agreement',
    title: 'User agreement',
    summary: 'Rules',
    publishedAtMs: 2,
    comingMs: Date.UTC(2026, 11, 24),
  },
];
const answer = ({ category, query = '' }: EndpointRequest<'newsList'>): EndpointResponse<'newsList'> => {
  const items = articles.filter((article) => article.category === category && article.title.includes(query));
  return { items, page: 1, pageSize: 100, total: items.length };
};
const open = (path: string, search = '') => {
  opened = openMarket(path, { search, prepare: ({ api }) => api.respond('newsList', answer) });
  return opened.context;
};

describe('help', () => {
  test('questions stand in groups; the first is open, each opens and closes', async () => {
    const context = open('/pages/help/index');
    const trading = await screen.findByRole('button', { name: 'Trading 1' });
    expect(trading).toHaveAttribute('aria-expanded', 'true');
    const other = screen.getByRole('button', { name: 'Other 1' });
    expect(screen.getByText('Something else')).not.toBeVisible();
    await userEvent.click(other);
    expect(screen.getByText('Something else')).toBeVisible();
    await userEvent.click(trading);
    expect(screen.getByText('What margin is')).not.toBeVisible();
    expect(screen.queryByRole('button', { name: /^Money/ })).not.toBeInTheDocument();
    await userEvent.click(screen.getByText('Something else'));
    expect(context.navigation.last).toMatchObject({ path: '/pages/help/detail', query: { id: 'odd' } });
  });

  test('a search lists what fits without groups; what nobody wrote about repeats the words, and leads to a person', async () => {
    const context = open('/pages/help/index');
    await userEvent.type(await screen.findByRole('searchbox'), 'Codes');
    expect(await screen.findByRole('group', { name: 'Questions' })).toHaveTextContent('Codes and who asks');
    await waitFor(() => expect(screen.queryByText('What margin is')).not.toBeInTheDocument());
    await userEvent.type(screen.getByRole('searchbox'), ' of honour');
    expect(await screen.findByText('Nothing found for “Codes of honour”')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByRole('button', { name: 'Trading 1' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Customer service' }));
    expect(context.navigation.last).toMatchObject({ path: '/pages/service/index' });
  });

  test('a text that is to come says from when on', async () => {
    open('/pages/help/index', '?category=agreement');
    const list = await screen.findByRole('group', { name: 'Agreement' });
    expect(within(list).getByRole('button')).toHaveTextContent(/User agreementApplies from Dec 24, 2026/);
  });
});

test('a long list is read on to its end, each article once', async () => {
  const page = (from: number, next: string | null): EndpointResponse<'newsList'> => ({
    items: Array.from({ length: 30 }, (_, index) => ({
      id: `n${from + index}`,
      category: 'news',
      title: `News ${from + index}`,
      summary: '',
      publishedAtMs: 1000 - from - index,
    })),
    page: 1,
    pageSize: 30,
    total: 90,
    next,
  });
  opened = openMarket('/pages/help/index', {
    search: '?category=news',
    prepare: ({ api }) =>
      api.respond('newsList', ({ cursor = '0.a' }) => {
        const from = Number.parseInt(cursor, 10);
        return page(from, from + 30 < 90 ? `${from + 30}.a` : null);
      }),
  });
  for (let shown = 30; shown < 90; shown += 30) {
    await screen.findByText(`News ${shown - 1}`);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  }
  await screen.findByText('News 89');
  expect(within(screen.getByRole('group', { name: 'News' })).getAllByRole('button')).toHaveLength(90);
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

describe('an article', () => {
  const detail = {
    ...articles[3],
    id: 'terms',
    category: 'agreement',
    title: 'User agreement',
    summary: '',
    publishedAtMs: 2,
  } as const;

  test('its Markdown, with the text that is to come before the one that holds', async () => {
    opened = openMarket('/pages/help/detail', {
      search: '?id=terms',
      prepare: ({ api }) =>
        api.respond('newsDetail', {
          ...detail,
          body: 'The *old* rule. [About](/pages/help/detail?id=about)',
          coming: { title: 'New agreement', summary: '', body: 'The **new** rule.' },
        }),
    });
    expect((await screen.findByText('new')).tagName).toBe('STRONG');
    expect(screen.getAllByRole('article').map((one) => one.querySelector('h2')?.textContent)).toEqual([
      'New agreement',
      'User agreement',
    ]);
    expect(screen.getByText(/^The text that applies from Dec 24, 2026/)).toBeVisible();
    await userEvent.click(screen.getByText('About'));
    expect(opened.context.navigation.last).toEqual({ verb: 'navigate', path: '/pages/help/detail', query: { id: 'about' } });
  });

  test('one that is not there: said, with the way to the others', async () => {
    opened = openMarket('/pages/help/detail');
    await userEvent.click(await screen.findByRole('button', { name: 'Help' }));
    expect(opened.context.navigation.last).toMatchObject({ verb: 'redirect', path: '/pages/help/index' });
  });
});
