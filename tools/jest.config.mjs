/** Plain Node; sources are transpiled, types are judged by `tsc -b`. */
const transform = ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } }];

export default {
  rootDir: import.meta.dirname,
  displayName: 'tools',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.test.ts'],
  transform: { '^.+\\.(mjs|cjs|[tj]sx?)$': transform },
  transformIgnorePatterns: ['/node_modules/(?!@tessera/|@noble/)'],
};
