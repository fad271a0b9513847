/** What tests of components need. They are written in .tsx; the others are spared loading React and its test library. */
const { expect } = require('@jest/globals');

if (expect.getState().testPath.endsWith('.tsx')) {
  require('@testing-library/jest-dom/jest-globals');
  // A limit, not an expectation: a busy machine renders a page in seconds.
  require('@testing-library/react').configure({ asyncUtilTimeout: 15_000 });
}
