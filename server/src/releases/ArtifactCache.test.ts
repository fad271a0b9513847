import { expect, test } from '@jest/globals';
import { createArtifactCache, toStoredFile } from './ArtifactCache';

function aStore() {
  const reads: string[] = [];
  const read = async (key: string) => {
    reads.push(key);
    return key === 'missing' ? undefined : toStoredFile(Buffer.alloc(key === 'large' ? 100 : 40));
  };
  return { reads, cached: createArtifactCache(read, 100) };
}

test('room for two: a third one takes the place of the one that was not wanted for the longest time', async () => {
  const { reads, cached } = aStore();
  for (const key of ['a', 'b', 'a', 'c', 'a', 'c', 'b']) await cached(key);
  expect(reads).toEqual(['a', 'b', 'c', 'b']);
});

test('a file as large as all the room is kept alone; what is missing is looked for again', async () => {
  const { reads, cached } = aStore();
  for (const key of ['a', 'large', 'large', 'a', 'missing', 'missing']) await cached(key);
  expect(reads).toEqual(['a', 'large', 'a', 'missing', 'missing']);
});
