// A SIGTERM to `npm start` ends npm and never reaches us, so the loss of npm is taken for SIGTERM.
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 250;

/** Calls `then` once when the process that started us is gone. */
export function onParentLost(then) {
  const parent = process.ppid;
  if (parent <= 1) return; // Started by init or as the first process of a container: there is nobody to lose.
  // npm starts scripts through a shell; where that shell stays in between, its own parent is npm.
  const npm = process.env.npm_lifecycle_event && isShell(parent) ? parentOf(parent) : null;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || parentOf(parent) === npm)) return;
    clearInterval(timer);
    then();
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** /proc/<pid>/stat is `pid (name) state ppid …`; the name may hold spaces and brackets. */
function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const close = text.lastIndexOf(')');
    return { name: text.slice(text.indexOf('(') + 1, close), parent: Number(text.slice(close + 2).split(' ')[1]) };
  } catch {
    return null; // No /proc on this system: the direct parent is all we watch.
  }
}

const isShell = (pid) => /^(ba|da|z|k)?sh$/.test(stat(pid)?.name ?? '');
const parentOf = (pid) => stat(pid)?.parent ?? null;
