/** What was typed, as far as it is another value than the newest one. */
export function changeOf(
  typed: Readonly<Record<string, string>>,
  newest: Readonly<Record<string, string | null>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(typed)
      .map(([field, text]) => [field, text.trim()] as const)
      .filter(([field, text]) => text !== (newest[field] ?? '')),
  );
}
