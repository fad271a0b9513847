/** One field of a form, no matter who made it: which it is, what it says, and how it is made to say something else. */

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
export type Value = string | boolean;
export type TextSelection = readonly [start: number, end: number] | undefined;

const isToggle = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

/** What a person types or chooses; a file cannot be put back, and buttons hold nothing. */
export function isField(element: EventTarget | null): element is Field {
  if (element instanceof HTMLInputElement) return !/^(file|button|submit|reset|image|hidden)$/.test(element.type);
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}

export const valueOf = (field: Field): Value => (isToggle(field) ? field.checked : field.value);

/** For a field that was filled without ever having the focus: by the browser, say. A toggle had been the other way. */
export const untouchedValueOf = (field: Field): Value => (isToggle(field) ? !field.checked : '');

export const fieldsOf = (root: HTMLElement): readonly Field[] =>
  [...root.querySelectorAll('input, textarea, select')].filter(isField);

/** The same field of another release: alike in kind and name, and the same one among those. */
export function keyOf(field: Field, root: HTMLElement): string {
  const index = fieldsOf(root)
    .filter((other) => kindOf(other) === kindOf(field))
    .indexOf(field);
  return `${kindOf(field)} ${index}`;
}

const kindOf = (field: Field): string =>
  [field.tagName, field.type, field.name, field.autocomplete, field.inputMode, isToggle(field) ? field.value : ''].join(' ');

export function selectionOf(field: Field): TextSelection {
  if (field instanceof HTMLSelectElement || field.selectionStart === null || field.selectionEnd === null) return undefined;
  return [field.selectionStart, field.selectionEnd];
}

/** As if the person had typed it: by the browser's own setter, past the one with which React watches a field, then the event. */
export function write(field: Field, value: Value): void {
  if (typeof value === 'boolean') {
    if (valueOf(field) !== value) field.click();
    return;
  }
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
