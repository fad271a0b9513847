/** One mounted release: what the host's outlet does, with every throw written down under its rule. */
import type { RemoteHandle, RemoteModule } from '@tessera/shared/federation';
import type { RuleName } from '../rules';
import { createHarnessContext, type HarnessContext } from './HarnessContext';
import type { PlayedRelease } from './HarnessDoor';
import { addFault, textOf } from './faults';
import { calm, frames, showLimitMs, until } from './settle';

/** What React still has to do after an unmount is done by then. */
const framesToEnd = 3;

const shows = (root: HTMLElement): boolean =>
  root.innerText.trim() !== '' || root.querySelector('svg, img, canvas, video') !== null;

export class Mount {
  readonly context: HarnessContext;
  readonly root = document.createElement('div');
  private handle: RemoteHandle | undefined;

  constructor(
    private readonly release: PlayedRelease,
    module: RemoteModule,
    stage: Element,
    page: string,
  ) {
    this.context = createHarnessContext(release);
    this.root.style.display = 'contents';
    stage.append(this.root);
    this.guard('mounts', `mount at ${page}`, () => {
      this.handle = module.mount(this.root, this.context.at(page));
      for (const verb of ['update', 'canRelease', 'unmount'] as const) {
        if (typeof this.handle?.[verb] !== 'function') throw new TypeError(`mount answers no handle with ${verb}`);
      }
    });
  }

  /** Waits until it shows something and has come to rest. */
  async shown(page: string): Promise<void> {
    if (this.handle === undefined) return;
    if (!(await until(() => shows(this.root), showLimitMs)))
      addFault('mounts', `shows nothing at ${page} within ${showLimitMs / 1000} s`);
    await calm(this.root);
  }

  update(page: string): void {
    this.guard('updates', `update to ${page}`, () => this.handle?.update(this.context.at(page)));
  }

  askRelease(): void {
    this.guard('updates', 'canRelease', () => {
      const answer: unknown = this.handle?.canRelease();
      const isAnswer = answer === true || typeof (answer as { reason?: unknown } | undefined)?.reason === 'string';
      if (!isAnswer) throw new TypeError('answers neither true nor a reason');
    });
  }

  /** Ends it in the host's order: the signal first, the element last. */
  unmount(): void {
    this.context.end();
    this.guard('unmounts', 'unmount', () => this.handle?.unmount());
    const rest = [...this.root.children].map((child) => `<${child.localName}>`);
    if (this.handle !== undefined && rest.length > 0) addFault('leaves-no-nodes', `${rest.join(' ')} in its element`);
    this.root.remove();
    const { context } = this;
    void frames(framesToEnd).then(() => (context.isOver = true));
  }

  private guard(rule: RuleName, what: string, action: () => void): void {
    try {
      action();
    } catch (error) {
      addFault(rule, `${what} of ${this.release.reference.version}: ${textOf(error)}`);
    }
  }
}
