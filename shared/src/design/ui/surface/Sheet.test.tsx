import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderWithTexts } from '../../../testkit/renderWithTexts';
import { Sheet } from './Sheet';

function Opener({ canClose }: { readonly canClose?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Place order
      </button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title="Confirm the order" canClose={canClose}>
        <button type="button" onClick={() => setOpen(false)}>
          Confirm
        </button>
      </Sheet>
    </>
  );
}

async function open(canClose = true) {
  const user = userEvent.setup();
  await renderWithTexts(<Opener canClose={canClose} />);
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  return user;
}

test('opened: it is a dialog named by its title and holds the focus', async () => {
  await open();
  const dialog = screen.getByRole('dialog', { name: 'Confirm the order' });
  expect(dialog).toContainElement(document.activeElement as HTMLElement);
});

test('Escape: it closes and the focus returns to the button that opened it', async () => {
  const user = await open();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Place order' })).toHaveFocus();
});

test('a tap beside it closes it, a tap inside does not', async () => {
  const user = await open();
  await user.click(screen.getByRole('heading', { name: 'Confirm the order' }));
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  await user.click(screen.getByRole('dialog'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('closed by its content: the focus returns too', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(screen.getByRole('button', { name: 'Place order' })).toHaveFocus();
});

test('while it may not close, neither Escape nor a tap beside it closes it, and there is no close button', async () => {
  const user = await open(false);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('dialog'));
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
});
