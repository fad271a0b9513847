import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const remotes = readdirSync(import.meta.dirname).filter(
  (name) => name.startsWith('remote-') && existsSync(join(import.meta.dirname, name, 'jest.config.mjs')),
);

const packages = ['shared', 'host', ...remotes, 'server', 'release', 'console', 'tools'];
const configs = await Promise.all(packages.map(async (name) => (await import(`./${name}/jest.config.mjs`)).default));

/** All unit and server tests: `npx jest`, or one package: `npx jest --selectProjects remote-trade`. */
export default {
  testSequencer: '<rootDir>/tools/LongestFirst.mjs',
  // A limit for what hangs, not a judgement of speed: a busy machine is no test failure.
  testTimeout: 180_000,
  projects: configs.flatMap((config) => config.projects ?? [config]),
};
