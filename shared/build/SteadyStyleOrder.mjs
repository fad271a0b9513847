/**
 * Gives every style of a group of chunks a place of its own. Of a group that several imports open (two pages that name one chunk), webpack
 * counts the modules of each import from zero, so two styles can have one number. Which of them stood first in the sheet was then
 * decided by which was read first: the same sources were one of two releases. Now it is decided by their names.
 */
export class SteadyStyleOrder {
  apply(compiler) {
    const byName = compiler.webpack.util.comparators.compareModulesByIdentifier;
    compiler.hooks.thisCompilation.tap('SteadyStyleOrder', (compilation) => {
      compilation.hooks.afterChunks.tap('SteadyStyleOrder', () => {
        const styles = [...compilation.modules].filter(({ type }) => type === 'css/mini-extract').sort(byName);
        for (const group of compilation.chunkGroups) {
          const placeOf = (style) => group.getModulePostOrderIndex(style);
          const ordered = styles
            .filter((style) => placeOf(style) !== undefined)
            .sort((one, other) => placeOf(one) - placeOf(other));
          ordered.forEach((style, place) => group.setModulePostOrderIndex(style, place));
        }
      });
    });
  }
}
