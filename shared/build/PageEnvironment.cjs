/**
 * The document of a test of components. No style sheet of ours is loaded there, so of an element's computed style a test can learn what the
 * browser's own sheet hides, and what the element's own attribute says. jsdom would work out the rest too, colours and margins of all
 * ancestors, each time that somebody asks for a role or presses a button: a quarter of what such tests compute.
 */
const sheetPath = require.resolve('jsdom/lib/jsdom/browser/default-stylesheet');
const ruleOfSheet = /[^{}]+\{[^}]*\}/g;
const hiding = require(sheetPath)
  .replace(/\/\*[^]*?\*\//g, '')
  .match(ruleOfSheet)
  .filter((rule) => /\b(display: none|visibility:|pointer-events:)/.test(rule));
require.cache[sheetPath].exports = hiding.join('\n');

const { propertiesWithResolvedValueImplemented: resolved } = require('jsdom/lib/jsdom/living/helpers/style-rules');
for (const property of Object.keys(resolved))
  if (resolved[property].computedValue === 'computed-color') delete resolved[property];

module.exports = require('jest-fixed-jsdom');
