import { writeText } from './writeText';

test('a text is changed where it stands: its node stays', () => {
  const element = document.createElement('span');
  writeText(element, '91,400.10');
  const node = element.firstChild;
  writeText(element, '91,400.20');
  writeText(element, '');
  writeText(element, '91,400.30');
  expect([element.textContent, element.childNodes.length]).toEqual(['91,400.30', 1]);
  expect(element.firstChild).toBe(node);
});

test('where there is no element nothing is written', () => {
  expect(() => writeText(null, '91,400.10')).not.toThrow();
});
