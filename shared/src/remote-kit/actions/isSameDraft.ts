/** Do both ask for the same? Plain data only: what holds a function is never the same as anything. */
export function isSameDraft(one: unknown, other: unknown): boolean {
  const text = textOf(one);
  return text !== undefined && text === textOf(other);
}

function textOf(draft: unknown): string | undefined {
  let isPlain = true;
  const text = JSON.stringify(draft, (_key, value: unknown) => {
    if (typeof value === 'function') isPlain = false;
    return value;
  });
  return isPlain ? text : undefined;
}
