/** All unit and server tests: `npx jest`, or one package: `npx jest --selectProjects remote-trade`. */
export default {
  projects: ['shared', 'host', 'remote-market', 'remote-trade', 'remote-assets', 'remote-account', 'server', 'release'].map(
    (name) => `<rootDir>/${name}/jest.config.mjs`,
  ),
};
