/** Something the person who starts Anju can mend. It is shown as two plain sentences, without a stack. */
export class Trouble extends Error {
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

export function diskFull(where: string): Trouble {
  return new Trouble(
    `磁盘已满，无法写入 ${where}。请腾出空间后再启动。`,
    `The disk is full: ${where} cannot be written. Make room and start again.`,
  );
}
