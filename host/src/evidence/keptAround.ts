/** What is kept of the minutes and ticks that something shown is about. */
import type { EvidenceStore } from './EvidenceStore';

export async function rootsAround(
  store: EvidenceStore,
  shown: readonly { readonly minuteMs: number }[],
): ReturnType<EvidenceStore['roots']> {
  const minutes = shown.map(({ minuteMs }) => minuteMs);
  return minutes.length === 0 ? [] : store.roots(Math.min(...minutes), Math.max(...minutes));
}

export async function headsAround(
  store: EvidenceStore,
  shown: readonly { readonly symbol: string; readonly seq: number }[],
): ReturnType<EvidenceStore['heads']> {
  const spans = new Map<string, [number, number]>();
  for (const { symbol, seq } of shown) {
    const [low, high] = spans.get(symbol) ?? [seq, seq];
    spans.set(symbol, [Math.min(low, seq), Math.max(high, seq)]);
  }
  return (await Promise.all([...spans].map(([symbol, [low, high]]) => store.heads(symbol, low, high)))).flat();
}
