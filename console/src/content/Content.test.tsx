import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { languages } from '@tessera/shared/contract';
import { Content } from './Content';

const now = Date.UTC(2030, 4, 2, 12);
const operator = { name: 'ann', roles: ['content' as const], endsAtMs: now + 3_600_000 };
const place = { group: 'trading', link: null, rank: 0, fromMs: now - 60_000, untilMs: null };
const words = { title: 'Maintenance', summary: 'What waits', body: 'On **Saturday**' };
const spoken = (...said: string[]) =>
  languages.map((language) => ({ language, version: said.includes(language) ? 1 : 0, validFromMs: null, comingMs: null }));

const asked: [path: string, body: Record<string, unknown>][] = [];
const answers: Record<string, (body: Record<string, unknown>) => unknown> = {
  'content/list': () => ({
    articles: [
      { article: 'a'.repeat(16), category: 'help', title: 'Maintenance', place, texts: spoken('en', 'de') },
      {
        article: 'b'.repeat(16),
        category: 'banner',
        title: 'Gone',
        place: { ...place, group: null, untilMs: now - 1 },
        texts: spoken(...languages),
      },
      { article: 'about', category: 'about', title: 'About', place: null, texts: spoken() },
    ],
  }),
  'content/get': () => ({
    category: 'help',
    places: [{ version: 3, savedAtMs: now - 60_000, operator: 'bob', reason: 'asked', ...place }],
    newest: 0,
    shown: { version: 1, language: 'en', ...words },
    saved: [],
  }),
  'content/create': ({ preview, group, title, summary, body }) => ({
    article: preview === true ? null : 'c'.repeat(16),
    place: { ...place, group: group ?? null },
    words: { title, summary, body },
  }),
  'content/place': ({ preview }) => ({ version: preview === true ? null : 4, before: place, after: { ...place, untilMs: now } }),
};

beforeEach(() => {
  window.location.hash = '';
  asked.length = 0;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const path = String(url).replace('api/', '');
    const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
    asked.push([path, body]);
    return Response.json({ type: 'ok', message: answers[path]?.(body) }, { headers: { date: new Date(now).toUTCString() } });
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const acts = () => asked.filter(([path]) => !/list$|get$/.test(path)).map(([, body]) => body);
const confirm = async (name: string, reason: string) => {
  const dialog = await screen.findByRole('dialog');
  const button = await within(dialog).findByRole('button', { name });
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: reason } });
  await within(dialog).findByText(/Shown until/);
  fireEvent.click(button);
};

test('the list says what is shown and in which languages, kind by kind', async () => {
  render(<Content operator={operator} rest={[]} />);
  const row = async (name: RegExp) => (await screen.findByRole('link', { name })).textContent;
  expect(await row(/Maintenance/)).toContain('shown · only in English, German');
  expect(await row(/Gone/)).toContain('no longer shown · in every language');
  expect(await row(/About/)).toContain('as the release says it');
  fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'banner' } });
  expect(screen.queryByRole('link', { name: /Maintenance/ })).toBeNull();
  fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'rules' } });
  expect(screen.getByText('There is none of this kind.')).toBeTruthy();
});

test('a new article is seen as people see it, previewed, and published once', async () => {
  render(<Content operator={operator} rest={['new']} />);
  fireEvent.change(screen.getByLabelText(/^Kind/), { target: { value: 'help' } });
  fireEvent.change(screen.getByLabelText('Group'), { target: { value: 'money' } });
  for (const [label, value] of [
    ['Title', 'Fees'],
    ['Summary', 'What they are'],
    [/^Text/, 'They are **low** <script>run()</script>'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  expect((await within(screen.getByRole('region', { name: 'As people see it' })).findByText('low')).localName).toBe('strong');
  expect(document.querySelector('script')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show what would change' }));
  await confirm('Publish', 'asked often');
  const fees = {
    category: 'help',
    group: 'money',
    title: 'Fees',
    summary: 'What they are',
    body: 'They are **low** <script>run()</script>',
  };
  await waitFor(() => expect(window.location.hash).toBe(`#/content/${'c'.repeat(16)}`));
  expect(acts()).toEqual([
    { ...fees, reason: 'preview', preview: true },
    { ...fees, reason: 'asked often', preview: false },
  ]);
});

test('an article is withdrawn as it was seen; a language without words shows the English', async () => {
  render(<Content operator={operator} rest={['a'.repeat(16), 'fr']} />);
  expect(await screen.findByText(/Nothing is said in French yet/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
  await confirm('Withdraw', 'over');
  const withdrawn = { article: 'a'.repeat(16), withdraw: true, seen: 3, reason: 'over', preview: false };
  await waitFor(() => expect(acts().at(-1)).toEqual(withdrawn));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('who only oversees is offered nothing', async () => {
  render(<Content operator={{ ...operator, roles: ['compliance'] }} rest={['a'.repeat(16)]} />);
  expect(await screen.findByRole('heading', { name: 'Where and how long' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  expect(screen.queryByLabelText('Title')).toBeNull();
});
