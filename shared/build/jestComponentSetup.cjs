/** What tests of components need. They are written in .tsx; the others are spared loading React and its test library. */
const { expect } = require('@jest/globals');

if (expect.getState().testPath.endsWith('.tsx')) {
  require('@testing-library/jest-dom/jest-globals');
  const { configure, getConfig } = require('@testing-library/react');
  const { getElementError } = getConfig();
  noteNoCallers(require('react').__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE);
  configure({
    // A limit, not an expectation: a busy machine renders a page in seconds.
    asyncUtilTimeout: 15_000,
    // While something is waited for, most looks find nothing: the page is printed for the last one, when the wait has failed.
    getElementError: (message, container) =>
      getConfig()._disableExpensiveErrorDiagnostics === true
        ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
        : getElementError(message, container),
  });
}

/** React's build for development takes a stack for each element, to say in a warning where it was made, until it has taken very many. */
function noteNoCallers(internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} });
}
