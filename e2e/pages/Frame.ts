/** What the shell shows around every page. */
import { Screen } from './Screen';

export class Frame extends Screen {
  readonly demoRibbon = this.page.getByText(this.words('host:demo.frame'));
  readonly connectionLost = this.page.getByText(
    new RegExp(`${this.words('host:connection.reconnecting')}|${this.words('host:connection.offline')}`),
  );
  readonly welcome = this.page.getByRole('dialog', { name: this.words('host:welcome.title') });

  async acceptWelcome(): Promise<void> {
    await this.button(this.words('host:welcome.accept')).click();
  }

  /** From now on notes whether a text is ever on the page, be it for one frame. */
  async watchFor(text: string): Promise<void> {
    await this.page.evaluate((wanted) => {
      const note = { wasSeen: false };
      Object.assign(window, { noteOfText: note });
      const look = () => {
        if (document.body.innerText.includes(wanted)) note.wasSeen = true;
      };
      look();
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    }, text);
  }

  async wasSeen(): Promise<boolean> {
    return this.page.evaluate(() => (window as unknown as { noteOfText: { wasSeen: boolean } }).noteOfText.wasSeen);
  }
}
