/** The registration page with the code filled in, at the address where the app is open. `here`: of this page. */
export function invitationLink(code: string, here: string): string {
  const link = new URL(here);
  link.search = '';
  link.hash = `#/pages/register/index?${new URLSearchParams({ invitation: code }).toString()}`;
  return link.href;
}
