/**
 * The jest project of every package that runs in a browser. Style sheets answer class names as written; packages that ship
 * only ES modules are transformed, because jest loads them by `require` on this Node.
 *
 * Use: `export default browserProject(import.meta.dirname);` in <package>/jest.config.mjs.
 */
import { basename, join } from 'node:path';

const here = import.meta.dirname;
const transform = [
  '@swc/jest',
  {
    jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } }, target: 'es2022' },
    module: { type: 'commonjs' },
  },
];

export function browserProject(folder) {
  return {
    rootDir: folder,
    displayName: basename(folder),
    testEnvironment: 'jest-fixed-jsdom',
    testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}', '<rootDir>/build/**/*.test.{ts,mjs}'],
    setupFilesAfterEnv: [join(here, 'jestBrowserSetup.mjs'), join(here, 'jestComponentSetup.cjs')],
    transform: { '^.+\\.(mjs|cjs|[tj]sx?)$': transform },
    transformIgnorePatterns: [
      '/node_modules/(?!(@tessera|highcharts|rettime|until-async|outvariant|strict-event-emitter|@open-draft|@noble)/)',
    ],
    moduleNameMapper: { '\\.module\\.css$': join(here, 'classNamesAsWritten.mjs'), '\\.css$': join(here, 'noStyles.mjs') },
  };
}
