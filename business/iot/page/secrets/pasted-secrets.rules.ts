/** A device key, and the secret that the maker set in the device. */
export interface PastedSecret {
  readonly deviceKey: string;
  readonly deviceSecret: string;
}

const HEADING = /^(?:设备标识|device ?key|key)\*?$/i;

/**
 * Parse two columns pasted from a sheet, separated by tabs, commas, semicolons or spaces. A heading and empty rows are
 * skipped. `unread`: numbers of rows without exactly two columns.
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
