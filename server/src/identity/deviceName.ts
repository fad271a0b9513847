/** "Chrome, Android": what a person recognises his device by. Empty when the browser says nothing that is known. */
import Bowser from 'bowser';

export function deviceName(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter((name) => name !== undefined && name !== '').join(', ');
}
