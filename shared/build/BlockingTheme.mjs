/**
 * Emits src/themeBeforePaint.ts as a script of its own, outside the bundle: it must run before the first paint, so it alone
 * is not deferred, stands before the style sheets, and carries neither the module registry nor the federation runtime. Its
 * integrity comes from the integrity plugin, as that of every tag does.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import ts from 'typescript';
import { minify } from 'terser';

export class BlockingTheme {
  constructor(source) {
    this.source = source;
  }

  apply(compiler) {
    const { RawSource } = compiler.webpack.sources;
    compiler.hooks.thisCompilation.tap('BlockingTheme', (compilation) => {
      const path = join(compiler.context, this.source);
      compilation.fileDependencies.add(path);
      const emitted = transpile(path).then((script) => {
        const contenthash = createHash('sha256').update(script).digest('hex').slice(0, 8);
        const name = `theme.${contenthash}.js`;
        compilation.emitAsset(name, new RawSource(script), { contenthash, immutable: true });
        return name;
      });
      HtmlWebpackPlugin.getCompilationHooks(compilation).alterAssetTagGroups.tapPromise('BlockingTheme', async (groups) => {
        const attributes = { src: `${compilation.outputOptions.publicPath}${await emitted}` };
        groups.headTags.unshift({ tagName: 'script', voidTag: false, meta: {}, attributes });
        return groups;
      });
    });
  }
}

async function transpile(path) {
  const source = readFileSync(path, 'utf8');
  if (/^import /m.test(source)) throw new Error(`${path} must not import: it runs alone, before everything else.`);
  const { outputText } = ts.transpileModule(source, { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } });
  const wrapped = `(()=>{${outputText.replace(/^export \{\};$/m, '')}})();`;
  return (await minify(wrapped)).code ?? '';
}
