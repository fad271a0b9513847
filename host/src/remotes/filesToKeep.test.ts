import { expect, test } from '@jest/globals';
import { filesToKeep } from './filesToKeep';

test('a release is kept whole, with the words of one language', () => {
  const file = { integrity: 'sha384-x', bytes: 1 };
  const files = {
    'remoteEntry.js': file,
    'app.0a1b2c3d.js': file,
    'app.0a1b2c3d.css': file,
    '140.0a1b2c3d.js': file,
    'text-de.0a1b2c3d.js': file,
    'text-en.0a1b2c3d.js': file,
    'text-de-later.0a1b2c3d.js': file,
    'text-en-later.0a1b2c3d.js': file,
    'LICENSE.txt': file,
  };
  const kept = filesToKeep({ entry: '/r/trade/1.0.0+0a1b2c3d/remoteEntry.js' }, { files }, 'de');
  expect(kept.map(({ href }) => href.replace('/r/trade/1.0.0+0a1b2c3d/', ''))).toEqual([
    'remoteEntry.js',
    'app.0a1b2c3d.js',
    'app.0a1b2c3d.css',
    '140.0a1b2c3d.js',
    'text-de.0a1b2c3d.js',
    'text-de-later.0a1b2c3d.js',
  ]);
});
