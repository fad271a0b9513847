import { expect, test } from '@jest/globals';
import '@testing-library/jest-dom/jest-globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Tabs } from './Tabs';

const tabs = [
  { id: 'crypto', label: 'Crypto' },
  { id: 'forex', label: 'Forex' },
  { id: 'metal', label: 'Metals', count: 2 },
] as const;

function Markets() {
  const [selected, setSelected] = useState<(typeof tabs)[number]['id']>('crypto');
  return <Tabs label="Market class" tabs={tabs} selected={selected} onSelect={setSelected}>{`list of ${selected}`}</Tabs>;
}

test('one tab stop; arrows, Home and End move and select, round the ends', async () => {
  const user = userEvent.setup();
  render(<Markets />);
  await user.tab();
  const selected = () => screen.getByRole('tab', { selected: true });
  expect(selected()).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(selected()).toHaveTextContent('Forex');
  expect(selected()).toHaveFocus();
  await user.keyboard('{End}');
  expect(selected()).toHaveTextContent('Metals');
  await user.keyboard('{ArrowRight}');
  expect(selected()).toHaveTextContent('Crypto');
  await user.keyboard('{ArrowLeft}');
  expect(selected()).toHaveTextContent('Metals');
  await user.keyboard('{Home}');
  expect(selected()).toHaveTextContent('Crypto');
});

test('the panel is named by its tab', async () => {
  render(<Markets />);
  await userEvent.setup().click(screen.getByRole('tab', { name: 'Forex' }));
  expect(screen.getByRole('tabpanel', { name: 'Forex' })).toHaveTextContent('list of forex');
});
