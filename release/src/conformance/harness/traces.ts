import type { Traces } from './HarnessDoor';
import { openSubscriptions } from './countedStream';
import { restLimitMs, until } from './settle';
import { runningTimers } from './watchTimers';

const own = /\/r\/[^/]+\/[^/]+\//;

/** A release's scripts stay known to its own loader, and the host switches its style sheets off: neither is a trace. */
const isOfARelease = (element: Element): boolean =>
  (element instanceof HTMLLinkElement && own.test(element.href)) ||
  (element instanceof HTMLScriptElement && own.test(element.src));

const describe = (element: Element): string => {
  const names = [...element.attributes].map(({ name, value }) => ` ${name}="${value.slice(0, 40)}"`).join('');
  return `<${element.localName}${names}> in ${element.parentElement?.id || element.parentElement?.localName || 'nothing'}`;
};

export function traces(): Traces {
  const places = [document.documentElement, document.head, document.body, ...document.querySelectorAll('#stage')];
  return {
    nodes: places
      .flatMap((place) => [...place.children])
      .filter((element) => !isOfARelease(element))
      .map(describe),
    attributes: [document.documentElement, document.body].flatMap((element) =>
      [...element.attributes].map(({ name, value }) => `${element.localName} ${name}="${value}"`),
    ),
    timers: runningTimers(),
    subscriptions: openSubscriptions(),
    globals: Object.getOwnPropertyNames(window),
  };
}

export async function tracesAtRest(): Promise<Traces> {
  await until(() => runningTimers().length + openSubscriptions().length === 0, restLimitMs);
  return traces();
}
