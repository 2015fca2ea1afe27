// A SIGTERM to `npm start` ends npm and does not reach this process, so the end of npm is treated like SIGTERM.
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 250;

/** Call `then` once when the parent process has ended. */
export function onParentLost(then) {
  const parent = process.ppid;
  if (parent <= 1) return; // A child of init or the first process of a container has no parent to watch.
  // npm runs scripts in a shell. If that shell is the parent, watch its parent, which is npm.
  const npm = process.env.npm_lifecycle_event && isShell(parent) ? parentOf(parent) : null;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || parentOf(parent) === npm)) return;
    clearInterval(timer);
    then();
  }, LOOK_EVERY_MS);
  timer.unref();
}

/**
 * Return name and parent of a process from /proc/<pid>/stat, which is `pid (name) state ppid …`. The name may contain
 * spaces and brackets. Null without that file.
 */
function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const close = text.lastIndexOf(')');
    return { name: text.slice(text.indexOf('(') + 1, close), parent: Number(text.slice(close + 2).split(' ')[1]) };
  } catch {
    return null; // Without /proc only the direct parent is watched.
  }
}

const isShell = (pid) => /^(ba|da|z|k)?sh$/.test(stat(pid)?.name ?? '');
const parentOf = (pid) => stat(pid)?.parent ?? null;
