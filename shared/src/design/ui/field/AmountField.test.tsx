import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { Language } from '../../../domain/contract';
import { renderWithTexts } from '../../../testkit/renderWithTexts';
import { AmountField } from './AmountField';
import { StepperField } from './StepperField';

function Stake({
  onMax,
  problem,
  scale = 2,
}: {
  readonly onMax?: () => void;
  readonly problem?: string;
  readonly scale?: number;
}) {
  const [value, setValue] = useState('');
  return (
    <AmountField
      label="Stake"
      unit="USDT"
      scale={scale}
      value={value}
      onChange={setValue}
      onMax={onMax}
      problem={problem}
      hint="10 to 5,000"
    />
  );
}

const type = async (text: string, language: Language = 'en', scale = 2) => {
  const user = userEvent.setup();
  await renderWithTexts(<Stake scale={scale} />, language);
  await user.type(screen.getByRole('textbox', { name: 'Stake' }), text);
};

test('a decimal comma on an English page is understood and echoed', async () => {
  await type('1250,5');
  expect(screen.getByText('= 1,250.5 USDT')).toBeInTheDocument();
  expect(screen.getByRole('textbox')).toHaveValue('1250,5');
});

test('the echo is in the page’s own notation', async () => {
  await type('1250.5', 'de');
  expect(screen.getByText('= 1.250,5 USDT')).toBeInTheDocument();
});

test('two readings: the field asks which, and echoes nothing', async () => {
  await type('1,000', 'en', 8);
  expect(screen.getByRole('alert')).toHaveTextContent('Do you mean 1 or 1000?');
  expect(screen.getByRole('textbox')).toBeInvalid();
  expect(screen.queryByText(/^=/)).not.toBeInTheDocument();
});

test('a thousand as the page prints it, where it can mean nothing else, is understood and echoed', async () => {
  await type('1,000');
  expect(screen.getByText('= 1,000 USDT')).toBeInTheDocument();
});

test('too many digits: the field says how many it takes', async () => {
  await type('1.005');
  expect(screen.getByRole('alert')).toHaveTextContent('At most 2 digits');
});

test('empty: the hint stands and nothing is wrong yet', async () => {
  await renderWithTexts(<Stake />);
  expect(screen.getByText('10 to 5,000')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a problem from the form describes the field', async () => {
  await renderWithTexts(<Stake problem="At least 10 USDT" />);
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription(expect.stringContaining('At least 10 USDT'));
});

test('Max asks the form', async () => {
  let asked = 0;
  await renderWithTexts(
    <Stake
      onMax={() => {
        asked += 1;
      }}
    />,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: 'Max' }));
  expect(asked).toBe(1);
});

function Lots({ start }: { readonly start: string }) {
  const [value, setValue] = useState(start);
  return <StepperField label="Lots" scale={2} step="0.1" min="0.05" max="0.5" value={value} onChange={setValue} />;
}

test('steps are exact, written in the page’s notation, and end at the bounds', async () => {
  const user = userEvent.setup();
  await renderWithTexts(<Lots start="0,2" />, 'de');
  await user.click(screen.getByRole('button', { name: 'Lots: Mehr' }));
  expect(screen.getByRole('textbox')).toHaveValue('0,3');
  await user.click(screen.getByRole('button', { name: 'Lots: Mehr' }));
  await user.click(screen.getByRole('button', { name: 'Lots: Mehr' }));
  expect(screen.getByRole('textbox')).toHaveValue('0,5');
  expect(screen.getByRole('button', { name: 'Lots: Mehr' })).toBeDisabled();
});

test('a step from nothing starts at the least', async () => {
  await renderWithTexts(<Lots start="" />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Lots: More' }));
  expect(screen.getByRole('textbox')).toHaveValue('0.05');
});
