import { expect, it } from '@jest/globals';
import { publishedPage } from './publishedAddress';

const published = [
  { name: 'Chat', url: 'https://chat.example/tessera?room=1' },
  { name: 'Cities', url: 'https://www.geonames.org/' },
  // As contacts may be: pages of our own, and what should never have been published.
  { name: 'Help', url: '/h5/#/pages/help/index' },
  { name: 'Script', url: 'javascript:alert(1)' },
  { name: 'Plain', url: 'http://plain.example/' },
];

it.each([
  ['as published', 'https://chat.example/tessera?room=1', 'https://chat.example/tessera?room=1'],
  ['without the last slash of a host', 'https://www.geonames.org', 'https://www.geonames.org/'],
  ['in capitals where they mean nothing', 'HTTPS://WWW.GeoNames.ORG/', 'https://www.geonames.org/'],
  ['with the port that https has anyway', 'https://www.geonames.org:443/', 'https://www.geonames.org/'],
])('%s: shown, and opened as it was published', (_, wanted, href) => {
  expect(publishedPage(wanted, published)?.href).toBe(href);
});

it.each([
  ['nothing', ''],
  ['no scheme', '//chat.example/tessera?room=1'],
  ['backslashes', '\\\\chat.example\\tessera?room=1'],
  ['a backslash after the scheme', 'https:\\\\chat.example/tessera?room=1'],
  ['a scheme without slashes', 'https:chat.example/tessera?room=1'],
  ['one slash', 'https:/chat.example/tessera?room=1'],
  ['three slashes', 'https:///chat.example/tessera?room=1'],
  ['a script', 'javascript:alert(1)'],
  ['a script in capitals with a tab', 'JaVa\tScript:alert(1)'],
  ['data', 'data:text/html,<script>alert(1)</script>'],
  ['a blob', 'blob:https://www.geonames.org/1'],
  ['http', 'http://www.geonames.org/'],
  ['http that was published', 'http://plain.example/'],
  ['a page of our own', '/h5/#/pages/help/index'],
  ['a user before a foreign host', 'https://www.geonames.org@evil.example/'],
  ['a user before the host', 'https://www.geonames.org:x@www.geonames.org/'],
  ['a backslash that browsers read as a slash', 'https://evil.example\\@www.geonames.org/'],
  ['letters that look alike', 'https://www.gеonames.org/'],
  ['the same in ASCII', 'https://www.xn--gonames-dlg.org/'],
  ['full-width letters, which browsers make plain', 'https://ｅｖｉｌ.example/'],
  ['an encoded host', 'https://%65vil.example/'],
  ['an encoded slash', 'https://www.geonames.org%2fevil.example/'],
  ['a full stop at the end of the host', 'https://www.geonames.org./'],
  ['another port', 'https://www.geonames.org:8443/'],
  ['a host that begins like ours', 'https://www.geonames.org.evil.example/'],
  ['a host that ends like ours', 'https://evil-www.geonames.org/'],
  ['a path that was not published', 'https://www.geonames.org/redirect?to=https://evil.example'],
  ['another query', 'https://chat.example/tessera?room=2'],
  ['more of the query', 'https://chat.example/tessera?room=1&next=//evil.example'],
  ['a fragment', 'https://www.geonames.org/#https://evil.example'],
  ['a line break', 'https://www.geonames.org/\n'],
  ['a sign that turns the writing', 'https://www.geonames.org/\u202e'],
  ['a sign without width', 'https://www.geonames\u200b.org/'],
  ['a space before it', ' https://www.geonames.org/'],
])('%s: refused', (_, wanted) => {
  expect(publishedPage(wanted, published)).toBeUndefined();
});
