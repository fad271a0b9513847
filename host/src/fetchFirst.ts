/**
 * Runs alone, before every other script (it must not import; the build says so): asks for what the present page will need while
 * the large script is still on its way. Files of the remote, of its page and texts as preloads with their integrity, which index.html names;
 * the first answers of the page as real requests, which the host's network door takes over (browser/firstAnswers.ts).
 */
interface First {
  readonly pages: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, readonly [string, string]>>;
  readonly remotes: Readonly<
    Record<
      string,
      {
        /** The folder that the addresses of its files start in. */
        readonly base: string;
        readonly files: readonly (readonly [string, string])[];
        readonly texts: Readonly<Record<string, readonly [string, string]>>;
        readonly pages: Readonly<Record<string, readonly (readonly [string, string])[]>>;
      }
    >
  >;
}

const read = (key: string): string | undefined => {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
};

function preload([href, integrity]: readonly [string, string], base: string): void {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = href.endsWith('.css') ? 'style' : 'script';
  link.crossOrigin = 'anonymous';
  link.integrity = integrity;
  link.href = new URL(href, new URL(base, document.baseURI)).href;
  document.head.append(link);
}

/** What the page asks for first, each without parameters. The lists of markets need prices as well; a ticket cannot be shown without its market. */
const catalogue = ['coin/list'];
const market = [...catalogue, 'currency/quotation_new', 'currency/whlist'];
const firstCalls: Readonly<Record<string, readonly string[]>> = {
  '/pages/index/index': market,
  '/pages/market/index': market,
  '/pages/search/index': market,
  '/pages/kline/index': market,
  '/pages/whdetail/index': market,
  '/pages/trade/index': catalogue,
  '/pages/contract/index': catalogue,
  '/pages/contract/info': catalogue,
  '/pages/assets/index': catalogue,
  '/pages/assets/transfer': catalogue,
};

function fetchFirst(first: First): void {
  const language = read('lang') ?? 'en';
  const token = read('token');
  const asked = location.hash.replace(/^#/, '').replace(/[?#].*$/, '');
  const page = asked === '' || asked === '/' || asked === '/pages/net/index' ? '/pages/index/index' : asked;
  const remote = first.remotes[first.pages[page] ?? ''];
  const hostText = first.texts[language];
  if (hostText !== undefined) preload(hostText, '/');
  for (const file of [...(remote?.files ?? []), remote?.texts[language], ...(remote?.pages[page] ?? [])])
    if (file !== undefined) preload(file, remote?.base ?? '/');
  window.tesseraFirstAnswers = (firstCalls[page] ?? []).map((path) => {
    const url = `/api/${path}`;
    // Without a token for what is public to everybody; the same header as the host's own request has.
    const headers: Record<string, string> =
      token === undefined || path === 'currency/quotation_new' ? {} : { authorization: token };
    const answer = fetch(`${url}?lang=${language}`, { headers, credentials: 'same-origin' })
      .then(async (response) => ({ status: response.status, body: (await response.json()) as unknown }))
      .catch(() => undefined);
    return { url, language, authorization: headers['authorization'], answer };
  });
}

const hint = document.querySelector<HTMLMetaElement>('meta[name="tessera-first"]')?.content;
if (hint !== undefined) fetchFirst(JSON.parse(hint) as First);

export {};
