/** What was searched for: the last eight, newest first, each once. Kept in this browser only. */
import type { RemoteStorage } from '@tessera/shared/federation';

const key = 'recent-searches';
const most = 8;
const longest = 60;

export function readRecent(storage: RemoteStorage): readonly string[] {
  return (storage.read(key) ?? '')
    .split('\n')
    .filter((text) => text !== '')
    .slice(0, most);
}

export function addRecent(storage: RemoteStorage, typed: string): readonly string[] {
  const text = typed.replace(/\s+/g, ' ').trim().slice(0, longest);
  const before = readRecent(storage);
  if (text === '') return before;
  const after = [text, ...before.filter((one) => one.toLowerCase() !== text.toLowerCase())].slice(0, most);
  storage.write(key, after.join('\n'));
  return after;
}

export const clearRecent = (storage: RemoteStorage): void => storage.remove(key);
