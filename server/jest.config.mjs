import { nativeProject } from '../shared/build/jestNative.mjs';

/** Server tests run against a real PostgreSQL. */
export default {
  ...nativeProject(import.meta.dirname),
  globalSetup: '<rootDir>/test/startTestCluster.mjs',
  globalTeardown: '<rootDir>/test/stopTestCluster.mjs',
  testTimeout: 30_000,
};
