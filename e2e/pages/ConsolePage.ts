/** The operators' console: an operator's intents, by the words of the page. */
import { expect, type Locator, type Page } from 'playwright/test';
import { operations, type OperationName, type OperationRequest, type OperationResponse } from '@tessera/shared/operations';
import { consoleUrl, type Operator } from '../fixtures/anOperator';

export class ConsolePage {
  constructor(readonly page: Page) {}

  /** `part`: "reviews", of its address. */
  async open(part: string): Promise<this> {
    await this.page.goto(`${await consoleUrl()}#/${part}`);
    return this;
  }

  /** To another part, without loading the page again. */
  async turnTo(part: string): Promise<void> {
    await this.page.evaluate((to) => (window.location.hash = `#/${to}`), part);
  }

  get isSignedOut(): Locator {
    return this.page.getByRole('button', { name: 'Sign in' });
  }

  async signIn({ name, password }: Pick<Operator, 'name' | 'password'>, code: string): Promise<void> {
    await this.page.getByLabel('Name').fill(name);
    await this.page.getByLabel('Password').fill(password);
    await this.page.getByLabel('One-time code').fill(code);
    await this.page.keyboard.press('Enter');
  }

  /** With a code of now. On a slow machine it may be too old when it arrives: then with the next one. */
  async enter(operator: Operator): Promise<void> {
    await expect(async () => {
      await this.signIn(operator, await operator.code());
      await expect(this.isSignedOut).toHaveCount(0, { timeout: 5000 });
    }).toPass();
  }

  /** A call of the operators' table by who is signed in on this page. */
  async call<Name extends OperationName>(name: Name, request: OperationRequest<Name>): Promise<OperationResponse<Name>> {
    const { type, message } = await this.page.evaluate(
      async ({ path, body }) => {
        const token = Object.values(sessionStorage).find((value) => typeof value === 'string' && value.length > 20) as string;
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
        const answer = await fetch(`api/${path}`, { method: 'POST', headers, body, signal: AbortSignal.timeout(30_000) });
        return (await answer.json()) as { readonly type: string; readonly message: unknown };
      },
      { path: operations[name].path, body: JSON.stringify(request) },
    );
    if (type !== 'ok') throw new Error(`${name} was refused: ${JSON.stringify(message)}`);
    return message as OperationResponse<Name>;
  }

  /** What is open. */
  get title(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  get parts(): Locator {
    return this.page.getByRole('navigation').getByRole('link');
  }

  get rows(): Locator {
    return this.page.getByRole('main').locator('[data-row]');
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** What came of the last act. */
  notice(text: RegExp): Locator {
    return this.page.getByRole('status').filter({ hasText: text });
  }

  /** What waits of this person, through the list and without a mouse. */
  async openReviewOf(userId: string): Promise<void> {
    await this.turnTo('reviews');
    await this.page.getByLabel('Of the person').fill(userId);
    await expect(this.rows).toHaveCount(1);
    await expect(this.rows).toContainText(userId);
    // A letter that is typed is no key of the page.
    await this.page.getByLabel('Of the person').press('k');
    await this.page.getByLabel('Of the person').fill(userId);
    await this.page.getByRole('heading', { level: 1 }).focus();
    await this.page.keyboard.press('j');
    await expect(this.rows).toBeFocused();
    await this.page.keyboard.press('Enter');
    await expect(this.title).toHaveText(/^Identity/);
  }
}
