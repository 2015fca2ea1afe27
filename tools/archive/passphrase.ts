import { StartupError } from '#kernel/server/settings/startup-error.ts';

const SHORTEST = 12;

/** The keys in a backup open every session and every signed link, so they never leave the product in clear. */
export function passphrase(): string {
  const given = process.env.ANJU_BACKUP_PASSPHRASE ?? '';
  if (given.length >= SHORTEST) return given;
  throw new StartupError(
    `请在 ANJU_BACKUP_PASSPHRASE 中设置备份口令（至少 ${SHORTEST} 个字符），并妥善保管：没有它就无法恢复。`,
    `Set a passphrase of at least ${SHORTEST} characters in ANJU_BACKUP_PASSPHRASE and keep it safe: nothing can be restored without it.`,
  );
}
