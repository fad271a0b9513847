/** Which Node versions the standing commands accept. */
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNodeAccepted, root } from '../setUp.mjs';

const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } };

test.each(['20.20.2', '20.21.0', '22.12.0', '22.23.3', '24.0.0', '24.21.0'])('Node %s is accepted', (version) => {
  expect(isNodeAccepted(version, engines.node)).toBe(true);
});

test.each(['18.20.8', '20.20.1', '20.9.9', '21.7.3', '22.11.9', '23.11.0', '25.0.0'])('Node %s is refused', (version) => {
  expect(isNodeAccepted(version, engines.node)).toBe(false);
});
