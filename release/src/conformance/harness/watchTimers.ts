/**
 * Keeps account of every timer and animation frame that runs. It must be the first module of the page: React and others
 * take hold of these functions when they are evaluated.
 */
type Start = (action: unknown, ...rest: readonly unknown[]) => number;
type Stop = (id: number | undefined) => void;

const scope = window as unknown as Record<string, Start & Stop>;
const running = new Map<string, string>();

/** The harness's own waits, which are not accounted for. */
export const unwatched = {
  setTimeout: window.setTimeout.bind(window),
  requestAnimationFrame: window.requestAnimationFrame.bind(window),
};

/** What runs now, one line each. */
export const runningTimers = (): readonly string[] => [...running.values()];

/** Where in a release a call came from; the harness and the shared modules are no news. */
function caller(): string {
  const line = new Error().stack?.split('\n').find((frame) => frame.includes('/r/'));
  return line === undefined ? '' : `, set at ${line.replace(/^.*\/([^/]+?)\)?$/, '$1')}`;
}

function watch(
  kind: string,
  start: string,
  stops: readonly string[],
  describe: (rest: readonly unknown[]) => string,
  isRepeating = false,
): void {
  const original = scope[start]?.bind(window);
  if (original === undefined) return;
  const watched: Start = (action, ...rest) => {
    if (typeof action !== 'function') return original(action, ...rest);
    const act = (...values: readonly unknown[]): void => {
      if (!isRepeating) running.delete(key);
      (action as (...all: readonly unknown[]) => void)(...values);
    };
    const id = original(act, ...rest);
    const key = `${kind} ${id}`;
    running.set(key, `${describe(rest)}${caller()}`);
    return id;
  };
  scope[start] = watched as Start & Stop;
  for (const stop of stops) {
    const end = scope[stop]?.bind(window);
    if (end === undefined) continue;
    scope[stop] = ((id) => {
      running.delete(`${kind} ${id}`);
      end(id);
    }) as Start & Stop;
  }
}

// Timeouts and intervals share their numbers, and either can be ended by the other's function.
const milliseconds = ([ms]: readonly unknown[]): string => `${Number(ms ?? 0)} ms`;
watch('timer', 'setTimeout', ['clearTimeout'], (rest) => `timeout of ${milliseconds(rest)}`);
watch('timer', 'setInterval', ['clearInterval'], (rest) => `interval of ${milliseconds(rest)}`, true);
watch('frame', 'requestAnimationFrame', ['cancelAnimationFrame'], () => 'animation frame');
watch('idle', 'requestIdleCallback', ['cancelIdleCallback'], () => 'idle callback');
