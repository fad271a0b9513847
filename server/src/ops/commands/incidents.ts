import { flagOf, instantOf, shownInstant, UsageError, wordOf, type ServerCommand } from '../Command';

export const incidentCommands: readonly ServerCommand[] = [
  {
    words: ['incident', 'propose'],
    usage: '--symbol <id> --from <instant> --to <instant> --reason <text>',
    says: "proposes that a symbol's prices do not count in an interval; nothing happens until another operator confirms it",
    async ask(server, input) {
      const asked = { symbol: flagOf(input, 'symbol'), reason: flagOf(input, 'reason') };
      const [fromMs, toMs] = [instantOf(input, 'from'), instantOf(input, 'to')];
      if (toMs <= fromMs) throw new UsageError('--to must be after --from');
      const { id, expiresAtMs } = await server.call('incidentsPropose', { ...asked, fromMs, toMs });
      return {
        rows: [{ id, ...asked, from: shownInstant(fromMs), to: shownInstant(toMs), expires: shownInstant(expiresAtMs) }],
        note: `not published: another operator confirms it with incident confirm ${id}`,
      };
    },
  },
  {
    words: ['incident', 'confirm'],
    usage: '<proposal id> --as <another operator> [--preview] [--seen <of the preview>]',
    says: 'publishes it: every contract that touches the interval gets stake and fee back. Orders that still run there need a halt first',
    async ask(server, input) {
      const { seen: given, preview } = input.flags;
      const asked = { id: wordOf(input, 'proposal id'), ...(given === undefined ? {} : { seen: given }) };
      const { id, symbol, fromMs, toMs, reason, sums, seen, isPublished } = await server.call('incidentsConfirm', {
        ...asked,
        preview: preview !== undefined,
      });
      return {
        rows: [{ id, symbol, from: shownInstant(fromMs), to: shownInstant(toMs), reason, sums }],
        note: isPublished
          ? 'published; a running server refunds within seconds'
          : `nothing is published; confirmed with --seen ${seen} it is refused if it would be anything else by then`,
      };
    },
  },
  {
    words: ['incident', 'reject'],
    usage: '<proposal id> --reason <text>',
    says: 'ends the proposal; it can no longer be confirmed',
    async ask(server, input) {
      const asked = { id: wordOf(input, 'proposal id'), reason: flagOf(input, 'reason') };
      await server.call('incidentsReject', asked);
      return { rows: [{ ...asked, state: 'rejected' }] };
    },
  },
  {
    words: ['incident', 'proposals'],
    usage: '',
    says: 'what waits for a second operator',
    async ask(server) {
      const { proposals } = await server.call('incidentsList', {});
      return {
        rows: proposals.map(({ id, symbol, fromMs, toMs, reason, by, operator, expiresAtMs }) => ({
          id,
          symbol,
          from: shownInstant(fromMs),
          to: shownInstant(toMs),
          reason,
          by,
          operator,
          expires: shownInstant(expiresAtMs),
        })),
      };
    },
  },
  {
    words: ['incident', 'list'],
    usage: '',
    says: 'published incidents, newest first',
    async ask(server) {
      const { incidents } = await server.call('incidentsList', {});
      return {
        rows: incidents.map(({ id, symbol, fromMs, toMs, reason, publishedAtMs }) => ({
          id,
          symbol,
          from: shownInstant(fromMs),
          to: shownInstant(toMs),
          reason,
          published: shownInstant(publishedAtMs),
        })),
      };
    },
  },
];
