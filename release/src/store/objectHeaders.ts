/** What an object store tells readers of an object: its type, and how long they may keep it. */
import { extname } from 'node:path';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.sig': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

export interface ObjectHeaders {
  readonly ContentType: string;
  readonly CacheControl: string;
}

/** Artifacts and log entries never change; everything else is asked for again each time. */
export function objectHeaders(key: string): ObjectHeaders {
  const isImmutable = key.startsWith('r/') || key.startsWith('pointer/log/');
  return {
    ContentType: contentTypes[extname(key)] ?? 'application/octet-stream',
    CacheControl: isImmutable ? 'public, max-age=31536000, immutable, no-transform' : 'no-cache',
  };
}
