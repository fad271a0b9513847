/**
 * Fails the build when index.html names a script or a style sheet without its integrity. Under the header `Integrity-Policy`
 * the browser would refuse such a script and people would see an empty page; here it is noticed before anybody does.
 */
import HtmlWebpackPlugin from 'html-webpack-plugin';

const loading = /<script\b[^>]*>|<link\b[^>]*\brel=["']?stylesheet\b[^>]*>/g;
const isVerified = (tag) => /\bintegrity=["']?sha384-/.test(tag) && /\bcrossorigin\b/.test(tag);

export class RefuseUnverifiedTags {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('RefuseUnverifiedTags', (compilation) => {
      HtmlWebpackPlugin.getCompilationHooks(compilation).beforeEmit.tap('RefuseUnverifiedTags', (data) => {
        const unverified = (data.html.match(loading) ?? []).filter((tag) => !isVerified(tag));
        if (unverified.length > 0)
          throw new Error(`index.html names files without integrity or crossorigin: ${unverified.join(' ')}`);
        return data;
      });
    });
  }
}
