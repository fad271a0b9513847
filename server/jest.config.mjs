import { join } from 'node:path';
import { nativeProject } from '../shared/build/jestNative.mjs';

const here = import.meta.dirname;

/** Server tests run against a real PostgreSQL. */
export default {
  ...nativeProject(here),
  globalSetup: join(here, 'test/startTestCluster.mjs'),
  globalTeardown: join(here, 'test/stopTestCluster.mjs'),
  testTimeout: 30_000,
};
