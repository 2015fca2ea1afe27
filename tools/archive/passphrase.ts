import { StartupError } from '#kernel/server/settings/startup-error.ts';

const SHORTEST = 12;

/** Return the passphrase that encrypts the keys in a backup. The keys give access to every session and signed link. */
export function passphrase(): string {
  const phrase = process.env.ANJU_BACKUP_PASSPHRASE ?? '';
  if (phrase.length >= SHORTEST) return phrase;
  throw new StartupError(
    `请在 ANJU_BACKUP_PASSPHRASE 中设置备份口令（至少 ${SHORTEST} 个字符），并妥善保管：没有它就无法恢复。`,
    `Set a passphrase of at least ${SHORTEST} characters in ANJU_BACKUP_PASSPHRASE and keep it safe: nothing can be restored without it.`,
  );
}
