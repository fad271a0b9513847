/**
 * Jest asks an AsyncLocalStorage which test or hook an error belongs to that nobody caught. Before Node 24 one such storage in use makes
 * each promise of the process tell four hooks what becomes of it. The tests of a file run one after the other: what is running now is known without.
 */
const asyncHooks = require('node:async_hooks');

class RunningTest {
  #running;

  getStore() {
    return this.#running;
  }

  /** Until the promise that `callback` answers is settled. */
  async run(running, callback) {
    const before = this.#running;
    this.#running = running;
    try {
      return await callback();
    } finally {
      this.#running = before;
    }
  }
}

/** Jest's runner, read by `load`, has its storage from here. */
exports.withRunningTest = (load) => {
  const own = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage');
  Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value: RunningTest, enumerable: true, configurable: true });
  try {
    return load();
  } finally {
    Object.defineProperty(asyncHooks, 'AsyncLocalStorage', own);
  }
};
