/** JSON without white space, keys ascending, characters beyond ASCII as \uXXXX, whole numbers. Throws an Error on another number. */
export function canonicalText(value: unknown): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new Error(`${value} is no whole number`);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return escaped(JSON.stringify(value));
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${escaped(JSON.stringify(key))}:${canonicalText(member)}`).join(',')}}`;
}

const escaped = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
