/** Server tests run as native modules against a real PostgreSQL; start them with NODE_OPTIONS=--experimental-vm-modules. */
export default {
  displayName: 'server',
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.tsx?$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'es6' } }],
  },
  setupFiles: ['<rootDir>/../shared/build/fixedSeed.ts'],
  globalSetup: '<rootDir>/test/startTestCluster.mjs',
  globalTeardown: '<rootDir>/test/stopTestCluster.mjs',
  testTimeout: 30_000,
};
