import { chmodSync, mkdirSync, statSync } from 'node:fs';

/**
 * Mode bits that are removed where Anju runs as root. Other users may still pass through the folder, since the database
 * runs as another user.
 */
const OTHERS_READ_OR_WRITE = 0o066;
const OTHERS = 0o077;

/**
 * Make the folder of the product, and close it to other users of the machine. A folder of another user stays unchanged.
 */
export function makeClosedFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const me = process.getuid?.();
  const { mode, uid } = statSync(path);
  const open = me === 0 ? OTHERS_READ_OR_WRITE : OTHERS;
  if (me !== undefined && uid === me && (mode & open) !== 0) chmodSync(path, mode & 0o777 & ~open);
}
