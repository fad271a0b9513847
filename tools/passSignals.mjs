/**
 * Anyone who stops this command means the program that it runs. Signals are passed on. npm passes a signal to a shell that keeps it
 * to itself and ends: then this command has lost the process that started it, which tells the program to stop as well.
 */
const starter = process.ppid;
const lookMs = 100;

export function passSignals(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event === undefined) return;
  const looking = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(looking);
    child.kill('SIGTERM');
  }, lookMs);
  looking.unref();
}
