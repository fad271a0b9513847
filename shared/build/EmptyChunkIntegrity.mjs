/**
 * A lazy import of a shared module makes a chunk without a file: the host provides the module, so there is nothing to load.
 * The integrity plugin still reserves room for that chunk's hash and would fail the build over it; it is left empty here.
 * Places of chunks that do have files stay as they are, so a hash that is really missing still fails.
 */
const reserved = /\*-\*-\*-CHUNK-SRI-HASH-[A-Za-z0-9+/=]*/g;

export class EmptyChunkIntegrity {
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('EmptyChunkIntegrity', (compilation) => {
      // Right after the integrity plugin has filled the places of all chunks with files.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE + 1;
      compilation.hooks.processAssets.tap({ name: 'EmptyChunkIntegrity', stage }, (assets) => {
        const withoutFile = [...compilation.chunks].filter((chunk) => chunk.files.size === 0).length;
        for (const [name, asset] of Object.entries(assets)) {
          const text = name.endsWith('.js') ? String(asset.source()) : '';
          const open = text.match(reserved)?.length ?? 0;
          if (open > 0 && open <= withoutFile) compilation.updateAsset(name, new sources.RawSource(text.replace(reserved, '')));
        }
      });
    });
  }
}
