/** What the shell shows around every page. */
import { Screen } from './Screen';

export class Frame extends Screen {
  readonly demoRibbon = this.page.getByText(this.words('host:demo.frame'));
  readonly connectionLost = this.page.getByText(new RegExp(`${this.words('host:connection.reconnecting')}|${this.words('host:connection.offline')}`));
  readonly welcome = this.page.getByRole('dialog', { name: this.words('host:welcome.title') });

  async acceptWelcome(): Promise<void> {
    await this.button(this.words('host:welcome.accept')).click();
  }
}
