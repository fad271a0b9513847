/** Builds of the packages of a checkout, again and again: only what has changed inputs is built, the others keep their version. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import Minimizer from 'minimizer-webpack-plugin';
import webpack, { type Configuration, type MultiCompiler } from 'webpack';
import { areInputsUnchanged } from '@tessera/shared/build/buildInputs';

/** By package, as its build.json says. */
export type Versions = ReadonlyMap<string, string>;

interface PackageBuilds {
  versions(): Promise<Versions>;
  close(): Promise<void>;
}

const execute = promisify(execFile);
const require = createRequire(import.meta.url);

/** `isAsReleased`: each build by a process of its own as `publish` starts it; else by compilers that stay and remember. */
export async function packageBuilds(
  checkout: string,
  names: readonly string[],
  { isAsReleased }: { readonly isAsReleased: boolean },
): Promise<PackageBuilds> {
  const compilers = new Map<string, MultiCompiler>();
  async function build(name: string): Promise<void> {
    const folder = join(checkout, name);
    if (isAsReleased) {
      await execute(process.execPath, [require.resolve('webpack-cli/bin/cli.js'), 'build'], { cwd: folder });
      return;
    }
    const compiler = compilers.get(name) ?? webpack(await quickConfigs(folder));
    compilers.set(name, compiler);
    await run(compiler, name);
  }
  return {
    async versions() {
      for (const name of names) if (!areInputsUnchanged(checkout, join(checkout, name))) await build(name);
      return new Map(names.map((name) => [name, versionIn(join(checkout, name))]));
    },
    async close() {
      for (const compiler of compilers.values()) await new Promise((done) => compiler.close(done));
    },
  };
}

function versionIn(folder: string): string {
  const record = JSON.parse(readFileSync(join(folder, 'dist/web/build.json'), 'utf8')) as { readonly version: string };
  return record.version;
}

/** The package's own configuration, with what is slow in it replaced. */
async function quickConfigs(folder: string): Promise<Configuration[]> {
  const module = (await import(pathToFileURL(join(folder, 'webpack.config.mjs')).href)) as {
    readonly default: Configuration | readonly Configuration[];
  };
  return [module.default].flat().map((config) => ({
    ...config,
    cache: { type: 'memory' },
    plugins: (config.plugins ?? []).filter((plugin) => !ofThePage.includes(plugin?.constructor.name ?? '')),
    module: { rules: (config.module?.rules ?? []).map((rule) => withQuickTranspiler(rule, join(folder, '../shared/build'))) },
    // In what order modules are joined depends on what was built before.
    optimization: {
      ...config.optimization,
      concatenateModules: false,
      minimizer: [quickMinimizer()],
      splitChunks: { ...config.optimization?.splitChunks, cacheGroups: { ...cacheGroupsOf(config), libraries } },
    },
  }));
}

/** What makes the page around the scripts forgets some of its files in a second run, and no typical change is in them. */
const ofThePage = ['HtmlWebpackPlugin', 'BlockingScript', 'InstallableApp', 'RefuseUnverifiedTags'];

type Rule = NonNullable<NonNullable<Configuration['module']>['rules']>[number];

function withQuickTranspiler(rule: Rule, loaders: string): Rule {
  if (typeof rule !== 'object' || rule === null || rule.loader !== 'ts-loader') return rule;
  const { options: _, ...kept } = rule;
  return { ...kept, loader: join(loaders, 'transpileLoader.cjs') };
}

/** No typical change is in an installed package: they stay as they are, beside what is minified. */
const libraries = { test: /[\\/]node_modules[\\/]/, name: 'libraries', chunks: 'all' as const, enforce: true };

function cacheGroupsOf({ optimization }: Configuration): object {
  const { splitChunks } = optimization ?? {};
  return (typeof splitChunks === 'object' ? splitChunks.cacheGroups : undefined) ?? {};
}

/**
 * It drops comments and what nobody calls, and no more. Short names would cost seconds of each build, and the transpiler's own minifier
 * does not give the same order of declarations each time.
 */
function quickMinimizer(): webpack.WebpackPluginInstance {
  const compress = { defaults: false, unused: true, dead_code: true, side_effects: true };
  return new Minimizer({
    minimizerOptions: { mangle: false, compress },
    extractComments: false,
    parallel: false,
    exclude: /^libraries/,
  });
}

function run(compiler: MultiCompiler, name: string): Promise<void> {
  return new Promise((done, reject) => {
    compiler.run((error, stats) => {
      if (error !== null) reject(error);
      else if (stats === undefined || stats.hasErrors()) reject(new Error(`${name}: ${stats?.toString('errors-only')}`));
      else done();
    });
  });
}
