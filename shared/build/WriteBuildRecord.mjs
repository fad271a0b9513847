/** Leaves build.json beside the output: what the release tool needs to know of a build and cannot read from its files. */
export class WriteBuildRecord {
  constructor(record) {
    this.record = record;
  }

  apply(compiler) {
    const { RawSource } = compiler.webpack.sources;
    compiler.hooks.thisCompilation.tap('WriteBuildRecord', (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'WriteBuildRecord', stage }, () => {
        const preload = this.record.preloadChunk === undefined ? [] : filesOfChunk(compilation, this.record.preloadChunk);
        const { preloadChunk, ...record } = this.record;
        compilation.emitAsset('build.json', new RawSource(JSON.stringify({ ...record, preload }, undefined, 2)));
      });
    });
  }
}

/** The files a first visit needs right after the entry: worth a preload link. */
function filesOfChunk(compilation, name) {
  const chunk = [...compilation.chunks].find((candidate) => candidate.name === name);
  return chunk === undefined ? [] : [...chunk.files].filter((file) => /\.(js|css)$/.test(file)).sort();
}
