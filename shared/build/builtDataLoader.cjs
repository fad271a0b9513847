/** A module that is run when the app is built: its default export goes into the app as plain data, and what it read stays out. */
const { pathToFileURL } = require('node:url');

module.exports = function builtDataLoader() {
  const done = this.async();
  import(pathToFileURL(this.resourcePath).href).then(({ default: data }) => done(null, JSON.stringify(data)), done);
};
