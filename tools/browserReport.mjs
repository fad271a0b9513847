/** What Playwright's JSON report says of a run, for the counting in test.mjs. */

/**
 * A test that failed and passed when it was tried once more counts as passed and is named; what failed twice is failed.
 * `secondTries` and `failures` are lines "file › group › title"; `spentMs` is by file, all tries together.
 */
export function readBrowserReport({ stats, suites }) {
  const { expected, flaky, unexpected, skipped } = stats;
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    secondTries: suites.flatMap((suite) => titlesOf(suite, 'flaky')),
    failures: suites.flatMap((suite) => titlesOf(suite, 'unexpected')),
    spentMs: new Map(suites.map((suite) => [suite.file, spentMsOf(suite)])),
  };
}

/** A file's suite has the file's name as its title. */
function titlesOf({ title, specs = [], suites = [] }, wanted) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === wanted)).map((spec) => spec.title);
  return [...own, ...suites.flatMap((suite) => titlesOf(suite, wanted))].map((name) => `${title} › ${name}`);
}

function spentMsOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)));
  return [...own, ...suites.map(spentMsOf)].reduce((sum, each) => sum + each, 0);
}
