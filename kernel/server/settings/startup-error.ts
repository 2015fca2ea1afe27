/** Error that the operator can mend. It is shown as two plain sentences, without a stack. */
export class StartupError extends Error {
  readonly zh: string;
  readonly en: string;

  constructor(zh: string, en: string) {
    super(`${zh}\n${en}`);
    this.name = 'Trouble';
    this.zh = zh;
    this.en = en;
  }
}

/** The code of a system or PostgreSQL error (`ENOSPC`, `28P01`), if it has one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function diskFull(where: string): StartupError {
  return new StartupError(
    `磁盘已满，无法写入 ${where}。请腾出空间后再启动。`,
    `The disk is full: ${where} cannot be written. Make room and start again.`,
  );
}

/** Return the error for a fault of the machine, such as a full disk or missing permissions; null for program faults. */
export function machineError(error: unknown): StartupError | null {
  if (error instanceof StartupError) return error;
  const where = pathOf(error);
  switch (codeOf(error)) {
    case 'ENOSPC':
    case '53100': // PostgreSQL's word for it
      return diskFull(where);
    case 'EACCES':
    case 'EPERM':
      return new StartupError(
        `没有权限使用 ${where}。请用拥有它的用户运行，或修正权限。`,
        `No permission to use ${where}. Run as its owner, or mend the permissions.`,
      );
    case 'EROFS':
      return new StartupError(
        `${where} 是只读的。请用 ANJU_DATA 指定一个可写的目录。`,
        `${where} is read-only. Name a folder that can be written by ANJU_DATA.`,
      );
    default:
      return null;
  }
}

function pathOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'path' in error ? String(error.path) : 'ANJU_DATA';
}
