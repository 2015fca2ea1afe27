import { notFound } from '#kernel/fields/ref/ref.ts';
import { type Accepted, problem } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, fieldsOf } from '#kernel/language/paper.ts';
import { type App, paperNamed } from '../../../app.ts';
import { Parameters } from '../../../database/statement.ts';
import { scopeSql } from '../../../list/scope.ts';
import { pointedIn } from '../../../list/pointed.ts';
import { offeredTo } from '../../../rows/read-context.ts';
import { sightOf } from '../../../write/checks/pointers.ts';
import type { Actor } from '../../../session/actor.ts';

export const isPointer = (field: Field): boolean => kindOf(field).pointsTo === 'row';

const parts = (cell: string, field: Field): string[] =>
  field.many
    ? cell
        .split(/[,,、]/)
        .map((one) => one.trim())
        .filter(Boolean)
    : [cell];

/**
 * Return the cache key for the names in a field. The same name may mean another row in another paper, or where the
 * picker offers other rows.
 */
const placeOf = (field: Field): string => `${field.paper ?? ''} ${field.offered ?? ''}`;

/**
 * Return the SQL over `t` of rows that the person may refer to: visible ones, or those that the picker of the field
 * offers.
 */
export function pickableSql(
  app: App,
  actor: Actor,
  paper: AnyPaper,
  values: Parameters,
  offered: readonly string[] | null,
): string {
  const to = pointedIn(app)(paper.name)!;
  const tenant = to.tenants ? ` and t.tenant_id = ${values.add(actor.tenancy.tenantId)}` : '';
  const seen = scopeSql(paper, sightOf(app, actor, paper), values, (name) => paperNamed(app, name));
  const mine = offered ? `(${seen} or t.${to.key}::text = any(${values.add(offered)}::text[]))` : seen;
  return `t.is_deleted = 0 and t.status = 1${tenant} and ${mine}`;
}

const MAX_KNOWN = 200_000;

/**
 * Index of the keys behind the names in a sheet. Dictionaries are found by label in both languages; rows that the
 * person may refer to by caption, number or account. It is read in bulk and cached for one sheet.
 */
export class CaptionIndex {
  readonly #app: App;
  readonly #actor: Actor;
  readonly #keys = new Map<string, Map<string, string>>();
  readonly #labels = new Map<string, ReadonlyMap<string, readonly string[]>>();
  readonly #rows = new Map<string, Map<string, string[]>>();
  constructor(app: App, actor: Actor) {
    this.#app = app;
    this.#actor = actor;
  }

  /** Tenant of the sheet. */
  get tenantId(): string {
    return this.#actor.tenancy.tenantId;
  }

  /** Read all names that some rows need. */
  async learn(fields: readonly [Field, at: number][], rows: readonly (readonly string[])[]): Promise<void> {
    const wanted = new Map<string, { readonly field: Field; readonly names: Set<string> }>();
    for (const [field, at] of fields) {
      if (field.dictionary) await this.#learnKeys(field);
      if (!isPointer(field) || !field.paper) continue;
      const { names } = wanted.get(placeOf(field)) ?? { names: new Set<string>() };
      wanted.set(placeOf(field), {
        field,
        names: names.union(
          this.#unknown(
            field,
            rows.map((row) => row[at] ?? ''),
          ),
        ),
      });
    }
    for (const { field, names } of wanted.values()) if (names.size) await this.#learnRows(field, [...names]);
  }

  #unknown(field: Field, cells: readonly string[]): Set<string> {
    const known = this.#rows.get(placeOf(field));
    return new Set(cells.flatMap((cell) => parts(cell, field)).filter((name) => name && !known?.has(name)));
  }

  async #learnKeys(field: Field): Promise<void> {
    const code = field.dictionary!.code;
    if (this.#keys.has(code)) return;
    const keys = new Map<string, string>();
    const choices = await this.#app.ports.choices(this.#actor.tenancy.tenantId, code);
    // On equal texts a label precedes a key, and an earlier choice a later one.
    for (const name of [
      (at: number) => choices[at].label[0],
      (at: number) => choices[at].label[1],
      (at: number) => choices[at].key,
    ]) {
      choices.forEach((choice, at) => {
        const text = name(at).toLowerCase();
        if (!keys.has(text)) keys.set(text, choice.key);
      });
    }
    this.#keys.set(code, keys);
    this.#labels.set(code, new Map(choices.map((choice) => [choice.key, choice.label])));
  }

  /**
   * Is the cell a label of this stored key, in either language? The cell is not translated into a key, since two keys
   * may share a label.
   */
  isLabel(field: Field, key: unknown, cell: string): boolean {
    return (
      this.#labels
        .get(field.dictionary?.code ?? '')
        ?.get(String(key))
        ?.includes(cell) ?? false
    );
  }

  async #learnRows(field: Field, names: string[]): Promise<void> {
    const to = pointedIn(this.#app)(field.paper!);
    const paper = this.#app.papers.get(field.paper!);
    if (!to || !paper) return;
    const known = this.#rows.get(placeOf(field)) ?? new Map<string, string[]>();
    if (known.size > MAX_KNOWN) known.clear();
    this.#rows.set(placeOf(field), known);
    for (const one of names) known.set(one, []);
    const offered = await offeredTo(this.#app, this.#actor, field);
    const columns = new Set([
      to.caption,
      ...fieldsOf(paper)
        .filter(
          ([, one]) =>
            isPaperNumber(one) ||
            (one.unique && (kindOf(one).freeText === 'line' || kindOf(one).beginsWith !== undefined)),
        )
        .map(([one]) => columnOf(one)),
      ...(to.key === 'id' ? [] : [to.key]),
    ]);
    for (const column of columns) {
      const values = new Parameters();
      const named = `t.${column} = any(${values.add(names)}::text[])`;
      const text = `select t.${to.key}::text as key, t.${column} as name from ${to.table} t where ${named} and ${pickableSql(this.#app, this.#actor, paper, values, offered)}`;
      const found = await this.#app.db.read(this.#actor.tenancy, (sql) =>
        sql.query<{ key: string; name: string }>(text, values.values),
      );
      for (const row of found) {
        const keys = known.get(row.name)!;
        if (!keys.includes(row.key)) keys.push(row.key);
      }
    }
  }

  /**
   * Return the value that the text of a cell means, or its problem. A name of several rows is refused as
   * ambiguous.
   */
  read(cell: string, field: Field, values: Readonly<Record<string, unknown>>): Accepted {
    if (!isPointer(field))
      return kindOf(field).parse(cell, field, {
        key: (of, name) => this.#keys.get(of.dictionary?.code ?? '')?.get(name.trim().toLowerCase()),
      });
    const keys: string[] = [];
    for (const name of parts(cell, field)) {
      const found = this.#candidates(field, name, values);
      if (found.length > 1)
        return problem(
          `有${found.length}个“${name}”，请填写编号`,
          `There are ${found.length} “${name}”, please write the number`,
        );
      if (!found.length) return notFound(field);
      keys.push(found[0]);
    }
    return { value: field.many ? keys : keys[0] };
  }

  #candidates(field: Field, name: string, values: Readonly<Record<string, unknown>>): string[] {
    const found = this.#rows.get(placeOf(field))?.get(name) ?? [];
    const levels = kindOf(field).code;
    if (!levels || found.length < 2) return found;
    // Many districts share a name: the one within the city in the same row is meant.
    const above = values[levels.above(field) ?? ''];
    return found.filter(
      (code) => code.length === levels.length(field) && (typeof above !== 'string' || code.startsWith(above)),
    );
  }
}
