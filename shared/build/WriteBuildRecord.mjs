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
        const pageFiles = filesOfPages(compilation, preload);
        const record = { ...this.record, preload, ...(Object.keys(pageFiles).length === 0 ? {} : { pageFiles }) };
        compilation.emitAsset('build.json', new RawSource(JSON.stringify(record, undefined, 2)));
      });
    });
  }
}

function filesOfChunk(compilation, name) {
  const chunk = [...compilation.chunks].find((candidate) => candidate.name === name);
  return chunk === undefined ? [] : [...chunk.files].filter(isLoaded).sort();
}

const isLoaded = (file) => /\.(js|css)$/.test(file);

/** By the path of the page, from the chunks that are named after it ("pages.user.index"): what it needs beyond `preload`. */
function filesOfPages(compilation, preload) {
  const pages = [...compilation.namedChunkGroups].filter(([name]) => name.startsWith('pages.'));
  return Object.fromEntries(
    pages.map(([name, group]) => [
      `/${name.replaceAll('.', '/')}`,
      [...new Set(group.getFiles())].filter((file) => isLoaded(file) && !preload.includes(file)).sort(),
    ]),
  );
}
