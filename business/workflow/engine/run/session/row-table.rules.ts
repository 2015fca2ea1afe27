import type { RowChanges } from '../../state/delta.rules.ts';
import type { ChangingRows, PatchOf } from '../../state/fixed-fields.rules.ts';

/** The rows of one table while a command runs, which records its changes. */
export class RowTable<Table extends keyof ChangingRows, Row extends ChangingRows[Table] = ChangingRows[Table]> {
  readonly #rows: Map<string, Row>;
  readonly #inserted = new Set<string>();
  readonly #changed = new Set<string>();
  readonly #deleted = new Set<string>();

  constructor(rows: readonly Row[]) {
    this.#rows = new Map();
    for (const row of rows) this.#rows.set(row.id, row);
  }

  get size(): number {
    return this.#rows.size;
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  /** Return a row; throw if it does not exist. */
  row(id: string): Row {
    const row = this.#rows.get(id);
    if (!row) throw new Error(`No row ${id}.`);
    return row;
  }

  filter(matches: (row: Row) => boolean): Row[] {
    const found: Row[] = [];
    for (const row of this.#rows.values()) if (matches(row)) found.push(row);
    return found;
  }

  some(matches: (row: Row) => boolean): boolean {
    for (const row of this.#rows.values()) if (matches(row)) return true;
    return false;
  }

  insert(row: Row): Row {
    this.#rows.set(row.id, row);
    this.#inserted.add(row.id);
    return row;
  }

  update(id: string, patch: PatchOf<Table>): Row {
    const row = { ...this.row(id), ...patch };
    this.#rows.set(id, row);
    if (!this.#inserted.has(id)) this.#changed.add(id);
    return row;
  }

  delete(id: string): void {
    if (!this.#rows.delete(id)) return;
    this.#changed.delete(id);
    if (!this.#inserted.delete(id)) this.#deleted.add(id);
  }

  changes(): RowChanges<Row> {
    return {
      inserted: this.#rowsOf(this.#inserted),
      changed: this.#rowsOf(this.#changed),
      deleted: [...this.#deleted],
    };
  }

  #rowsOf(ids: ReadonlySet<string>): Row[] {
    const rows: Row[] = [];
    for (const id of ids) rows.push(this.row(id));
    return rows;
  }
}
