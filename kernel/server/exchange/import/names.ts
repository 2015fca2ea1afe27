import { notFound } from '#kernel/fields/ref/ref.ts';
import { type Accepted, problem } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Field } from '#kernel/language/field.ts';
import { columnOf, fieldsOf } from '#kernel/language/paper.ts';
import type { House } from '../../house.ts';
import type { Tenancy } from '../../database/database.ts';
import { pointedIn } from '../../list/where.ts';

const pointing = new Set(['ref', 'person', 'department', 'region', 'refs']);
export const isPointer = (field: Field): boolean => pointing.has(field.kind);

const parts = (cell: string, field: Field): string[] => (field.many ? cell.split(/[,,、]/).map((one) => one.trim()).filter(Boolean) : [cell]);

const MOST_KNOWN = 200_000;
const LEVEL_LENGTH = [2, 4, 6];
/** How long the codes are that a field of regions takes. */
export const codeLength = (field: Field): number => LEVEL_LENGTH[((field as { level?: number }).level ?? 3) - 1];

/** The keys behind the names people write: dictionaries by their labels in both languages, rows by their caption, number or account. Asked for in bulk and kept while the sheet is read. */
export class Names {
  readonly #house: House;
  readonly #tenancy: Tenancy;
  readonly #keys = new Map<string, Map<string, string>>();
  readonly #labels = new Map<string, ReadonlyMap<string, readonly string[]>>();
  readonly #rows = new Map<string, Map<string, string[]>>();
  constructor(house: House, tenancy: Tenancy) { this.#house = house; this.#tenancy = tenancy; }

  /** Whose sheet it is. */
  get tenantId(): string { return this.#tenancy.tenantId; }

  /** Learns everything that some rows need. */
  async learn(fields: readonly [Field, at: number][], rows: readonly (readonly string[])[]): Promise<void> {
    const wanted = new Map<string, Set<string>>();
    for (const [field, at] of fields) {
      if (field.dictionary) await this.#learnKeys(field);
      if (isPointer(field) && field.paper) wanted.set(field.paper, (wanted.get(field.paper) ?? new Set<string>()).union(this.#unknown(field, rows.map((row) => row[at] ?? ''))));
    }
    for (const [paper, names] of wanted) if (names.size) await this.#learnRows(paper, [...names]);
  }

  #unknown(field: Field, cells: readonly string[]): Set<string> {
    const known = this.#rows.get(field.paper ?? '');
    return new Set(cells.flatMap((cell) => parts(cell, field)).filter((name) => name && !known?.has(name)));
  }

  async #learnKeys(field: Field): Promise<void> {
    const code = field.dictionary!.code;
    if (this.#keys.has(code)) return;
    const keys = new Map<string, string>();
    const choices = await this.#house.ports.choices(this.#tenancy.tenantId, code);
    // A label beats a key, the first of two equal ones beats the second.
    for (const name of [(at: number) => choices[at].label[0], (at: number) => choices[at].label[1], (at: number) => choices[at].key]) {
      choices.forEach((choice, at) => { const text = name(at).toLowerCase(); if (!keys.has(text)) keys.set(text, choice.key); });
    }
    this.#keys.set(code, keys);
    this.#labels.set(code, new Map(choices.map((choice) => [choice.key, choice.label])));
  }

  /** Is this how a key is called? Two keys may share a label, and then the one that is stored is meant. */
  isLabel(field: Field, key: unknown, cell: string): boolean { return this.#labels.get(field.dictionary?.code ?? '')?.get(String(key))?.includes(cell) ?? false; }

  async #learnRows(name: string, names: string[]): Promise<void> {
    const to = pointedIn(this.#house)(name);
    const paper = this.#house.papers.get(name);
    if (!to || !paper) return;
    const known = this.#rows.get(name) ?? new Map<string, string[]>();
    if (known.size > MOST_KNOWN) known.clear();
    this.#rows.set(name, known);
    for (const one of names) known.set(one, []);
    const columns = new Set([to.caption, ...fieldsOf(paper).filter(([, field]) => field.kind === 'paperNumber' || (field.unique && field.kind === 'text')).map(([field]) => columnOf(field)), ...(to.key === 'id' ? [] : [to.key])]);
    for (const column of columns) {
      const text = `select r.${to.key}::text as key, r.${column} as name from ${to.table} r where r.${column} = any($1::text[]) and r.is_deleted = 0 and r.status = 1${to.tenants ? ' and r.tenant_id = $2' : ''}`;
      const found = await this.#house.db.read(this.#tenancy, (sql) => sql.query<{ key: string; name: string }>(text, to.tenants ? [names, this.#tenancy.tenantId] : [names]));
      for (const row of found) { const keys = known.get(row.name)!; if (!keys.includes(row.key)) keys.push(row.key); }
    }
  }

  /** What a cell means; a name that several rows bear is told apart by nobody. */
  read(cell: string, field: Field, values: Readonly<Record<string, unknown>>): Accepted {
    if (!isPointer(field)) return kindOf(field).parse(cell, field, { key: (of, name) => this.#keys.get(of.dictionary?.code ?? '')?.get(name.trim().toLowerCase()) });
    const keys: string[] = [];
    for (const name of parts(cell, field)) {
      const found = this.#candidates(field, name, values);
      if (found.length > 1) return problem(`有${found.length}个“${name}”，请填写编号`, `There are ${found.length} “${name}”, please write the number`);
      if (!found.length) return notFound(field);
      keys.push(found[0]);
    }
    return { value: field.many ? keys : keys[0] };
  }

  #candidates(field: Field, name: string, values: Readonly<Record<string, unknown>>): string[] {
    const found = this.#rows.get(field.paper ?? '')?.get(name) ?? [];
    if (field.kind !== 'region' || found.length < 2) return found;
    // Many districts share a name: the one within the city that stands beside it is meant.
    const { within } = field as { within?: string };
    const above = within ? values[within] : undefined;
    return found.filter((code) => code.length === codeLength(field) && (typeof above !== 'string' || code.startsWith(above)));
  }
}

