import { chmodSync, mkdirSync, statSync } from 'node:fs';

/** Others may pass through, where the database runs as another user; nobody else reads or lists. */
const OTHERS_READ_OR_WRITE = 0o066;
const OTHERS = 0o077;

/** Make the folder of the product, and close it to other users of the machine. A folder that belongs to another user stays as it is. */
export function makeClosedFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const me = process.getuid?.();
  const { mode, uid } = statSync(path);
  const open = me === 0 ? OTHERS_READ_OR_WRITE : OTHERS;
  if (me !== undefined && uid === me && (mode & open) !== 0) chmodSync(path, mode & 0o777 & ~open);
}
