/**
 * Flags of Node for a program that builds packages. It runs most of its code a few times only: Node 20 makes such code fast eight times later than it
 * would, which later versions do by themselves. Several packages are built at once: threads of one build's garbage collector would wait for the
 * cores of another. A build makes much that it soon drops, so it is collected seldom.
 */
export const bundlerFlags = [
  '--single-threaded-gc',
  '--max-semi-space-size=64',
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=540672'] : []),
];
