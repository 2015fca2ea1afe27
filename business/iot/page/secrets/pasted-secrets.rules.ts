/** A device key with the secret that its maker wrote. */
export interface PastedSecret {
  readonly deviceKey: string;
  readonly deviceSecret: string;
}

const HEADING = /^(?:设备标识|device ?key|key)\*?$/i;

/**
 * Read two columns as they are pasted from a sheet: tabs, commas, semicolons or blanks between them; a heading and empty rows are left out.
 * `unread` are the numbers of the rows that are something else.
 */
export function pastedSecrets(text: string): { secrets: PastedSecret[]; unread: number[] } {
  const secrets: PastedSecret[] = [];
  const unread: number[] = [];
  for (const [at, row] of text.split(/\r?\n/).entries()) {
    const cells = row.split(/[\s,;，；]/).filter((cell) => cell !== '');
    if (cells.length === 0 || (at === 0 && HEADING.test(cells[0]))) continue;
    if (cells.length === 2) secrets.push({ deviceKey: cells[0], deviceSecret: cells[1] });
    else unread.push(at + 1);
  }
  return { secrets, unread };
}
