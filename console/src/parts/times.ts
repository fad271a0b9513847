/** "14:03:05" in the operator's zone. */
export const clockTime = (ms: number): string => new Date(ms).toLocaleTimeString('en-GB');
/** "14:03" */
export const clockMinute = (ms: number): string =>
  new Date(ms).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
/** "2 May 2030, 14:03:05" */
export const dateTime = (ms: number): string =>
  new Date(ms).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
