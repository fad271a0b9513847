import { expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { ArticleBody } from './ArticleBody';

async function shown(text: string, onOpen: (path: string) => void = () => undefined): Promise<HTMLElement> {
  const { container } = render(<ArticleBody text={`${text}\n\nthe end`} onOpen={onOpen} />);
  await screen.findByText('the end', { ignore: '[aria-busy] *' });
  return container;
}
const names = (container: HTMLElement) => new Set([...container.querySelectorAll('*')].map(({ localName }) => localName));

test('headings, lists, emphasis, quotes and code are elements; lines stay lines', async () => {
  const container = await shown(
    '# One\n\n### Two\n\n1. first\n2. second\n\n- a\n- b\n\n**strong** and *soft* `code`\nnext line\n\n> said\n\n---\n\n    block &amp; more',
  );
  expect(container.querySelector('h3')?.textContent).toBe('One');
  expect(container.querySelector('h4')?.textContent).toBe('Two');
  expect([...container.querySelectorAll('ol > li')].map(({ textContent }) => textContent)).toEqual(['first', 'second']);
  expect(container.querySelector('ul')?.children).toHaveLength(2);
  expect(container.querySelector('strong')?.textContent).toBe('strong');
  expect(container.querySelector('em')?.parentElement?.textContent).toBe('strong and soft code\nnext line');
  expect(container.querySelector('blockquote')?.textContent).toBe('said');
  expect(container.querySelector('pre')?.textContent).toBe('block &amp; more');
});

test('what is neither text nor a link to https or an own page is left out', async () => {
  const container = await shown(
    [
      '<script>alert(1)</script>',
      'a <b onclick="alert(2)">b</b> <img src=x onerror=alert(3)>',
      '<style>body{display:none}</style>',
      '<iframe src="https://foreign.example"></iframe>',
      '![a picture](https://foreign.example/x.png)',
      '[run](javascript:alert(4)) [turned](JaVaScRiPt&colon;alert(5)) [data](data:text/html,x) [plain](http://a.example)',
      '[foreign](//foreign.example) [back](\\\\foreign.example) [name](https://bank.example@foreign.example) [up](/h5/x) <javascript:alert(6)>',
      '[by name]\n\n[by name]: javascript:alert(7)',
    ].join('\n\n'),
  );
  expect(names(container)).toEqual(new Set(['div', 'p']));
  expect(container.innerHTML).not.toMatch(/alert\([123]\)|onerror|display:none|foreign\.example\/x/);
  expect(container.textContent).toContain('a picture');
  expect(container.textContent).toContain('run turned data plain');
});

test('https opens beside the app and tells it nothing; an own page opens in it', async () => {
  const onOpen = jest.fn<(path: string) => void>();
  await shown('[rules](https://example.org/rules?a=1#b), [help](/pages/help/detail?id=safety), <https://example.org>', onOpen);
  const outside = screen.getByRole('link', { name: 'rules' });
  expect(outside.getAttribute('href')).toBe('https://example.org/rules?a=1#b');
  expect([outside.getAttribute('target'), outside.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
  fireEvent.click(screen.getByRole('link', { name: 'help' }));
  expect(onOpen.mock.calls).toEqual([['/pages/help/detail?id=safety']]);
});

test.each([
  ['100,000 characters', 'x'.repeat(100_000)],
  ['quotes in quotes', '>'.repeat(20_000)],
  ['lines upon lines', 'a\n-\n'.repeat(5000)],
  ['lines that another sign ends', '- a\r'.repeat(5000)],
  ['lists in lists', '1. '.repeat(6000)],
  ['quotes and lists in turns', '>- '.repeat(6000)],
  ['emphasis that nothing ends', '*a_ '.repeat(5000)],
  ['emphasis in emphasis', `${'**a '.repeat(2500)}${' a**'.repeat(2500)}`],
  ['links that nothing ends', '[a]('.repeat(5000)],
])('%s stand as they were typed', (_, text) => {
  const { container } = render(<ArticleBody text={text} onOpen={() => undefined} />);
  expect(names(container)).toEqual(new Set(['div', 'p']));
  expect(container.textContent).toBe(text.trim());
});

test('an agreement of the greatest length is no such text', async () => {
  const clause = '- **Fees.** See [the rules](/pages/help/detail?id=rules) and `BTC-USDT`.\n  1. one\n     - two *of it*\n\n';
  const container = await shown(clause.repeat(120));
  expect(container.querySelectorAll('ol ul em')).toHaveLength(120);
});

test('signs of direction turn no other block, and a word without a break is one', async () => {
  const container = await shown(`\u202Eturned\n\n${'w'.repeat(3000)}`);
  for (const block of container.querySelectorAll('p')) expect(block.getAttribute('dir')).toBe('auto');
  expect(container.querySelectorAll('p')).toHaveLength(3);
});
