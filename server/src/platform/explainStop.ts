/** On standard error, whatever the level of the log: a start that fails says why and what to do. */
export function explainStop(error: unknown): void {
  const words = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\nThe server stops: ${words}\n`);
}
