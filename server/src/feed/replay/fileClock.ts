/**
 * Maps a file's own clock onto ours. The file runs in a loop, `speed` times as fast as our time. At normal speed the loop
 * is a whole number of weeks where the file is long enough, and aligned to ours, so that its weekends fall on our weekends.
 * The mapping depends on nothing but the file and the speed: a restart goes on where it would have been.
 */
const weekMs = 7 * 86_400_000;

export interface FileClock {
  readonly loopMs: number;
  /** How long a time of the file lasts in ours. */
  lengthOf(fileMs: number): number;
  /** Where the file stands at an instant of ours, and in which round of the loop. */
  toFile(serverMs: number): { readonly round: number; readonly fileMs: number };
  /** Our instant for a place in the file, to the millisecond at or after it. */
  toServer(round: number, fileMs: number): number;
}

export function createFileClock(file: { readonly firstAtMs: number; readonly endAtMs: number }, speed: number): FileClock {
  const spanMs = file.endAtMs - file.firstAtMs;
  const loopMs = spanMs >= weekMs ? Math.floor(spanMs / weekMs) * weekMs : spanMs;
  // Our time 0 was a Thursday 00:00 UTC, so counting weeks from there keeps the file's weekday at speed 1.
  const originMs = spanMs >= weekMs ? file.firstAtMs % weekMs : 0;
  return {
    loopMs,
    lengthOf: (fileMs) => fileMs / speed,
    toFile(serverMs) {
      const playedMs = (serverMs - originMs) * speed;
      const round = Math.floor(playedMs / loopMs);
      return { round, fileMs: file.firstAtMs + playedMs - round * loopMs };
    },
    toServer: (round, fileMs) => originMs + Math.ceil((round * loopMs + fileMs - file.firstAtMs) / speed),
  };
}
