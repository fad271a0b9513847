/** Remotes written by hand of which each breaks one rule of conformance, and one that breaks none. */
import { randomBytes } from 'node:crypto';
import type { RemoteBuild } from '../../release/src/build/BuildRecord';
import type { RuleName } from '../../release/src/conformance/rules';

interface Parts {
  /** Runs with the entry. */
  readonly onLoad?: string;
  /** Runs in mount, with `element` and `context`. */
  readonly onMount?: string;
  readonly onUpdate?: string;
  readonly onUnmount?: string;
  readonly contract?: string;
  readonly exposes?: string;
  readonly files?: readonly (readonly [path: string, text: string])[];
}

const pages = ['/pages/promo/index', '/pages/promo/detail'];

/** A whole build as its folder would hold it. `place` tells it from the others. */
function handmadeBuild(place: number, parts: Parts): RemoteBuild {
  const hash = (0xabcd0000 + place).toString(16);
  const global = `promo_${hash}`;
  const module = `{
    contract: '${parts.contract ?? '^1.0'}',
    mount(element, context) {
      const heading = document.createElement('h1');
      const show = ({ location }) => { heading.textContent = 'Promo at ' + location.pathname; };
      show(context);
      element.append(heading);
      ${parts.onMount ?? ''}
      return {
        update(next) { ${parts.onUpdate ?? 'show(next);'} },
        canRelease: () => true,
        unmount() { heading.remove(); ${parts.onUnmount ?? ''} },
      };
    },
  }`;
  const entry = `(() => { ${parts.onLoad ?? ''}
    self.${global} = { init() {}, get: () => Promise.resolve(() => (${parts.exposes ?? module})) };
  })();`;
  const files = new Map(
    [['remoteEntry.js', entry] as const, ...(parts.files ?? [])].map(([path, text]): [string, Uint8Array] => [
      path,
      Buffer.from(text),
    ]),
  );
  return {
    record: {
      schema: 1,
      kind: 'remote',
      name: 'promo',
      version: `1.0.0+${hash}`,
      bundler: 'by hand',
      entry: 'remoteEntry.js',
      type: 'global',
      global,
      contract: '^1.0',
      preload: [],
      pages,
    },
    files,
  };
}

const broken: readonly (readonly [what: string, rule: RuleName, parts: Parts])[] = [
  ['is too big', 'size', { onLoad: `/* ${randomBytes(60_000).toString('base64')} */` }],
  ['exposes no mount', 'exposes-module', { exposes: '{ contract: "^1.0" }' }],
  ['says another contract than its record', 'contract', { contract: '^1.1' }],
  ['throws on mount', 'mounts', { onMount: 'throw new Error("no");' }],
  ['ignores update', 'updates', { onUpdate: ' ' }],
  ['throws on unmount', 'unmounts', { onUnmount: 'throw new Error("no");' }],
  ['leaves a node in body', 'leaves-no-nodes', { onMount: 'document.body.append(document.createElement("aside"));' }],
  [
    'leaves a listener on window',
    'leaves-no-listeners',
    { onMount: 'window.addEventListener("resize", () => heading.remove());' },
  ],
  [
    'leaves a listener on a media query',
    'leaves-no-listeners',
    { onLoad: 'const query = matchMedia("(width > 400px)");', onMount: 'query.addEventListener("change", () => undefined);' },
  ],
  ['leaves an interval', 'leaves-no-timers', { onMount: 'setInterval(() => undefined, 60_000);' }],
  [
    'leaves a frame that asks for the next',
    'leaves-no-timers',
    { onMount: 'const turn = () => requestAnimationFrame(turn); turn();' },
  ],
  ['leaves a subscription', 'leaves-no-subscriptions', { onMount: 'context.preferences.theme.subscribe(() => undefined);' }],
  ['writes a global', 'leaves-no-globals', { onMount: 'window.promoState = element.id;' }],
  ['keeps what it unmounted', 'leaves-no-memory', { onLoad: 'const kept = [];', onMount: 'kept.push(heading);' }],
  [
    'keeps an observer',
    'leaves-no-memory',
    { onLoad: 'const kept = [];', onMount: 'kept.push(new ResizeObserver(() => undefined));' },
  ],
  [
    'acts after it was unmounted',
    'rests-after-unmount',
    { onUnmount: 'setTimeout(() => context.navigation.setTitle("late"), 300);' },
  ],
  [
    'defines what a second version defines too',
    'side-by-side',
    { onLoad: 'customElements.define("promo-card", class extends HTMLElement {});' },
  ],
  [
    'loads a script without integrity',
    'obeys-policy',
    { onMount: 'import("./more.js").catch(() => undefined);', files: [['more.js', 'export {};']] },
  ],
  [
    'loads a foreign script',
    'stays-in-its-folder',
    { onMount: 'import("https://elsewhere.example/more.js").catch(() => undefined);' },
  ],
  ['asks for files of another', 'stays-in-its-folder', { onMount: 'fetch("/r/market/remoteEntry.js").catch(() => undefined);' }],
  ['writes errors to the console', 'meets-no-errors', { onUpdate: 'show(next); console.error("no");' }],
];

export const goodBuild: RemoteBuild = handmadeBuild(0, {});
export const hangingBuild: RemoteBuild = handmadeBuild(1, { onMount: 'for (;;);' });
export const brokenBuilds = broken.map(([what, rule, parts], index) => ({ what, rule, build: handmadeBuild(index + 2, parts) }));
