/**
 * What every command of this folder needs first: the right Node and installed packages. Plain Node, since on a fresh clone there
 * is nothing else yet.
 */
import { createHash } from 'node:crypto';
import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { lockWithAddresses } from './lockWithAddresses.mjs';

export const root = resolve(import.meta.dirname, '..');
/** npm reads it instead of the lock file while it is there. */
const addressedLock = join(root, 'npm-shrinkwrap.json');
const startedAt = performance.now();

/** One line of progress with the time since the command began. */
export function say(line, print = console.log) {
  print(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(7)} s  ${line}`);
}

export function fail(line, code = 1) {
  console.error(line);
  process.exit(code);
}

/** Runs a command to its end; answers its exit code. Output goes through unless `stdio` says otherwise; over an 'ipc' among it come messages. */
export function run(command, args, { env = {}, stdio = 'inherit', timeoutMs, onMessage = () => undefined } = {}) {
  return new Promise((done, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio,
      env: { ...process.env, ...env },
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    child.on('message', onMessage);
    child.once('error', reject);
    child.once('close', (code, signal) => done(signal === null ? code : `killed by ${signal}`));
  });
}

/** Runs a TypeScript program of the project. */
export const runProgram = (path, args, options) => run(process.execPath, ['--import', 'tsx', join(root, path), ...args], options);

/** Runs an installed tool by its script, without a shell in between; `nodeFlags` are of Node, which hands them to the workers that the tool starts. */
export const runTool = (script, args, { nodeFlags = [], ...options }) =>
  run(process.execPath, [...nodeFlags, join(root, 'node_modules', script), ...args], options);

/**
 * Judges and writes types: the native compiler, in half the time. `typescript` of the root is the one before it, which bundling
 * calls as a library.
 */
export const runCompiler = (args, options) =>
  run(process.execPath, [join(root, 'tools/node_modules/typescript/bin/tsc'), ...args], options);

export async function setUp() {
  checkNode();
  await installPackages();
}

function checkNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (!isNodeAccepted(process.versions.node, engines.node))
    fail(`This project runs on Node ${engines.node}; this is ${process.versions.node}.`);
}

/** `range` is carets joined by "||", as package.json states it: each stands for that version and later ones of its major. */
export function isNodeAccepted(version, range) {
  const numbers = (text) => text.split('.').map(Number);
  const [major, minor, patch] = numbers(version);
  return range.split('||').some((part) => {
    const [fromMajor, fromMinor, fromPatch] = numbers(part.trim().replace('^', ''));
    return major === fromMajor && (minor > fromMinor || (minor === fromMinor && patch >= fromPatch));
  });
}

async function installPackages() {
  // Left behind by an installation that was killed.
  rmSync(addressedLock, { force: true });
  const lock = readFileSync(join(root, 'package-lock.json'));
  const stampPath = join(root, 'node_modules/.tessera-stamp');
  const stamp = createHash('sha256').update(lock).update(process.versions.node).digest('hex');
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return;
  if (!isInstalled(JSON.parse(lock))) {
    // Not on stdout, which belongs to what the command answers (--json).
    say('installing packages (npm ci)', console.error);
    const code = await ci(JSON.parse(lock));
    if (code !== 0) fail('npm ci did not succeed; its own words are above.');
  }
  writeFileSync(stampPath, stamp);
}

/** Answers npm's exit code. */
async function ci(lock) {
  const npm = process.env.npm_execpath;
  const [command, ...before] = npm === undefined ? ['npm'] : [process.execPath, npm];
  const runCi = () => run(command, [...before, 'ci'], { stdio: ['ignore', process.stderr, 'inherit'] });
  const settings = await promisify(execFile)(command, [...before, 'config', 'list', '--json'], { cwd: root });
  try {
    writeFileSync(addressedLock, JSON.stringify(lockWithAddresses(lock, JSON.parse(settings.stdout))));
    if ((await runCi()) === 0) return 0;
  } finally {
    rmSync(addressedLock, { force: true });
  }
  // A registry that keeps its archives at other addresses tells npm where.
  say('once more, with what the registry says of each package', console.error);
  return runCi();
}

/** True when somebody has already installed exactly what the lock file names. */
function isInstalled(lock) {
  const path = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(path)) return false;
  const installed = JSON.parse(readFileSync(path, 'utf8')).packages;
  return Object.entries(lock.packages).every(
    ([name, { version, optional, link }]) =>
      !name.includes('node_modules/') || optional || link || installed[name]?.version === version,
  );
}
