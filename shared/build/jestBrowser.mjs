/**
 * The jest projects of every package that runs in a browser. Files of tests that need a page have a document of their own: those of
 * components (`.test.tsx`), and others that are named for it (`.dom.test.ts`). There style sheets answer class names as written, and
 * packages that ship only ES modules are transformed, because jest loads them by `require` on this Node. A worker compiles each module once for
 * all of its files. All others need no page.
 *
 * Use: `export default browserProjects(import.meta.dirname);` in <package>/jest.config.mjs.
 */
import { basename, join } from 'node:path';
import { nativeProject } from './jestNative.mjs';

const here = import.meta.dirname;
const transform = [
  '@swc/jest',
  {
    jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } }, target: 'es2022' },
    module: { type: 'commonjs' },
  },
];

export function browserProjects(folder) {
  return { projects: [withPage(folder), nativeProject(folder)] };
}

function withPage(folder) {
  return {
    rootDir: folder,
    displayName: basename(folder),
    testEnvironment: join(here, 'PageEnvironment.cjs'),
    runtime: join(here, 'PageRuntime.cjs'),
    testMatch: ['<rootDir>/src/**/*.test.tsx', '<rootDir>/src/**/*.dom.test.ts'],
    setupFilesAfterEnv: [join(here, 'jestBrowserSetup.mjs'), join(here, 'jestComponentSetup.cjs')],
    transform: { '^.+\\.(mjs|cjs|[tj]sx?)$': transform },
    transformIgnorePatterns: [
      '/node_modules/(?!(@tessera|highcharts|rettime|until-async|outvariant|strict-event-emitter|@open-draft|@noble|mdast-util-[^/]+|micromark[^/]*|unist-util-[^/]+|decode-named-character-reference|character-entities|devlop)/)',
    ],
    moduleNameMapper: { '\\.module\\.css$': join(here, 'classNamesAsWritten.mjs'), '\\.css$': join(here, 'noStyles.mjs') },
  };
}
