/**
 * The real app with a market that the bench plays: everything comes from a running Tessera, but the lists of symbols and
 * quotes and the socket are the bench's own, so that it knows what was sent when. Reference pages stand beside the app on
 * the same origin and listen to the same socket.
 */
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Server } from 'socket.io';
import type { QuoteRow } from '@tessera/shared/contract';

const require = createRequire(import.meta.url);
/** Files that reference pages load, by the path they stand at. */
const libraryFiles: Readonly<Record<string, string>> = {
  '/bench/socket.io.js': join(require.resolve('socket.io-client/package.json'), '../dist/socket.io.min.js'),
  '/bench/highstock.js': join(require.resolve('highcharts/package.json'), '../highstock.js'),
};

export interface PlayedSymbol {
  readonly symbol: string;
  readonly price: string;
}

export interface PlayedMarket {
  readonly url: string;
  /** Sends one batch to every page that listens. */
  send(prices: readonly PlayedSymbol[]): void;
  close(): Promise<void>;
}

export interface PlayedMarketOptions {
  readonly upstream: string;
  readonly symbols: readonly PlayedSymbol[];
  /** Answers of the API that differ from upstream: path below /api/ to message. */
  readonly answers?: Readonly<Record<string, (query: URLSearchParams) => unknown>>;
  /** Reference pages by path. */
  readonly pages: Readonly<Record<string, string>>;
}

export async function playMarket({ upstream, symbols, answers = {}, pages }: PlayedMarketOptions): Promise<PlayedMarket> {
  const seqs = new Map<string, number>();
  const rowOf = ({ symbol, price }: PlayedSymbol): QuoteRow => {
    const seq = (seqs.get(symbol) ?? 0) + 1;
    seqs.set(symbol, seq);
    return [symbol, seq, Date.now(), price, price, price, '0.0123', price, price, '1000', '100000', 'trading'];
  };
  const latest = new Map<string, QuoteRow>(symbols.map((one) => [one.symbol, rowOf(one)]));
  const all: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
    'coin/list': () => ({
      version: 1,
      symbols: symbols.map(({ symbol }) => symbolInfoOf(symbol)),
      assets: [{ asset: 'USDT', scale: 6, shownScale: 2 }],
    }),
    'currency/quotation_new': () => ({ serverMs: Date.now(), quotes: [...latest.values()].map(quoteOf) }),
    ...answers,
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://bench');
    const page = pages[url.pathname];
    const library = libraryFiles[url.pathname];
    const answer = all[url.pathname.replace(/^\/api\//, '')];
    if (page !== undefined) send(response, 'text/html; charset=utf-8', page);
    else if (library !== undefined) send(response, 'text/javascript', readFileSync(library));
    else if (url.pathname.startsWith('/api/') && answer !== undefined) {
      send(response, 'application/json', JSON.stringify({ type: 'ok', message: answer(url.searchParams) }));
    } else forward(upstream, request, response);
  });
  const io = new Server(server, { path: '/socket', serveClient: false });
  io.on('connection', (socket) => {
    socket.on('quotes.subscribe', (wanted: string[], reply: (batch: unknown) => void) =>
      reply({ serverMs: Date.now(), rows: wanted.flatMap((symbol) => latest.get(symbol) ?? []) }),
    );
    socket.on('time.ask', (reply: (nowMs: number) => void) => reply(Date.now()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the bench has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    send(prices) {
      const rows = prices.map(rowOf);
      for (const row of rows) latest.set(row[0], row);
      io.volatile.emit('quotes', { serverMs: Date.now(), rows });
    },
    async close() {
      await io.close();
      server.closeAllConnections();
    },
  };
}

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}

function forward(upstream: string, request: IncomingMessage, response: ServerResponse): void {
  const target = new URL(request.url ?? '/', upstream);
  const passed = httpRequest(target, { method: request.method, headers: { ...request.headers, host: target.host } }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  passed.on('error', () => response.writeHead(502).end());
  request.pipe(passed);
}

const symbolInfoOf = (symbol: string) => ({
  symbol,
  base: symbol.split('-')[0],
  quote: 'USDT',
  assetClass: 'crypto',
  digits: 2,
  tickSize: '0.01',
  pipSize: '0.01',
  contractSize: '1',
  lotMin: '0.01',
  lotStep: '0.01',
  lotMax: '1000',
  staleAfterMs: 600_000,
  products: { spot: true, seconds: true, leverage: true },
  market: { state: 'trading', nextChangeAtMs: null, weeklyWindows: null },
  isVolumeModelled: true,
});
const quoteOf = ([symbol, seq, atMs, price, bid, ask, changeRate, high, low, volume, turnover, state]: QuoteRow) => ({
  symbol,
  seq,
  atMs,
  price,
  bid,
  ask,
  changeRate,
  high,
  low,
  volume,
  turnover,
  state,
});
