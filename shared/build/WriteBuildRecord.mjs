/** Leaves build.json beside the output: what the release tool needs to know of a build and cannot read from its files. */
export class WriteBuildRecord {
  /** `preloadChunk`: the chunk whose files a first visit needs right after the entry; none for a host. */
  constructor(record, preloadChunk) {
    this.record = record;
    this.preloadChunk = preloadChunk;
  }

  apply(compiler) {
    const { RawSource } = compiler.webpack.sources;
    compiler.hooks.thisCompilation.tap('WriteBuildRecord', (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'WriteBuildRecord', stage }, () => {
        const preload = filesOfChunk(compilation, this.preloadChunk);
        compilation.emitAsset('build.json', new RawSource(JSON.stringify({ ...this.record, preload }, undefined, 2)));
      });
    });
  }
}

function filesOfChunk(compilation, name) {
  const chunk = [...compilation.chunks].find((candidate) => candidate.name === name);
  return chunk === undefined ? [] : [...chunk.files].filter((file) => /\.(js|css)$/.test(file)).sort();
}
