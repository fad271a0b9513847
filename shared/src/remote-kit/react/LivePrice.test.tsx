import { expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { aQuote, fakeContext } from '../../testkit';
import { renderWithTexts } from '../../testkit/renderWithTexts';
import { LivePrice } from './LivePrice';
import { RemoteContextProvider } from './RemoteContextProvider';

async function show(props: { readonly staleAfterMs?: number } = {}) {
  const context = fakeContext();
  context.quotes.emit(aQuote({ price: '61230.50' }));
  let renders = 0;
  const view = await renderWithTexts(
    <RemoteContextProvider context={context}>
      <Profiler
        id="price"
        onRender={() => {
          renders += 1;
        }}
      >
        <LivePrice symbol="BTC-USDT" digits={2} {...props} />
      </Profiler>
    </RemoteContextProvider>,
  );
  const root = view.container.firstElementChild;
  return { context, view, root, renderCount: () => renders };
}

test('a known price stands there at once', async () => {
  await show();
  expect(screen.getByText('61,230.50')).toBeInTheDocument();
});

test('a change writes the same text node, without a render', async () => {
  const { context, renderCount } = await show();
  const before = renderCount();
  const node = screen.getByText('61,230.50').firstChild;
  context.quotes.emit(aQuote({ price: '61231.75', seq: 1002 }));
  expect(node?.nodeValue).toBe('61,231.75');
  expect(screen.getByText('61,231.75').firstChild).toBe(node);
  expect(renderCount()).toBe(before);
});

test('it flashes by the direction of the change, at most twice a second', async () => {
  const { context, root } = await show();
  context.clock.advance(1000);
  context.quotes.emit(aQuote({ price: '61231.75', seq: 1002 }));
  const flash = root?.getAttribute('data-flash');
  expect(flash).toMatch(/^up/);
  context.clock.advance(200);
  context.quotes.emit(aQuote({ price: '61229.10', seq: 1003 }));
  expect(root).toHaveAttribute('data-flash', flash);
  expect(root).toHaveAttribute('data-move', 'down');
  context.clock.advance(400);
  context.quotes.emit(aQuote({ price: '61228.00', seq: 1004 }));
  expect(root?.getAttribute('data-flash')).toMatch(/^down/);
});

test('the same price again moves nothing', async () => {
  const { context, root } = await show();
  context.clock.advance(1000);
  context.quotes.emit(aQuote({ price: '61230.50', seq: 1002 }));
  expect(root).not.toHaveAttribute('data-flash');
});

test('an old price says its age; a new one clears it', async () => {
  jest.useFakeTimers();
  try {
    const { context, root } = await show({ staleAfterMs: 3000 });
    context.clock.advance(12_400);
    act(() => void jest.advanceTimersByTime(1000));
    expect(root).toHaveAttribute('data-old');
    expect(screen.getByText('12 sec old')).toBeInTheDocument();
    context.quotes.emit(aQuote({ price: '61230.60', seq: 1002 }));
    expect(root).not.toHaveAttribute('data-old');
    expect(screen.queryByText(/old/)).not.toBeInTheDocument();
  } finally {
    jest.useRealTimers();
  }
});

test('a closed market’s last price does not grow old', async () => {
  jest.useFakeTimers();
  try {
    const { context, root } = await show();
    context.quotes.emit(aQuote({ price: '61230.60', seq: 1002, state: 'closed' }));
    context.clock.advance(60_000);
    act(() => void jest.advanceTimersByTime(1000));
    expect(root).not.toHaveAttribute('data-old');
  } finally {
    jest.useRealTimers();
  }
});

test('gone from the page, it watches nothing', async () => {
  const { context, view } = await show();
  expect(context.quotes.watchers.get('BTC-USDT')).toBe(1);
  view.unmount();
  expect(context.quotes.watchers.size).toBe(0);
});
