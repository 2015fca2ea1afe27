/** Signs by which a spreadsheet begins to calculate, those of full width too. */
const dangerous = /^[=+\-@\t\r＝＋－＠]/;

/** A field of a CSV line; what a spreadsheet would calculate is led by an apostrophe. Plain numbers are left alone. */
export function csvCell(text: string): string {
  const safe = dangerous.test(text) && !/^[+-]?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** The mark that tells Excel the text is UTF-8. */
export const BOM = '\ufeff';

/** Takes back the apostrophe that `csvCell` put in front. */
export const plainCell = (text: string): string =>
  text[0] === "'" && dangerous.test(text.slice(1)) ? text.slice(1) : text;

/** Reads CSV piece by piece: quotes may hold commas and line ends. */
export class CsvReader {
  readonly #row: (cells: string[]) => void;
  #cells: string[] = [];
  #cell = '';
  #quoted = false;
  #closed = false;
  constructor(row: (cells: string[]) => void) {
    this.#row = row;
  }

  read(text: string): void {
    for (const sign of text) {
      if (this.#quoted) this.#inQuotes(sign);
      else if (sign === '"' && this.#closed) {
        this.#cell += '"';
        this.#quoted = true;
        this.#closed = false;
      } else if (sign === '"' && this.#cell === '') this.#quoted = true;
      else if (sign === ',') this.#endCell();
      else if (sign === '\n') this.#endRow();
      else if (sign !== '\r') this.#cell += sign;
    }
  }

  #inQuotes(sign: string): void {
    if (sign === '"') {
      this.#quoted = false;
      this.#closed = true;
    } else this.#cell += sign;
  }

  #endCell(): void {
    this.#cells.push(plainCell(this.#cell));
    this.#cell = '';
    this.#closed = false;
  }
  #endRow(): void {
    this.#endCell();
    this.#row(this.#cells);
    this.#cells = [];
  }

  end(): void {
    if (this.#cell !== '' || this.#cells.length) this.#endRow();
  }
}
