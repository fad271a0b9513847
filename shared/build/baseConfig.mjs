/**
 * What the host's build and every remote's build have in common. Bundling only transpiles; `tsc -b` judges types. There is
 * no file-system cache: the federation runtime's module hash is not reliable under it, and a release must be reproducible.
 */
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity';
import webpack from 'webpack';
import { EmptyChunkIntegrity } from './EmptyChunkIntegrity.mjs';
import { SteadyNames } from './SteadyNames.mjs';
import { SteadyStyleOrder } from './SteadyStyleOrder.mjs';
import { StyleIntegrity } from './StyleIntegrity.mjs';
import { unknownSha } from './VersionByContent.mjs';

const require = createRequire(import.meta.url);

/**
 * Name, version and place of the package whose webpack.config.mjs calls. `sha` stands for the eight digits that are
 * known when everything is built; `pages` are those that the host's own table does not know, `openPages` those of them that visitors see too ("tessera":
 * { "pages": [...], "openPages": [...] } in the package.json).
 */
export function describePackage(folder) {
  const root = dirname(folder);
  const manifest = require(join(folder, 'package.json'));
  const name = manifest.name.replace('@tessera/', '');
  const sha = unknownSha;
  return {
    root,
    folder,
    name,
    sha,
    version: `${manifest.version}+${sha}`,
    pages: manifest.tessera?.pages ?? [],
    openPages: manifest.tessera?.openPages ?? [],
  };
}

/** Sources of several packages are transpiled together and nothing is judged, so the package borders of `tsc -b` do not apply. */
const transpiling = (root) => ({
  composite: false,
  declaration: false,
  emitDeclarationOnly: false,
  noEmit: false,
  sourceMap: false,
  rootDir: root,
});

const typescriptLoader = ({ name, folder, root }) => ({
  loader: 'ts-loader',
  options: { transpileOnly: true, configFile: join(folder, 'tsconfig.json'), instance: name, compilerOptions: transpiling(root) },
});

function styleLoaders(about) {
  return [
    MiniCssExtractPlugin.loader,
    {
      loader: 'css-loader',
      options: {
        modules: {
          auto: /\.module\.css$/,
          namedExport: false,
          exportLocalsConvention: 'as-is',
          // Two releases on one page may carry different rules for one class of a shared part: the build's hash keeps them apart.
          localIdentName: `[local]_[hash:base64:4]_${about.sha}`,
        },
      },
    },
  ];
}

/** `fileName`: of scripts and sheets in production. Their content hash is taken before the version is filled in. */
export function baseConfig(
  about,
  { uniqueName, policyName, publicPath, isProduction, fileName: ownName = '[name].[contenthash:8]' },
) {
  const fileName = isProduction ? ownName : '[name]';
  return {
    mode: isProduction ? 'production' : 'development',
    context: about.folder,
    target: ['web', 'es2022'],
    devtool: isProduction ? false : 'source-map',
    cache: isProduction ? false : { type: 'memory' },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    output: {
      path: join(about.folder, 'dist/web'),
      filename: `${fileName}.js`,
      chunkFilename: `${fileName}.js`,
      assetModuleFilename: isProduction ? '[name].[contenthash:8][ext]' : '[name][ext]',
      clean: true,
      uniqueName,
      publicPath,
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: 8000,
      trustedTypes: { policyName },
      hashFunction: 'xxhash64',
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          ...(isProduction ? typescriptLoader(about) : { loader: join(import.meta.dirname, 'transpileLoader.cjs') }),
        },
        { test: /\.css$/, use: styleLoaders(about), sideEffects: true },
        { test: /\.(svg|png|webp|avif)$/, type: 'asset/resource' },
        { test: /\.built\.mjs$/, type: 'json', loader: join(import.meta.dirname, 'builtDataLoader.cjs') },
        // In its variant for browsers it reads names of characters by writing HTML, which our policy refuses.
        { test: /node_modules\/(mdast-util-from-markdown|micromark[^/]*)\//, resolve: { conditionNames: ['worker', '...'] } },
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({ filename: `${fileName}.css`, chunkFilename: `${fileName}.css`, ignoreOrder: true }),
      new SteadyStyleOrder(),
      new SteadyNames(),
      new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], enabled: isProduction }),
      new EmptyChunkIntegrity(),
      new StyleIntegrity(),
      new webpack.DefinePlugin({ 'process.env.TESSERA_BUILD': JSON.stringify(about.version) }),
    ],
    optimization: {
      moduleIds: 'deterministic',
      chunkIds: 'deterministic',
      // Few, whole chunks: on a slow line each further request costs more than a shared vendor file saves.
      splitChunks: { chunks: 'async', minSize: 20_000, cacheGroups: { defaultVendors: false } },
      // The transpiler's own minimizer: smaller than the usual one's output, in two thirds of the build's computing.
      minimizer: [
        new MinimizerPlugin({
          minify: MinimizerPlugin.swcMinify,
          minimizerOptions: { compress: { passes: 2 } },
          // Native code: a process for it would take longer to start than it saves. So would one for a build's sheet or two.
          parallel: false,
        }),
        new CssMinimizerPlugin({ parallel: false }),
      ],
    },
    performance: false,
    stats: 'errors-warnings',
  };
}
