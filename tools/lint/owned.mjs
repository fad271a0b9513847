/**
 * The house's own bans for lint (.oxlintrc.json): things with one owner, and texts in code. A message names what to use instead.
 * `clock` and `chance` and `money` look at calls, `text` at what JSX shows or says.
 */
const clock = 'Take the time from the clock that is handed in (shared/time; context.clock in a remote).';
const chance = 'Take chance from the seeded or cryptographic source that is handed in.';
const money = 'Money, prices and rates are exact decimals from shared/money; for drawing use its function that says so.';
const text = 'No text in code: put it into locales/en/<namespace>.json and use t().';

const word = /\p{L}{2}/u;
const spoken = new Set(['aria-label', 'title', 'placeholder', 'alt']);

const isMethod = ({ callee }, object, property) =>
  callee.type === 'MemberExpression' && callee.object.name === object && callee.property.name === property;

/** A rule that reports the nodes of its kinds for which `isBanned` holds. */
const ban = (message, isBanned) => ({
  create: (context) =>
    Object.fromEntries(
      Object.entries(isBanned).map(([kind, holds]) => [
        kind,
        (node) => {
          if (holds(node)) context.report({ node, message });
        },
      ]),
    ),
});

export default {
  meta: { name: 'owned' },
  rules: {
    clock: ban(clock, {
      CallExpression: (node) => isMethod(node, 'Date', 'now'),
      NewExpression: ({ callee, arguments: given }) => callee.name === 'Date' && given.length === 0,
    }),
    chance: ban(chance, { CallExpression: (node) => isMethod(node, 'Math', 'random') }),
    money: ban(money, { CallExpression: ({ callee }) => callee.name === 'parseFloat' }),
    text: ban(text, {
      JSXText: ({ value }) => word.test(value),
      JSXAttribute: ({ name, value }) => spoken.has(name.name) && value?.type === 'Literal' && word.test(String(value.value)),
    }),
  },
};
