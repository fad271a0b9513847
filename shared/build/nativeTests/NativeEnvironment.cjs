/**
 * Tests among the globals of their worker. What a file of tests may change there is put back after it: mocks, timers, the console
 * and the variables of the environment.
 */
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

module.exports = class NativeEnvironment {
  global = globalThis;
  fakeTimers = null;
  moduleMocker = new ModuleMocker(globalThis);
  #console = console;
  #exit = process.exit;
  #variables = { ...process.env };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  /**
   * Jest wraps `exit` of a process that it takes for the file's own: here once more for each file. And its reader of source maps
   * knows only what it has transpiled; Node reads those of tsx.
   */
  async setup() {
    process.exit = this.#exit;
    Error.prepareStackTrace = undefined;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    globalThis.console = this.#console;
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** There is no other context. */
  getVmContext() {
    return null;
  }
};
