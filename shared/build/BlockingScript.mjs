/**
 * Emits small sources as one script of its own, outside the bundle: it must run before the first paint and before any other
 * script, so it alone is not deferred, stands before the style sheets, and carries neither the module registry nor the
 * federation runtime. Its integrity comes from the integrity plugin, as that of every tag does.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import HtmlWebpackPlugin from 'html-webpack-plugin';

export class BlockingScript {
  constructor(...sources) {
    this.sources = sources;
  }

  apply(compiler) {
    const { RawSource } = compiler.webpack.sources;
    compiler.hooks.thisCompilation.tap('BlockingScript', (compilation) => {
      const paths = this.sources.map((source) => join(compiler.context, source));
      compilation.fileDependencies.addAll(paths);
      // Made smaller with everything else.
      const script = paths.map(transpile).join('');
      const contenthash = createHash('sha256').update(script).digest('hex').slice(0, 8);
      const name = `first.${contenthash}.js`;
      compilation.emitAsset(name, new RawSource(script), { contenthash, immutable: true });
      HtmlWebpackPlugin.getCompilationHooks(compilation).alterAssetTagGroups.tap('BlockingScript', (groups) => {
        // Before the large script, which must not hold up the first paint.
        const attributes = { fetchpriority: 'high', src: `${compilation.outputOptions.publicPath}${name}` };
        groups.headTags.unshift({ tagName: 'script', voidTag: false, meta: {}, attributes });
        return groups;
      });
    });
  }
}

function transpile(path) {
  const source = readFileSync(path, 'utf8');
  if (/^import /m.test(source)) throw new Error(`${path} must not import: it runs alone, before everything else.`);
  const { code } = transformSync(source, {
    swcrc: false,
    configFile: false,
    jsc: { parser: { syntax: 'typescript' }, transform: { verbatimModuleSyntax: true }, target: 'es2022' },
  });
  return `(()=>{${code.replace(/^export \{\s*\};$/m, '')}})();`;
}
