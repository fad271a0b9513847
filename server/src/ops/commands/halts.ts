import { flagOf, shownInstant, wordOf, type ServerCommand } from '../Command';

export const haltCommands: readonly ServerCommand[] = [
  {
    words: ['market', 'halt'],
    usage: '<symbol> --reason <text>',
    says: 'stops trading of a symbol for everybody at once: no order is accepted; closing and cancelling stay possible',
    async ask(server, input) {
      const asked = { symbol: wordOf(input, 'symbol'), reason: flagOf(input, 'reason') };
      const { id, symbol, atMs } = await server.call('marketsHalt', asked);
      return { rows: [{ id, symbol, halted: shownInstant(atMs) }], note: 'published; in force on every node' };
    },
  },
  {
    words: ['market', 'resume'],
    usage: '<symbol> --reason <text>',
    says: 'accepts orders of a halted symbol again',
    async ask(server, input) {
      const asked = { symbol: wordOf(input, 'symbol'), reason: flagOf(input, 'reason') };
      const { id, symbol, atMs } = await server.call('marketsResume', asked);
      return { rows: [{ id, symbol, resumed: shownInstant(atMs) }] };
    },
  },
  {
    words: ['market', 'halts'],
    usage: '',
    says: 'halts, newest first',
    async ask(server) {
      const { halts } = await server.call('incidentsList', {});
      return {
        rows: halts.map(({ id, symbol, fromMs, reason, by, operator, untilMs, resumedBy }) => ({
          id,
          symbol,
          halted: shownInstant(fromMs),
          reason,
          by,
          operator,
          resumed: shownInstant(untilMs),
          resumedBy,
        })),
      };
    },
  },
];
