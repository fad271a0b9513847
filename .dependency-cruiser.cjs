/**
 * Who may import whom (docs: ARCHITECTURE.md). Written with patterns, so that a new feature or a new remote is guarded from
 * its first minute; tools/checks/boundaries.test.ts plants a forbidden import for each rule and sees it reported.
 */
const remotes = '^remote-([^/]+)/';
const packagesExcept = (...allowed) =>
  `^(?!${[...allowed, 'node_modules'].join('|')})(shared|locales|host|remote-[^/]+|server|release|console|tools|e2e)/`;
const tests = '\\.(test|spec)\\.tsx?$';
const harness = '^release/src/conformance/harness/';
/** Remotes and a host as teams elsewhere write them: they have the package that `npm run pack` makes. */
const examples = '^release/examples/';
const pureFolders = '^shared/src/domain/';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule(
      'no-circle',
      'Files that need each other are one file, or share a third.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule(
      'pure-shared-stays-pure',
      'What is under domain runs in browser and server alike: it imports only its own kind.',
      { path: pureFolders, pathNot: tests },
      { path: '^(shared/src|locales|host|remote-[^/]+|server|release|console|tools|e2e)/', pathNot: pureFolders },
    ),
    rule(
      'pure-shared-has-no-platform',
      'Pure parts know neither React nor the network nor Node.',
      { path: pureFolders, pathNot: tests },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'pure-shared-libraries',
      'The only libraries of the pure parts are exact decimals and schemas; the browser parts know rxjs and React.',
      { path: pureFolders, pathNot: tests },
      { path: 'node_modules/', pathNot: 'node_modules/(@types/)?(zod|big\\.js)/' },
    ),
    rule(
      'shared-knows-nobody',
      'shared is below everybody.',
      { path: '^shared/' },
      { path: packagesExcept('shared/', 'locales/') },
    ),
    rule(
      'testing-only-in-tests',
      'shared/src/testkit is for tests and for a remote that runs alone.',
      {
        path: '^(host|remote-[^/]+|server|release|console|tools|shared/(?!src/testkit/))',
        pathNot: [tests, '/standalone[^/]*\\.tsx?$', '/testing/', harness],
      },
      { path: '^shared/src/testkit/' },
    ),
    rule(
      'host-kit-only-in-hosts',
      'A request client and a socket belong to the page that carries remotes: the host, and the page of a remote that runs alone.',
      { path: '^(remote-[^/]+|server|release|console|shared/(?!src/(host-kit|testkit)/))', pathNot: examples },
      { path: '^shared/src/host-kit/' },
    ),
    rule(
      'remote-imports-shared-only',
      'Two remotes meet only through the URL, the server or the host.',
      { path: remotes },
      { path: packagesExcept('remote-$1/', 'shared/', 'locales/') },
    ),
    rule(
      'remote-not-through-the-build',
      'The build factory is not part of the browser.',
      { path: `${remotes}src/` },
      { path: '^shared/build/' },
    ),
    rule(
      'feature-stands-alone',
      'A feature imports its own folder and the rooms below (products, orders, components) and shared; routes compose features.',
      { path: '^(remote-[^/]+)/src/features/([^/]+)/', pathNot: tests },
      { path: '^$1/src/(?!features/$2/|products/|orders/|components/)' },
    ),
    rule(
      'product-stands-alone',
      'A product imports its own folder, what all orders share, and components; pages bring products together.',
      { path: '^(remote-[^/]+)/src/products/([^/]+)/', pathNot: tests },
      { path: '^$1/src/(?!products/$2/|orders/|components/)' },
    ),
    rule(
      'orders-know-no-product',
      'What all orders share knows none of the products.',
      { path: '^(remote-[^/]+)/src/orders/', pathNot: tests },
      { path: '^$1/src/(?!orders/|components/)' },
    ),
    rule(
      'components-know-no-feature',
      'Components are below features.',
      { path: '^(remote-[^/]+)/src/components/' },
      { path: '^$1/src/(?!components/)' },
    ),
    rule(
      'host-names-no-remote',
      'The host learns its remotes at run time.',
      { path: '^host/' },
      { path: packagesExcept('host/', 'shared/', 'locales/') },
    ),
    rule(
      'product-stands-alone',
      'A product of the exchange knows no other product; what they share lies beside them.',
      { path: '^server/src/products/([^/]+)/', pathNot: tests },
      { path: '^server/src/products/(?!$1/)[^/]+/' },
    ),
    rule(
      'server-imports-pure-shared',
      'The server takes no browser part of shared.',
      { path: '^server/', pathNot: [tests, '^server/src/releases/'] },
      { path: '^(shared/(?!src/domain/)|host/|remote-|release/|console/|tools/|e2e/)' },
    ),
    rule(
      'server-releases-use-the-release-tool',
      "The part of the server that serves, watches and guards releases uses the tool's own door and the shapes of releases.",
      { path: '^server/src/releases/' },
      {
        path: '^(shared/(?!src/(domain|federation)/)|host/|remote-|release/(?!src/index\\.ts)|console/|tools/|e2e/)',
      },
    ),
    rule(
      'release-knows-shapes-only',
      'The release tool knows the shapes of releases, not what is released.',
      { path: '^release/', pathNot: [harness, examples] },
      {
        path: '^(host|remote-[^/]+|server|console|tools|e2e|shared/(?!src/(domain/errors|federation)/|build/(buildInputs|bundlerFlags|renamedCopy|foundChromium|SteadyFederationEntry|SteadyNames|SteadyStyleOrder|VersionByContent|WriteBuildRecord)))/?',
      },
    ),
    rule(
      'harness-is-a-host',
      'The page that built remotes are played on provides what a host provides, and knows no remote.',
      { path: harness },
      { path: packagesExcept('release/src/conformance/', 'shared/') },
    ),
    rule(
      'console-stands-alone',
      "The operators' pages work when everything that is federated does not: they know the operators' calls, the words of refusals, how articles look, how a picture is made ready and the shapes of the release tool's door.",
      { path: '^console/', pathNot: '^console/webpack\\.config\\.mjs$' },
      {
        path: packagesExcept(
          'console/',
          'shared/src/domain/',
          'shared/src/remote-kit/articles/',
          'shared/src/remote-kit/pictures/preparePicture\\.ts$',
          'locales/en/errors\\.json$',
          'release/src/index\\.ts$',
        ),
      },
    ),
    rule(
      'tools-drive-from-outside',
      'Scripts, benches and pictures start programs and drive pages; they take no part of the app into themselves.',
      { path: '^tools/' },
      {
        path: packagesExcept(
          'tools/',
          'e2e/',
          'server/build/',
          'shared/src/(domain/(errors|money|time|contract)|federation)/',
          'shared/build/(foundChromium|buildInputs|bundlerFlags|baseConfig|BlockingScript)',
        ),
      },
    ),
    rule(
      'verifier-shares-nothing',
      'Who checks the exchange takes nothing of it: Node alone, its own files, and the curve of the beacon.',
      { path: '^tools/verify/', pathNot: tests },
      {
        path: '^(shared|locales|host|remote-[^/]+|server|release|console|e2e|tools/(?!verify/))|node_modules/(?!@noble/curves/)',
        dependencyTypesNot: ['core'],
      },
    ),
    rule(
      'e2e-sees-from-outside',
      'Journeys drive the app as a person does; the conformance run is driven as the release tool drives it, whose verbs are called as typed.',
      { path: '^e2e/', pathNot: '^e2e/federation/(conformance\\.spec|brokenRemotes|harnessOfRun|releaseTool)\\.ts$' },
      {
        path: packagesExcept(
          'e2e/',
          'server/build/',
          'shared/src/(domain/(errors|money|time|contract|operations|fairness)|federation|testkit)/',
          'shared/build/(foundChromium|renamedCopy)',
        ),
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // How a package is tested is no part of it.
    exclude: { path: '(^|/)dist/|/jest\\.config\\.mjs$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
