import { ReleaseProblem } from '../ReleaseProblem';

/** A misspelt channel is an error, never a new channel. */
export const channels = ['prod'] as const;
export type Channel = (typeof channels)[number];

export function parseChannel(text: string): Channel {
  const channel = channels.find((known) => known === text);
  if (channel === undefined) throw new ReleaseProblem('usage', `unknown channel "${text}"; known: ${channels.join(', ')}`);
  return channel;
}
