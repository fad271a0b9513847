/**
 * A slow line in front of the app, on an origin of its own: TLS 1.3 and HTTP/2, a round trip of 150 ms, 1638 kbit/s down and 768 up
 * for all connections together. Bytes are counted as they cross the line. No loss and no slow start.
 */
import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

const roundTripMs = 150;
const downBytesPerMs = 1638 / 8;
const upBytesPerMs = 768 / 8;

export interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
  /** For Chromium's --ignore-certificate-errors-spki-list, which leaves its cache in use. */
  readonly spki: string;
}

export function certificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
    execFileSync('openssl', [...words.split(' '), '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    });
    const pem = readFileSync(cert);
    const der = new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' });
    return { key: readFileSync(key), cert: pem, spki: createHash('sha256').update(der).digest('base64') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface SlowLine {
  readonly origin: string;
  /** What was asked for since the last call, and how many bytes came down. */
  taken(): { readonly paths: readonly string[]; readonly bytes: number };
  close(): void;
}

/** `folder`: files that stand at /h5/ in place of those of the app. */
export async function slowLine(upstream: string, { key, cert }: Certificate, folder?: string): Promise<SlowLine> {
  let paths: string[] = [];
  let bytes = 0;
  const front = createSecureServer({ key, cert, minVersion: 'TLSv1.3' }, (asked, answer) => {
    paths.push(asked.url);
    if (folder !== undefined && asked.url.startsWith('/h5/')) answerFile(join(folder, fileName(asked.url)), answer);
    else passOn(upstream, asked, answer);
  });
  const frontPort = await listening(front);
  const down = lane(downBytesPerMs, (count) => (bytes += count));
  const up = lane(upBytesPerMs, () => undefined);
  const sockets = new Set<Socket>();
  const line = createServer((near) => {
    const far = connect(frontPort, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined).on('close', () => (sockets.delete(socket), near.destroy(), far.destroy()));
    }
    // The handshake of the transport is made here at once; on the line it takes a round trip.
    const opensAt = performance.now() + roundTripMs;
    near.on('data', (chunk) => up(chunk, far, opensAt));
    far.on('data', (chunk) => down(chunk, near, 0));
  });
  const port = await listening(line);
  return {
    origin: `https://localhost:${port}`,
    taken() {
      const taken = { paths, bytes };
      [paths, bytes] = [[], 0];
      return taken;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      line.close();
      front.close();
    },
  };
}

/** One direction of the line: what is sent waits until all before it is through, and then half a round trip. */
function lane(bytesPerMs: number, count: (bytes: number) => void) {
  const waiting: { readonly atMs: number; readonly packet: Buffer; readonly to: Socket }[] = [];
  let freeAt = 0;
  let timer: NodeJS.Timeout | undefined;
  // One timer for all: two of them may fire in the wrong order.
  const deliver = (): void => {
    timer = undefined;
    for (let next = waiting[0]; next !== undefined && next.atMs <= performance.now(); next = waiting[0]) {
      waiting.shift();
      if (next.to.writable) next.to.write(next.packet);
    }
    if (waiting[0] !== undefined) timer = setTimeout(deliver, waiting[0].atMs - performance.now());
  };
  return (chunk: Buffer, to: Socket, notBefore: number): void => {
    // In packets, so that several connections share the line.
    for (let from = 0; from < chunk.length; from += 1400) {
      const packet = chunk.subarray(from, from + 1400);
      count(packet.length);
      freeAt = Math.max(freeAt, performance.now(), notBefore) + packet.length / bytesPerMs;
      waiting.push({ atMs: freeAt + roundTripMs / 2, packet, to });
    }
    timer ??= setTimeout(deliver, 1);
  };
}

const fileName = (url: string): string => {
  const path = new URL(url, 'https://localhost').pathname.slice('/h5/'.length);
  return path === '' ? 'index.html' : path;
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

function answerFile(path: string, answer: Http2ServerResponse): void {
  const type = types[extname(path)];
  if (type === undefined || !existsSync(path)) {
    answer.writeHead(404).end();
    return;
  }
  const isPacked = existsSync(`${path}.br`);
  answer.writeHead(200, {
    'content-type': type,
    'cache-control': path.endsWith('.html') ? 'no-cache' : 'public, max-age=31536000, immutable',
    ...(isPacked ? { 'content-encoding': 'br' } : {}),
  });
  answer.end(readFileSync(isPacked ? `${path}.br` : path));
}

const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'host']);
const isEndToEnd = ([name]: readonly [string, unknown]): boolean => !name.startsWith(':') && !ofConnection.has(name);

function passOn(upstream: string, asked: Http2ServerRequest, answer: Http2ServerResponse): void {
  const headers = Object.fromEntries(Object.entries(asked.headers).filter(isEndToEnd));
  const behind = request(new URL(asked.url, upstream), { method: asked.method, headers }, (from) => {
    answer.writeHead(from.statusCode ?? 502, Object.fromEntries(Object.entries(from.headers).filter(isEndToEnd)));
    from.pipe(answer.stream);
  });
  behind.on('error', () => answer.stream?.destroy());
  answer.on('close', () => behind.destroy());
  asked.pipe(behind);
}

function listening(server: Server): Promise<number> {
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)));
}
