/**
 * Gives a build its version: eight digits over the bytes of everything that it put out. While it is built, the digits are not
 * known yet and eight other characters stand for them (in the container's global, the chunk registry, the class names); at the
 * end they are filled in, and every integrity that covers one of them is computed again. So a version changes exactly when
 * something that people load changes, and no two builds share a folder, a global or a chunk registry. A build whose files do not
 * lie in a folder of their version (the host) has the characters in its file names too.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renamedCopy } from './renamedCopy.mjs';

/**
 * As long as the digits, so that nothing moves; no hexadecimal digits, so that no hash can be taken for it; letters alone, because
 * webpack makes one underscore of several in the name of the chunk registry.
 */
export const unknownSha = 'ShaOfOut';

export class VersionByContent {
  /** `alongside`: the names of files that another compiler has left in the output folder and that belong to this version too. */
  constructor(alongside) {
    this.alongside = alongside;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('VersionByContent', (compilation) => {
      // After build.json is there, too: the record is part of what is released.
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT + 1;
      compilation.hooks.processAssets.tap({ name: 'VersionByContent', stage }, (assets) => {
        if (compilation.errors.length > 0) return;
        const files = new Map(Object.entries(assets).map(([name, asset]) => [name, asset.buffer()]));
        const sha = shaOf(new Map([...files, ...this.filesAlongside(compiler.outputPath, files)]));
        for (const [name, bytes] of renamedCopy(files, unknownSha, sha))
          // Its name says what it held before: a file of that name from the build before is not the same one.
          if (bytes !== files.get(name)) compilation.updateAsset(name, new sources.RawSource(bytes), { immutable: false });
        for (const name of files.keys())
          if (name.includes(unknownSha)) compilation.renameAsset(name, name.replaceAll(unknownSha, sha));
      });
    });
  }

  filesAlongside(folder, files) {
    if (this.alongside === undefined) return [];
    const names = readdirSync(folder).filter((name) => this.alongside.test(name) && !files.has(name));
    return names.map((name) => [name, readFileSync(join(folder, name))]);
  }
}

/** Source maps are for developers and hold the sources' comments. */
function shaOf(files) {
  const hash = createHash('sha256');
  for (const name of [...files.keys()].filter((each) => !each.endsWith('.map')).sort())
    hash.update(`${name}\0${files.get(name).length}\0`).update(files.get(name));
  return hash.digest('hex').slice(0, 8);
}
