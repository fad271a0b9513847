import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderWithTexts } from '../../../testkit/renderWithTexts';
import { AfterOtherSheets } from './AfterOtherSheets';
import { Sheet } from './Sheet';

function Ticket() {
  const [isAsking, setAsking] = useState(true);
  const [hasResult, setResult] = useState(false);
  return (
    <>
      <Sheet isOpen={isAsking} onClose={() => setAsking(false)} title="Confirm the order">
        <button type="button" onClick={() => setResult(true)}>
          an order ends
        </button>
      </Sheet>
      {hasResult && (
        <AfterOtherSheets>
          <Sheet isOpen onClose={() => setResult(false)} title="Result">
            <button type="button" onClick={() => setAsking(true)}>
              again
            </button>
          </Sheet>
        </AfterOtherSheets>
      )}
    </>
  );
}

const titles = () => screen.queryAllByRole('dialog').map((dialog) => dialog.querySelector('h2')?.textContent);

test('a result comes when the sheet that asks is closed, and stays when another opens', async () => {
  const user = userEvent.setup();
  await renderWithTexts(<Ticket />);
  await user.click(screen.getByRole('button', { name: 'an order ends' }));
  expect(titles()).toEqual(['Confirm the order']);
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('dialog', { name: 'Result' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'again' }));
  expect(titles()).toEqual(['Confirm the order', 'Result']);
});
