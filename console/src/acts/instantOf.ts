/** "2030-05-02T14:03" of the operator's zone as epoch ms; undefined where nothing was typed. */
export function instantOf(typed: string): number | undefined {
  const ms = new Date(typed).getTime();
  return Number.isNaN(ms) ? undefined : ms;
}

/** Its counterpart, to the second. */
export function typedInstant(ms: number): string {
  const inZone = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return inZone.toISOString().slice(0, 19);
}
