/** All unit and server tests: `npx jest`, or one package: `npx jest --selectProjects remote-trade`. */
export default {
  // A limit for what hangs, not a judgement of speed: a busy machine is no test failure.
  testTimeout: 60_000,
  projects: ['shared', 'host', 'remote-market', 'remote-trade', 'remote-assets', 'remote-account', 'server', 'release'].map(
    (name) => `<rootDir>/${name}/jest.config.mjs`,
  ),
};
