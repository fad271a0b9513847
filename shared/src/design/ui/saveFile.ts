/** Hands a file to the person: it lands where his browser keeps what it loads down. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** The same of a value: to be read by a person too, and elsewhere, with other code, at any time. */
export const saveJson = (name: string, value: unknown): void =>
  saveFile(`${name}.json`, new Blob([JSON.stringify(value, undefined, 2)], { type: 'application/json' }));
