/** What steers a terminal, but for lines and tabs; what turns the direction of the text around it; halves of characters. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu;

/** As it is kept and shown to others: the words stay, a line of its own has at most one empty line before it. */
export const cleanText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(steering, '')
    .replaceAll(/\n[\t ]*\n\s*\n/g, '\n\n')
    .trim();
