import { isHomeNumber, ownCountry } from './phoneCountry';

it.each([
  ['079 123 45 67', true],
  ['(684) 733-1234', true],
  ['0041 79 123 45 67', false],
  ['+41 79 123 45 67', false],
  ['anna@example.com', false],
  ['anna', false],
  ['', false],
])('"%s" needs its country: %s', (text, needsCountry) => {
  expect(isHomeNumber(text)).toBe(needsCountry);
});

it('the country that is offered first is the one of the person’s languages', () => {
  expect(ownCountry(['en', 'de-CH', 'en-US'])).toBe('CH');
  expect(ownCountry(['es-419', 'en'])).toBe('');
});
