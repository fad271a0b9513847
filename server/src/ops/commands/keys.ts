/** The keys that sign roots and receipts: docs/operators.md. */
import { flagOf, shownInstant, type ServerCommand } from '../Command';

export const keyCommands: readonly ServerCommand[] = [
  {
    words: ['keys', 'list'],
    usage: '',
    says: 'the keys that sign roots and receipts, as the public record shows them, oldest first, and those that wait for the next start',
    async ask(server) {
      const { keys } = await server.call('keysList', {});
      return {
        rows: keys.map(({ keyId, publishedAtMs, record, signs, isHandedOver }) => ({
          keyId,
          published: shownInstant(publishedAtMs),
          record,
          signs,
          handedOver: isHandedOver,
        })),
      };
    },
  },
  {
    words: ['keys', 'rotate'],
    usage: '--reason <text> [--preview]',
    says: 'makes the next key on the machine of the server that answers, which publishes it and signs with it from its next start on',
    async ask(server, input) {
      const preview = input.flags['preview'] !== undefined;
      return {
        rows: [await server.call('keysRotate', { reason: flagOf(input, 'reason'), preview })],
        note: 'Start every process of the exchange anew within a day: then this key signs, and the one before retires.',
      };
    },
  },
];
