import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type AnyPaper, columnOf, storedFields } from '#kernel/language/paper.ts';
import { must } from '#kernel/language/must.ts';
import type { Table } from '#kernel/server/schema/table.ts';
import type { Vault } from '#kernel/server/secrets/vault.ts';
import { UNMOVED, archivedColumns, logTables } from './archived-tables.ts';
import { rowKey } from './dump.ts';
import { type DemoArchive, daySlice, sliceFile } from './manifest.ts';
import { type Position, Shift } from './shift.rules.ts';
import { LOGS_FROM } from './slices.rules.ts';
import { NULL, type ArchiveSection, rowCells, readSlice } from './slice-file.ts';

/** Number of rows whose dates are moved without a pause. After each such batch the event loop can answer calls. */
export const TURN = 200;
/** SQLSTATEs of a violated unique key and a violated exclusion constraint. */
const TAKEN: ReadonlySet<unknown> = new Set(['23505', '23P01']);

export interface Loading {
  readonly owner: pg.Client;
  readonly archive: DemoArchive;
  readonly position: Position;
  readonly tables: readonly Table[];
  readonly papers: ReadonlyMap<string, AnyPaper>;
  readonly vault: Vault;
  readonly isStopping?: () => boolean;
}

type Cells = string[];

/**
 * Loads slices of an archive, each in a transaction of the caller. Newer versions of a row come first, and older ones
 * are skipped.
 */
