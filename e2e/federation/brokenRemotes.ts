/** Remotes written by hand that break the rules of conformance, and one that breaks none. */
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

interface Broken {
  readonly what: string;
  /** By rule, what the run says of it, in the order of the alphabet. */
  readonly told: Readonly<Partial<Record<RuleName, readonly RegExp[]>>>;
  readonly parts: Parts;
}

/** Faults that do not hide one another are in one build: the lines of each rule say whose they are. */
const broken: readonly Broken[] = [
  {
    what: 'exposes no mount',
    told: { 'exposes-module': [/exposes \{ contract \} instead of contract and mount/] },
    parts: { exposes: '{ contract: "^1.0" }' },
  },
  {
    what: 'throws on mount',
    told: { mounts: [/mount at .*: no/, /mount at .*: no/] },
    parts: { onMount: 'throw new Error("no");' },
  },
  {
    what: 'is wrong in size, contract, update, unmount, integrity, requests and console',
    told: {
      size: [/over the budget/],
      contract: [/the module says \^1\.1, build\.json says \^1\.0/],
      updates: [/shows the same at all of its pages/],
      unmounts: [/unmount of .*: no/],
      'obeys-policy': [/more\.js: it was asked for without integrity/],
      'stays-in-its-folder': [
        /^asked for http:.*\/r\/market\/remoteEntry\.js$/,
        /^asked for https:\/\/elsewhere\.example\/more\.js$/,
        /^script-src-elem refused https:\/\/elsewhere\.example\/more\.js$/,
      ],
      'meets-no-errors': [/console: broken/],
    },
    parts: {
      onLoad: `/* ${randomBytes(60_000).toString('base64')} */`,
      contract: '^1.1',
      onMount: [
        'import("./more.js").catch(() => undefined);',
        'import("https://elsewhere.example/more.js").catch(() => undefined);',
        'fetch("/r/market/remoteEntry.js").catch(() => undefined);',
      ].join(' '),
      onUpdate: 'console.error("broken");',
      onUnmount: 'throw new Error("no");',
      files: [['more.js', 'export {};']],
    },
  },
  {
    what: 'leaves a node, listeners, timers, a subscription and a global, and acts after it was unmounted',
    told: {
      'leaves-no-nodes': [/<aside> in body/],
      'leaves-no-listeners': [/"change" on a media query/, /"resize" on window/],
      'leaves-no-timers': [/animation frame/, /interval of 60000 ms/],
      'leaves-no-subscriptions': [/theme/],
      'leaves-no-globals': [/promoState/],
      'rests-after-unmount': [/setTitle/],
    },
    parts: {
      onLoad: 'const query = matchMedia("(width > 400px)");',
      onMount: [
        'document.body.append(document.createElement("aside"));',
        'window.addEventListener("resize", () => heading.remove());',
        'query.addEventListener("change", () => undefined);',
        'setInterval(() => undefined, 60_000);',
        'const turn = () => requestAnimationFrame(turn); turn();',
        'context.preferences.theme.subscribe(() => undefined);',
        'window.promoState = element.id;',
      ].join(' '),
      onUnmount: 'setTimeout(() => context.navigation.setTitle("late"), 300);',
    },
  },
  {
    what: 'keeps what it unmounted, and an observer',
    told: { 'leaves-no-memory': [/ResizeObserver/, /DOM node/] },
    // The observer's function is none of the mount: what it holds would hide what is kept beside it.
    parts: {
      onLoad: 'const kept = []; const look = () => undefined;',
      onMount: 'kept.push(heading, new ResizeObserver(look));',
    },
  },
  {
    what: 'defines what a second version defines too',
    told: { 'side-by-side': [/Failed to load script resources/, /"promo-card" has already been used/] },
    parts: { onLoad: 'customElements.define("promo-card", class extends HTMLElement {});' },
  },
];

export const goodBuild: RemoteBuild = handmadeBuild(0, {});
export const hangingBuild: RemoteBuild = handmadeBuild(1, { onMount: 'for (;;);' });
export const brokenBuilds = broken.map(({ what, told, parts }, index) => ({
  what,
  told,
  build: handmadeBuild(index + 2, parts),
}));
