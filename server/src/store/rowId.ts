/** Ids are whole numbers in SQL and text on the wire. */
const pattern = /^[1-9]\d{0,14}$/;

/** undefined when the text cannot be an id: the caller answers as for "not found". */
export const parseRowId = (text: string): number | undefined => (pattern.test(text) ? Number.parseInt(text, 10) : undefined);

/** For an id that we made ourselves (a session's user). Throws TypeError otherwise. */
export function rowId(text: string): number {
  const id = parseRowId(text);
  if (id === undefined) throw new TypeError(`id must be a positive whole number, got ${JSON.stringify(text)}`);
  return id;
}
