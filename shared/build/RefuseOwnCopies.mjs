/**
 * Fails a remote's build when it would carry its own copy of something that only works once per page: a router, a query
 * cache or a translation instance of its own sees none of the host's state, and the fault shows only at run time. Such
 * names come from `@tessera/shared/kernel`, `/forms` or `/charts`, which the host provides.
 */
import webpack from 'webpack';

const { WebpackError } = webpack;

const onlyOnce =
  /[\\/]node_modules[\\/](react|react-dom|react-router|react-router-dom|rxjs|i18next|react-i18next|@tanstack[\\/]react-query|final-form|react-final-form|highcharts|highcharts-react-official|axios|socket\.io-client)[\\/]/;
const facade = /[\\/]shared[\\/]src[\\/](remote-kit[\\/](kernel|forms)|design[\\/]charts)[\\/]/;

export class RefuseOwnCopies {
  apply(compiler) {
    compiler.hooks.compilation.tap('RefuseOwnCopies', (compilation) => {
      compilation.hooks.finishModules.tap('RefuseOwnCopies', (modules) => {
        for (const module of modules) {
          const path = module.resource ?? '';
          if (!onlyOnce.test(path) && !facade.test(path)) continue;
          const issuer = compilation.moduleGraph.getIssuer(module)?.resource ?? 'the entry';
          compilation.errors.push(
            new WebpackError(
              `A remote must not carry its own copy of ${path} (imported by ${issuer}): import it through @tessera/shared/kernel, /forms or /charts, which the host provides once.`,
            ),
          );
        }
      });
    });
  }
}
