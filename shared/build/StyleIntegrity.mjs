/**
 * Integrity for style sheets that are loaded with a lazy chunk: the integrity plugin covers scripts only. The runtime gets a
 * table of hashes by chunk, filled in once the sheets are final, and every link that it makes carries its hash. The link is
 * also made `anonymous`, like its preload link, so that the browser does not fetch the sheet twice.
 */
import { createHash } from 'node:crypto';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';

const table = '__webpack_require__.styleIntegrity';
const placeOf = (chunk) => `style-integrity-of-chunk(${chunk.id})`;

export class StyleIntegrity {
  apply(compiler) {
    const { Compilation, RuntimeGlobals, RuntimeModule, sources } = compiler.webpack;

    class StyleIntegrityTable extends RuntimeModule {
      constructor() {
        super('style integrity', RuntimeModule.STAGE_ATTACH);
      }
      generate() {
        const { chunkGraph } = this;
        const styled = [...this.chunk.getAllAsyncChunks()].filter((chunk) =>
          chunkGraph.getChunkModulesIterableBySourceType(chunk, 'css/mini-extract'),
        );
        return `${table} = ${JSON.stringify(Object.fromEntries(styled.map((chunk) => [chunk.id, placeOf(chunk)])))};`;
      }
    }

    compiler.hooks.thisCompilation.tap('StyleIntegrity', (compilation) => {
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        'StyleIntegrity',
        (source, { tag, chunkId }) => `${source}\n${tag}.crossOrigin = "anonymous";\n${tag}.integrity = ${table}[${chunkId}];`,
      );
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.ensureChunkHandlers).tap('StyleIntegrity', (chunk) => {
        compilation.addRuntimeModule(chunk, new StyleIntegrityTable());
      });
      // After the sheets are minified, before the content hashes of the scripts that name them are taken.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE - 1;
      compilation.hooks.processAssets.tap({ name: 'StyleIntegrity', stage }, (assets) => {
        const hashes = [...compilation.chunks].flatMap((chunk) =>
          [...chunk.files]
            .filter((file) => file.endsWith('.css'))
            .map((file) => [placeOf(chunk), integrityOf(assets[file].buffer())]),
        );
        for (const [name, asset] of Object.entries(assets)) {
          if (!name.endsWith('.js')) continue;
          const text = String(asset.source());
          const filled = hashes.reduce((before, [place, hash]) => before.replaceAll(place, hash), text);
          if (filled !== text) compilation.updateAsset(name, new sources.RawSource(filled));
        }
      });
    });
  }
}

const integrityOf = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
