/** A module that is run when the app is built: its default export goes into the app as plain data, and what it read stays out. */
const { pathToFileURL } = require('node:url');

module.exports = async function builtDataLoader() {
  const { default: data } = await import(pathToFileURL(this.resourcePath).href);
  return JSON.stringify(data);
};
