/** What `@jest/globals` gives: a module that is loaded once sees those of the file that runs now. */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, fdescribe, fit, it, jest, test, xdescribe, xit, xtest;

export function giveGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, fdescribe, fit, it, jest, test, xdescribe, xit, xtest } =
    globals);
}
