import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import { fakeContext, testStartMs, visitor, type FakeContext } from '@tessera/shared/testing';
import { mount } from '../../remote';
import { invitationLink } from './invitationLink';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
  Reflect.deleteProperty(navigator, 'share');
});

function mountOn(context: FakeContext): FakeContext {
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}
const person = (account: string) => ({ account, joinedAtMs: testStartMs });
function open(items: object[], total = items.length) {
  const context = fakeContext({ remote: 'account', path: '/pages/user/invite' });
  context.api.respond('invite', { invitationCode: 'AB12CD34', invited: { items, page: 1, pageSize: 20, total } } as never);
  return mountOn(context);
}
const link = 'http://localhost/#/pages/register/index?invitation=AB12CD34';

describe('the invitation', () => {
  it('code, QR code and link: copied, and shared where the browser can', async () => {
    const shared: unknown[] = [];
    Object.assign(navigator, { share: async (data: unknown) => void shared.push(data) });
    const context = open([]);
    const user = userEvent.setup();
    const written = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    expect(await screen.findByRole('img', { name: 'QR code of the invitation link' })).toBeVisible();
    expect(screen.getByText('AB12CD34')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    await user.click(screen.getByRole('button', { name: 'Copy invitation code' }));
    expect(written.mock.calls).toEqual([[link], ['AB12CD34']]);
    expect(context.dialogs.toasts.map(({ text }) => text)).toEqual(['Copied', 'Copied']);
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(shared).toEqual([{ title: 'Register at Tessera with my invitation', url: link }]);
  });

  it('nobody came yet: said so, and nothing to share with where the browser cannot', async () => {
    open([]);
    expect(await screen.findByText('Nobody invited yet')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  });

  it('who came, masked; the others on request', async () => {
    const context = open([person('an•••@example.com'), person('+41•••••12')], 130);
    const list = within(await screen.findByRole('group', { name: 'Invited: 130' }));
    expect(list.getByText('an•••@example.com')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await waitFor(() => expect(context.api.callsOf('invite').at(-1)?.request).toEqual({ page: 2, pageSize: 20 }));
    // 130 are seven pages.
    for (const page of [3, 4, 5, 6, 7]) {
      await userEvent.click(screen.getByRole('button', { name: 'More' }));
      await waitFor(() => expect(context.api.callsOf('invite').at(-1)?.request).toEqual({ page, pageSize: 20 }));
    }
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  });

  it('the link leads from where the app is, whatever page is shown there', () => {
    expect(invitationLink('A B', 'https://app.example/h5/?x=1#/pages/user/invite?y=2')).toBe(
      'https://app.example/h5/#/pages/register/index?invitation=A+B',
    );
  });
});

describe('registration by an invitation link', () => {
  it('the code stands in the form; an inviter who is not found is said there, and what was typed stays', async () => {
    const context = fakeContext({
      remote: 'account',
      path: '/pages/register/index',
      search: '?invitation=AB12CD34',
      session: visitor,
    });
    context.api.respond('areaCodes', { items: [{ country: 'CH', areaCode: '41', isRestricted: false }] });
    const image = 'data:image/png;base64,iVBORw0KGgo=';
    const measures = { width: 320, height: 160, pieceSize: 48, pieceY: 40, expiresAtMs: testStartMs + 120_000 };
    context.api.respond('puzzleNew', { puzzleId: 'p1', background: image, piece: image, ...measures });
    context.api.respond('puzzleVerify', { puzzleToken: 'token-1' });
    context.api.respond('register', new AppError('AUTH_INVITER_NOT_FOUND'));
    mountOn(context);
    const field = await screen.findByLabelText('Invitation code (optional)');
    expect(field).toHaveValue('AB12CD34');
    const fill = async (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
    await fill('E-mail address', 'ben@example.com');
    await fill('Password', 'mosaic77');
    await fill('Repeat the password', 'mosaic77');
    await userEvent.selectOptions(screen.getByLabelText('Country of residence'), 'CH');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
    await screen.findByRole('slider', { name: 'Position of the piece' });
    await userEvent.click(screen.getByRole('button', { name: 'A little to the right' }));
    await userEvent.click(screen.getByRole('button', { name: 'Check position' }));
    await waitFor(() => expect(field).toBeInvalid());
    expect(field).toHaveAccessibleDescription(/invited you/i);
    expect(context.api.callsOf('register')[0]?.request).toMatchObject({ invitationCode: 'AB12CD34' });
    expect(screen.getByLabelText('E-mail address')).toHaveValue('ben@example.com');
  });
});
