import { readEveryPage } from './readEveryPage';

const rows = (from: number, count: number) => Array.from({ length: count }, (_, index) => ({ id: String(from - index) }));

describe('reading every page', () => {
  it('ends with the last page', async () => {
    const asked: number[] = [];
    const { items, isWhole } = await readEveryPage(async ({ page = 1 }) => {
      asked.push(page);
      return { items: page === 1 ? rows(150, 100) : rows(50, 50), page, pageSize: 100, total: 150 };
    });
    expect(asked).toEqual([1, 2]);
    expect(items).toHaveLength(150);
    expect(isWhole).toBe(true);
  });
  it('a row that a newer one pushed onto the next page stands once', async () => {
    const { items } = await readEveryPage(async ({ page = 1 }) => ({
      ...{ page, pageSize: 100 },
      items: page === 1 ? rows(101, 100) : rows(2, 2),
      total: page === 1 ? 101 : 102,
    }));
    expect(items.map(({ id }) => id)).toEqual(rows(101, 101).map(({ id }) => id));
  });
  it('a cursor leads from page to page', async () => {
    const asked: unknown[] = [];
    const { items } = await readEveryPage(async ({ cursor }) => {
      asked.push(cursor);
      return cursor === undefined ? { items: rows(150, 100), next: '51' } : { items: rows(50, 50), next: null };
    });
    expect(asked).toEqual([undefined, '51']);
    expect(items).toHaveLength(150);
  });
  it('an empty list is whole', async () => {
    const nothing = { items: [], page: 1, pageSize: 100, total: 0 };
    expect(await readEveryPage(async () => nothing)).toEqual({ items: [], isWhole: true });
  });
  it('more than the most: cut, and it says so', async () => {
    const { items, isWhole } = await readEveryPage(
      async ({ page = 1 }) => ({ items: rows(1000 - (page - 1) * 100, 100), page, pageSize: 100, total: 1000 }),
      200,
    );
    expect([items.length, isWhole]).toEqual([200, false]);
  });
});
