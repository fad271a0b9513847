import { act, fireEvent, render, screen } from '@testing-library/react';
import { jest } from '@jest/globals';
import { market } from '@tessera/locales/load/market';
import { createI18n } from '@tessera/shared/i18n';
import { I18nextProvider } from '@tessera/shared/kernel';
import { Swiper } from './Swiper';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  window.matchMedia = undefined as never;
});

async function show(titles: readonly string[] = ['One', 'Two', 'Three']) {
  const texts = createI18n({ language: 'en', namespaces: { market } });
  await texts.ready;
  render(
    <I18nextProvider i18n={texts.i18n}>
      <Swiper
        label="Highlights"
        slides={titles.map((title) => ({ id: title, title, content: <button type="button">{title}</button> }))}
      />
    </I18nextProvider>,
  );
  return screen.getByRole('region', { name: 'Highlights' });
}
const pass = (ms: number) => act(() => void jest.advanceTimersByTime(ms));
/** jsdom has no pointer events with a place. */
const finger = (on: HTMLElement, type: 'pointerdown' | 'pointerup', clientX: number) =>
  act(() => void on.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX })));
/** What a person reads on the slide in sight. */
const inSight = () => document.querySelector('.slide:not([inert])')?.textContent;

it('the next slide every three seconds, and from the last to the first', async () => {
  await show();
  expect(inSight()).toBe('One');
  pass(3000);
  expect(inSight()).toBe('Two');
  pass(6000);
  expect(inSight()).toBe('One');
});

it('one slide: no dots', async () => {
  await show(['One']);
  pass(3000);
  expect(inSight()).toBe('One');
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

it('it stands still while the pointer, a finger or the focus is on it', async () => {
  const region = await show();
  fireEvent.pointerEnter(region);
  pass(9000);
  expect(inSight()).toBe('One');
  fireEvent.pointerLeave(region);
  pass(3000);
  expect(inSight()).toBe('Two');
  fireEvent.focus(screen.getByText('Two'));
  pass(9000);
  expect(inSight()).toBe('Two');
});

it('it stands still in a hidden tab', async () => {
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await show();
  pass(3000);
  expect(inSight()).toBe('One');
  visibility.mockRestore();
  pass(3000);
  expect(inSight()).toBe('Two');
});

it('reduced motion: it moves when it is told to, and only then', async () => {
  window.matchMedia = (() => ({ matches: true })) as never;
  await show();
  pass(9000);
  expect(inSight()).toBe('One');
  fireEvent.click(screen.getByRole('button', { name: '2 of 3: Two' }));
  expect(inSight()).toBe('Two');
});

it('a chosen slide stays: by its dot, which says which it is, or by a finger', async () => {
  const region = await show();
  fireEvent.click(screen.getByRole('button', { name: '2 of 3: Two' }));
  expect(screen.getByRole('button', { name: '2 of 3: Two' })).toHaveAttribute('aria-current', 'true');
  pass(9000);
  expect(inSight()).toBe('Two');
  finger(region, 'pointerdown', 300);
  finger(region, 'pointerup', 100);
  expect(inSight()).toBe('Three');
  finger(region, 'pointerdown', 100);
  finger(region, 'pointerup', 105);
  expect(inSight()).toBe('Three');
});
