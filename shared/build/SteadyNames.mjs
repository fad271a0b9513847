/**
 * Makes the short names in a minified script independent of hashes that are not there yet. While scripts are minified, each one that names
 * others holds provisional hashes of them, which webpack takes over the sources as they are written, comments and all, and puts right later.
 * The minifier gives the shortest names to the letters that it counts most often, these hashes among them: a comment in one module gave functions
 * in another file other names, and so a new version. Here fixed words stand for the hashes until the names are given.
 */
/** Hardly a letter that a name can begin with, so that what the code itself says most often gets the shortest names: such scripts pack best. */
const wordFor = (index) => `@#${index}#@`;
const anyWord = /@#(\d+)#@/g;

export class SteadyNames {
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('SteadyNames', (compilation) => {
      /** By script: its hashes, in the order in which it names them. */
      const hidden = new Map();
      const rewrite = (name, pattern, replacement) => {
        const text = String(compilation.getAsset(name).source.source());
        const changed = text.replace(pattern, replacement);
        if (changed !== text) compilation.updateAsset(name, new sources.RawSource(changed));
      };
      const at = (stage, act) => compilation.hooks.processAssets.tap({ name: 'SteadyNames', stage }, act);

      at(Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE - 1, () => {
        const hashes = new Set(compilation.getAssets().flatMap(({ info }) => info.contenthash ?? []));
        if (hashes.size === 0) return;
        const anyHash = new RegExp([...hashes].join('|'), 'g');
        for (const { name } of compilation.getAssets().filter((asset) => asset.name.endsWith('.js'))) {
          const named = [];
          rewrite(name, anyHash, (hash) => wordFor(named.includes(hash) ? named.indexOf(hash) : named.push(hash) - 1));
          hidden.set(name, named);
        }
      });
      at(Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1, () => {
        for (const [name, named] of hidden) rewrite(name, anyWord, (word, index) => named[Number(index)] ?? word);
      });
    });
  }
}
