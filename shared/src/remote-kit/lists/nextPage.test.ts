import { nextPage } from './nextPage';

const byNumber = { items: [], page: 1, pageSize: 30, total: 31 };

it.each([
  ['numbers: there is more', byNumber, { page: 2 }],
  ['numbers: that was all', { ...byNumber, total: 30 }, undefined],
  ['a cursor is preferred', { ...byNumber, next: '17.4' }, { cursor: '17.4' }],
  ['the last page by cursor, whatever the numbers say', { ...byNumber, next: null }, undefined],
  ['a server that knows no cursor', { ...byNumber, next: undefined }, { page: 2 }],
  ['a list by cursor alone', { items: [], next: '17.4' }, { cursor: '17.4' }],
])('%s', (_, page, expected) => {
  expect(nextPage(page)).toEqual(expected);
});
