/** A loader over the transpiler that the unit tests use: for builds of development, where seconds count and nothing reaches people. */
const { transform } = require('@swc/core');

module.exports = function transpileLoader(source, previousMap) {
  const done = this.async();
  const syntax = { syntax: 'typescript', tsx: this.resourcePath.endsWith('x') };
  void transform(source, {
    filename: this.resourcePath,
    swcrc: false,
    configFile: false,
    sourceMaps: this.sourceMap,
    inputSourceMap: (this.sourceMap && previousMap) || false,
    jsc: { parser: syntax, transform: { verbatimModuleSyntax: true, react: { runtime: 'automatic' } }, target: 'es2022' },
  }).then(({ code, map }) => done(null, code, map), done);
};
