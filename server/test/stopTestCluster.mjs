export default async function stopTestCluster() {
  const child = globalThis.tesseraTestCluster;
  if (child === undefined || child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.stdin.end();
  await gone;
}