export class Loader {
  readonly #of: Loading;
  readonly #shift: Shift;
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #logs: ReadonlySet<string>;
  /**
   * Keys of rows that the day slices contain or delete, by table: older slices skip these rows. Undefined until the day
   * slices are read.
   */
  #newer: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  constructor(of: Loading) {
    this.#of = of;
    this.#shift = new Shift(of.archive.monday, of.position.weeks);
    this.#logs = logTables(of.papers);
    this.#tables = new Map(of.tables.map((table) => [table.name, table]));
  }

  /** Load slice 0. Before it load the days since Monday without their logs, since their rows are newer. */
  async first(): Promise<void> {
    const seen = new Map<string, Set<string>>();
    for (const sections of await this.#days())
      await this.#pourAll(
        sections.filter(({ table }) => !this.#logs.has(table)),
        seen,
        seen,
      );
    await this.#pourAll(await this.#read('0'), seen);
  }

  /** Load a later slice. With the slice that has the newest logs, load the logs of the days since Monday too. */
  async next(slice: number): Promise<void> {
    await this.#pourAll(await this.#read(String(slice)), await this.#keysOfDays());
    if (slice !== LOGS_FROM) return;
    for (const sections of await this.#days())
      await this.#pourAll(
        sections.filter(({ table }) => this.#logs.has(table)),
        new Map(),
      );
  }

  /** Return the day slices from today back to the first, as sections of tables. */
  async #days(): Promise<ArchiveSection[][]> {
    const days: ArchiveSection[][] = [];
    for (let day = this.#of.position.day; day > 0; day -= 1) days.push(await this.#read(daySlice(day)));
    return days;
  }

  async #keysOfDays(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    if (this.#newer) return this.#newer;
    const newer = new Map<string, Set<string>>();
    for (const sections of await this.#days())
      for (const section of sections) for (const key of this.#keys(section)) note(newer, section.table, key);
    this.#newer = newer;
    return newer;
  }

  #read(name: string): Promise<ArchiveSection[]> {
    return readSlice(join(this.#of.archive.folder, sliceFile(name)));
  }

  #key({ table, columns }: ArchiveSection, row: string): string {
    const primary = this.#tables.get(table)?.primaryKey ?? [];
    return rowKey(
      row,
      primary.map((one) => columns.indexOf(one)),
    );
  }

  /** Return the keys of rows that a section contains or deletes. Older versions of them are skipped. */
  #keys(section: ArchiveSection): string[] {
    return [...section.rows.map((row) => this.#key(section, row)), ...(section.gone ?? [])];
  }

  async #pourAll(
    sections: readonly ArchiveSection[],
    newer: ReadonlyMap<string, ReadonlySet<string>>,
    noted?: Map<string, Set<string>>,
  ): Promise<void> {
    for (const section of sections) {
      const keys = section.rows.map((row) => this.#key(section, row));
      const known = newer.get(section.table);
      const rows = known ? section.rows.filter((_row, at) => !known.has(keys[at])) : section.rows;
      await this.#pour({ ...section, rows });
      if (noted) for (const key of this.#keys(section)) note(noted, section.table, key);
    }
  }

  /** Copy the rows of one table. If a person has since used a unique value of a row, that row is skipped. */
  async #pour(section: ArchiveSection): Promise<void> {
    const table = this.#tables.get(section.table);
    if (!table || section.rows.length === 0) return;
    const { owner } = this.#of;
    await owner.query('savepoint section');
    try {
      await this.#copy(table.name, table, section);
    } catch (error) {
      if (!TAKEN.has((error as { code?: string }).code)) throw error;
      await owner.query('rollback to savepoint section');
      const columns = this.#columns(table, section).map((one) => `"${one}"`);
      await owner.query(
        `create temporary table arriving on commit drop as select ${columns.join(', ')} from "${table.name}" with no data`,
      );
      await this.#copy('arriving', table, section);
      await owner.query(
        `insert into "${table.name}" (${columns.join(', ')}) select ${columns.join(', ')} from arriving on conflict do nothing`,
      );
      await owner.query('drop table arriving');
    }
    await owner.query('release savepoint section');
  }

  /** Return the columns that both the archive and this release have. */
  #columns(table: Table, { columns }: ArchiveSection): string[] {
    const present = new Set(archivedColumns(table));
    return columns.filter((one) => present.has(one));
  }

  async #copy(into: string, table: Table, section: ArchiveSection): Promise<void> {
    const columns = this.#columns(table, section).map((one) => `"${one}"`);
    const target = this.#of.owner.query(copyFrom(`copy "${into}" (${columns.join(', ')}) from stdin`));
    await pipeline(Readable.from(this.#moved(table, section)), target);
  }

  async *#moved(table: Table, section: ArchiveSection): AsyncGenerator<string> {
    const change = this.#changeOf(table, section);
    for (let from = 0; from < section.rows.length; from += TURN) {
      if (this.#of.isStopping?.()) throw new Error('the server stops');
      const text = `${section.rows
        .slice(from, from + TURN)
        .map(change)
        .join('\n')}\n`;
      yield UNMOVED.has(table.name) ? text : this.#shift.text(text);
      await nextTurn();
    }
  }

  /**
   * Return a function that changes a row before its dates are moved. It seals secrets, sets wage periods and counters,
   * and removes unknown columns.
   */
  #changeOf(table: Table, section: ArchiveSection): (row: string) => string {
    const changes = [
      this.#sealing(table, section),
      this.#periods(section),
      this.#counters(section),
      this.#picking(table, section),
    ].filter((one) => one !== undefined);
    if (changes.length === 0) return (row) => row;
    return (row) => changes.reduce((cells, change) => change(cells), rowCells(row)).join('\t');
  }

  /**
   * Return a function that seals the secrets of a row with the key of this installation; undefined if its table has
   * none.
   */
  #sealing(table: Table, { columns }: ArchiveSection): ((cells: Cells) => Cells) | undefined {
    const paper = this.#of.papers.values().find((one) => one.table === table.name);
    const sealed = paper ? storedFields(paper).filter(([, field]) => field.sealed) : [];
    if (!paper || sealed.length === 0) return undefined;
    const tenant = columns.indexOf('tenant_id');
    return (cells) => {
      const copy = [...cells];
      for (const [field] of sealed) {
        const at = columns.indexOf(columnOf(field));
        if (at >= 0 && cells[at] !== NULL)
          copy[at] = this.#of.vault.seal(cells[at], { tenantId: cells[tenant] ?? '', paper, field });
      }
      return copy;
    };
  }

  /**
   * Return a function that sets the days of a wage period; undefined for other tables. The running period must end with
   * its month. All dates are moved forward afterwards, so the days are first moved back by the same distance.
   */
  #periods({ table, columns }: ArchiveSection): ((cells: Cells) => Cells) | undefined {
    if (table !== 'aswageperiod') return undefined;
    const [start, end, label] = ['start_date', 'end_date', 'wage_period'].map((one) => columns.indexOf(one));
    return (cells) => {
      const moved = this.#shift.period({ label: cells[label], start: cells[start], end: cells[end] });
      return cells.with(start, this.#shift.back(moved.start)).with(end, this.#shift.back(moved.end));
    };
  }

  /**
   * Return a function that moves the period of a number counter; undefined for other tables. The period has no prefix,
   * so the general pattern of dates does not match it.
   */
  #counters({ table, columns }: ArchiveSection): ((cells: Cells) => Cells) | undefined {
    if (table !== 'anju_counter') return undefined;
    const at = columns.indexOf('period');
    return (cells) => cells.with(at, this.#shift.compact(cells[at]));
  }

  /** Return a function that removes cells of columns that this release does not have; undefined if it has all. */
  #picking(table: Table, section: ArchiveSection): ((cells: Cells) => Cells) | undefined {
    const present = new Set(this.#columns(table, section));
    if (present.size === section.columns.length) return undefined;
    return (cells) => cells.filter((_cell, at) => present.has(must(section.columns[at], 'column')));
  }
}

function note(keys: Map<string, Set<string>>, table: string, key: string): void {
  const known = keys.get(table) ?? new Set();
  keys.set(table, known.add(key));
}
