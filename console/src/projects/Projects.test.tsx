import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { OperatorRole, ProjectShown } from '@tessera/shared/operations';
import { partsFor } from '../parts';
import { useNotice } from '../shell/notice';
import { Projects } from './Projects';

const dayMs = 86_400_000;
const aProject = (more: Partial<ProjectShown> = {}): ProjectShown => ({
  ...{ id: '7', asset: 'USDT', min: '10', max: '1000', maxParticipants: 3, capacity: '2000' },
  closesAtMs: Date.now() + dayMs,
  endsAtMs: Date.now() + 3 * dayMs,
  texts: [{ language: 'en', name: 'Quiet grid', about: 'Buys low.' }],
  ...{ participants: 2, taken: '300', state: 'open', share: null, returned: '0', proposal: null },
  ...more,
});
const proposed = (operator: string): ProjectShown['proposal'] => ({
  ...{ id: '31', projectId: '7', act: 'result', share: '-0.031', operator, atMs: Date.now(), reason: 'it has ended' },
  texts: [{ language: 'en', statement: 'The quarter was quiet.' }],
});

let items: ProjectShown[];
let asked: [path: string, body: Record<string, unknown>][];
let refusal: { readonly type: 'error'; readonly message: string } | undefined;
beforeEach(() => {
  asked = [];
  refusal = undefined;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const path = String(url).replace('api/', '');
    const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
    asked.push([path, body]);
    if (path === 'projects/list') return Response.json({ type: 'ok', message: { items } });
    if (refusal !== undefined) return Response.json(refusal);
    const whole = {
      project: items[0],
      participants: 2,
      returned: '290.7',
      seen: 'a'.repeat(64),
      isDone: body['preview'] !== true,
    };
    return Response.json({ type: 'ok', message: path === 'projects/approve' ? whole : items[0] });
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

function Told() {
  return <output>{useNotice()}</output>;
}
async function open(shown: ProjectShown[], ...roles: OperatorRole[]): Promise<void> {
  items = shown;
  const operator = { name: 'ann', roles, endsAtMs: Date.now() + dayMs };
  render(
    <>
      <Told />
      <Projects operator={operator} rest={[]} />
    </>,
  );
  await (shown.length === 0 ? screen.findByText('There is no project yet.') : screen.findAllByRole('heading', { level: 2 }));
}
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });
const acted = () => asked.filter(([path]) => path !== 'projects/list');

test('a project is proposed with its terms and texts; what was typed stays when it is refused', async () => {
  await open([], 'treasury');
  click('Propose a project …');
  const dialog = within(screen.getByRole('dialog'));
  const submit = () => dialog.getByRole('button', { name: 'Propose' });
  type('Minimum per person', '10');
  type('Maximum per person', '1000');
  fireEvent.change(dialog.getByLabelText(/Reason|Why/), { target: { value: 'a new one' } });
  // A number is read whole or not at all.
  type('Maximum number of participants', '3,000');
  type('Takes participants until (your time)', '2030-05-02T14:03');
  type('Ends (your time)', '2030-06-02T14:03');
  type('Name, English', 'Quiet grid');
  expect(submit()).toHaveProperty('disabled', true);
  type('About it, English', 'Buys low.');
  expect(submit()).toHaveProperty('disabled', true);
  type('Maximum number of participants', '3');
  type('Name, German', 'Ruhiges Netz');
  type('About it, German', 'Kauft tief.');
  refusal = { type: 'error', message: 'PARAMETER_WRONG' };
  fireEvent.click(submit());
  await waitFor(() => expect(acted()).toHaveLength(1));
  expect(screen.getByLabelText('Name, English')).toHaveProperty('value', 'Quiet grid');
  refusal = undefined;
  await waitFor(() => expect(submit()).toHaveProperty('disabled', false));
  fireEvent.click(submit());
  await screen.findByText('Proposed. Another operator has to approve it.');
  expect(acted().at(-1)?.[1]).toMatchObject({
    ...{ asset: 'USDT', min: '10', max: '1000', maxParticipants: 3, capacity: null, reason: 'a new one' },
    texts: [
      { language: 'en', name: 'Quiet grid', about: 'Buys low.' },
      { language: 'de', name: 'Ruhiges Netz', about: 'Kauft tief.' },
    ],
  });
});

test('a colleague’s proposal shows all that is said and paid before it is approved', async () => {
  await open([aProject({ proposal: proposed('bob'), endsAtMs: Date.now() - 1 })], 'treasury');
  click('Approve …');
  const dialog = within(screen.getByRole('dialog'));
  await dialog.findByText('290.7 USDT are paid back to 2 participants.');
  expect(dialog.getByText('The quarter was quiet.')).toBeTruthy();
  expect(dialog.getByText('Share of what was put in: -0.031')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Approve and publish' }));
  await screen.findByText('Approved and published.');
  expect(acted()).toEqual([
    ['projects/approve', { proposalId: '31', preview: true }],
    ['projects/approve', { proposalId: '31', preview: false, seen: 'a'.repeat(64) }],
  ]);
});

test('nobody approves what he proposed, and who only reads proposes nothing', async () => {
  await open([aProject({ proposal: proposed('ann') })], 'treasury');
  expect(screen.queryByRole('button', { name: 'Approve …' })).toBeNull();
  expect(screen.getByText('You proposed this. Another operator has to approve it.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reject …' })).toBeTruthy();
});

test('one that has ended waits for its result; a running one can be cancelled; the reader sees both', async () => {
  await open([aProject({ endsAtMs: Date.now() - 1 }), aProject({ id: '8' })], 'risk');
  expect(screen.queryAllByRole('button').filter((one) => /…$/.test(one.textContent ?? ''))).toEqual([]);
  expect(screen.getAllByText('300 of 2,000 USDT')).toHaveLength(2);
  expect(partsFor(['treasury']).map(({ path }) => path)).toContain('projects');
  expect(partsFor(['support']).map(({ path }) => path)).not.toContain('projects');
});

test('a result is proposed with its share and statement', async () => {
  await open([aProject({ endsAtMs: Date.now() - 1 })], 'treasury');
  click('Propose its result …');
  type('Share of what was put in (-0.031 is a loss of 3.1 %)', '-0.031');
  type('Statement, English', 'The quarter was quiet.');
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(/Reason|Why/), { target: { value: 'it has ended' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Propose' }));
  await waitFor(() => expect(acted()).toHaveLength(1));
  const texts = [{ language: 'en', statement: 'The quarter was quiet.' }];
  expect(acted()[0]).toEqual(['projects/result', { id: '7', share: '-0.031', texts, reason: 'it has ended' }]);
});
