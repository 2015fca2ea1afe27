import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyPaper, columnOf, storedFields } from '#kernel/language/paper.ts';
import { must } from '#kernel/language/must.ts';
import type { Table } from '#kernel/server/schema/table.ts';
import type { Vault } from '#kernel/server/secrets/vault.ts';
import { demoTables } from './archived-tables.ts';
import { changedRows, cut } from './cut.ts';
import { type Dumped, dump } from './dump.ts';
import { MANIFEST, type Manifest, PICTURES, daySlice, sliceFile } from './manifest.ts';
import { NULL, type ArchiveSection, rowCells, writeSlice } from './slice-file.ts';

/** Inputs of making an archive: the database, the definitions, and the Monday and weeks that it covers. */
export interface Making {
  readonly ownerUrl: string;
  readonly folder: string;
  readonly tables: readonly Table[];
  readonly papers: ReadonlyMap<string, AnyPaper>;
  /** Opens the sealed fields of the database that is archived. */ readonly vault: Vault;
  readonly monday: string;
  readonly weeks: number;
  readonly patches: readonly string[];
}

/** Return a copy of a row. Node would otherwise retain the whole dump in memory for each row cut out of it. */
const copied = (row: string): string => Buffer.from(row).toString();

/** Collects the state of the demo company each morning, and writes them as an archive. */
export class ArchiveMaker {
  readonly #of: Making;
  #base: Dumped[] | undefined;
  #last: Dumped[] = [];
  readonly #days: ArchiveSection[][] = [];
  readonly #pictures = new Map<string, string>();

  constructor(of: Making) {
    this.#of = of;
  }

  readonly drawn = (id: string, svg: string): void => {
    this.#pictures.set(id, svg);
  };

  /** Store the present state: the first time all rows, then those that changed since the morning before. */
  async morning(): Promise<void> {
    const now = await dump(this.#of.ownerUrl, demoTables(this.#of.tables));
    if (this.#base)
      this.#days.push(changedRows(this.#last, now).map((one) => ({ ...one, rows: one.rows.map(copied) })));
    this.#base ??= now;
    this.#last = now;
  }

  /** Write the archive; return its size in bytes. */
  async write(): Promise<number> {
    const { folder, papers, monday, weeks, patches } = this.#of;
    const slices = weeks - 1;
    const days = this.#days;
    this.#last = [];
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const named = [
      ...cut(this.#base ?? [], { papers, monday, slices, days }).map((sections, at) => [String(at), sections] as const),
      ...days.map((sections, at) => [daySlice(at + 1), sections] as const),
    ];
    let bytes = 0;
    for (const [name, sections] of named)
      bytes += await writeSlice(join(folder, sliceFile(name)), this.#opened(sections));
    bytes += await writeSlice(join(folder, sliceFile(PICTURES)), [
      {
        table: PICTURES,
        columns: ['id', 'svg'],
        rows: [...this.#pictures].map(([id, svg]) => `${id}\t${svg.replaceAll(/\s+/g, ' ')}`),
      },
    ]);
    const manifest: Manifest = { id: sumOf(folder), monday, weeks, days: days.length, slices, patches };
    writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    return bytes;
  }

  /** Return the sections with opened secrets, since each installation seals them with a key of its own. */
  #opened(sections: readonly ArchiveSection[]): ArchiveSection[] {
    return sections.map((section) => {
      const paper = this.#of.papers.values().find(({ table }) => table === section.table);
      const sealed = paper ? storedFields(paper).filter(([, field]) => field.sealed) : [];
      if (!paper || sealed.length === 0) return section;
      const tenant = section.columns.indexOf('tenant_id');
      const open = (row: string): string =>
        sealed
          .reduce((cells, [field]) => {
            const at = section.columns.indexOf(columnOf(field));
            if (at < 0 || cells[at] === NULL) return cells;
            const place = { tenantId: cells[tenant] ?? '', paper, field };
            return cells.with(at, must(this.#of.vault.open(cells[at], place), `${section.table}.${field}`));
          }, rowCells(row))
          .join('\t');
      return { ...section, rows: section.rows.map(open) };
    });
  }
}

const sumOf = (folder: string): string => {
  const hash = createHash('sha256');
  for (const file of readdirSync(folder).toSorted()) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('base64url').slice(0, 16);
};
