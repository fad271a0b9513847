/** Builds of the packages of a checkout, again and again: only what has changed inputs is built, the others keep their version. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import Minimizer from 'minimizer-webpack-plugin';
import { minify } from 'oxc-minify';
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
    externals: installed,
    plugins: (config.plugins ?? []).filter((plugin) => !ofThePage.includes(plugin?.constructor.name ?? '')),
    module: { rules: (config.module?.rules ?? []).map((rule) => withQuickTranspiler(rule, join(folder, '../shared/build'))) },
    // In what order modules are joined depends on what was built before.
    optimization: {
      ...config.optimization,
      concatenateModules: false,
      minimizer: [quickMinimizer()],
    },
  }));
}

/** What makes the page around the scripts forgets some of its files in a second run, and no typical change is in them. */
const ofThePage = ['HtmlWebpackPlugin', 'BlockingScript', 'InstallableApp', 'RefuseUnverifiedTags'];

/** No typical change is in an installed package: none of them is read. */
const installed = ({ request = '' }: { request?: string }, done: (error?: null, result?: string) => void): void =>
  /^(?!@tessera)[@a-z]/.test(request) ? done(null, `var ${JSON.stringify(request)}`) : done();

type Rule = NonNullable<NonNullable<Configuration['module']>['rules']>[number];

function withQuickTranspiler(rule: Rule, loaders: string): Rule {
  if (typeof rule !== 'object' || rule === null || rule.loader !== 'ts-loader') return rule;
  const { options: _, ...kept } = rule;
  return { ...kept, loader: join(loaders, 'transpileLoader.cjs') };
}

/** It drops comments and what nobody calls, and no more: short names would cost seconds of each build. */
function quickMinimizer(): webpack.WebpackPluginInstance {
  return new Minimizer({ minify: dropUnused, minimizerOptions: {}, extractComments: false, parallel: false });
}

async function dropUnused(sources: Readonly<Record<string, string | Buffer>>): Promise<{ readonly code: string }> {
  const [[path, source] = ['', '']] = Object.entries(sources);
  const { code, errors } = await minify(path, String(source), {
    compress: { target: 'es2022' },
    mangle: false,
    codegen: { removeWhitespace: false },
  });
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  return { code };
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
