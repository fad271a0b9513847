/**
 * Makes the host an app that a phone can install: emits the web app manifest under its own name and its icons under names
 * with their content hash, and links both from index.html. The manifest in the sources names the icons that lie beside it.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import HtmlWebpackPlugin from 'html-webpack-plugin';

const manifestName = 'manifest.webmanifest';
const appleIcon = 'apple-touch-icon.png';

export class InstallableApp {
  constructor(folder) {
    this.folder = folder;
  }

  apply(compiler) {
    const { RawSource } = compiler.webpack.sources;
    compiler.hooks.thisCompilation.tap('InstallableApp', (compilation) => {
      const read = (name) => {
        const path = join(compiler.context, this.folder, name);
        compilation.fileDependencies.add(path);
        return readFileSync(path);
      };
      const emitHashed = (name) => {
        const bytes = read(name);
        const contenthash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
        const hashed = name.replace(/(\.\w+)$/, `.${contenthash}$1`);
        compilation.emitAsset(hashed, new RawSource(bytes), { contenthash, immutable: true });
        return hashed;
      };
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'InstallableApp', stage }, () => {
        const manifest = JSON.parse(read(manifestName).toString());
        const icons = manifest.icons.map((icon) => ({ ...icon, src: emitHashed(icon.src) }));
        compilation.emitAsset(manifestName, new RawSource(JSON.stringify({ ...manifest, icons })));
      });
      // After the integrity plugin (10 000), which would give these links an integrity that means nothing there.
      HtmlWebpackPlugin.getCompilationHooks(compilation).alterAssetTagGroups.tap(
        { name: 'InstallableApp', stage: 20_000 },
        (groups) => {
          const { publicPath } = compilation.outputOptions;
          const link = (rel, name) => ({
            tagName: 'link',
            voidTag: true,
            meta: {},
            attributes: { rel, href: `${publicPath}${name}` },
          });
          groups.headTags.push(link('manifest', manifestName), link('apple-touch-icon', emitHashed(appleIcon)));
          return groups;
        },
      );
    });
  }
}
