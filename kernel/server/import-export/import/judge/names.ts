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

/** What a name means depends on the paper, and on what the picker of the field offers besides. */
const placeOf = (field: Field): string => `${field.paper ?? ''} ${field.offered ?? ''}`;

/** SQL over `t`: rows that somebody may point at, as he sees them or as the picker of the field offers them besides. */
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

const MOST_KNOWN = 200_000;

/** The keys behind the names people write: dictionaries by their labels in both languages, rows that its writer may point at by their caption, number or account. Asked for in bulk and kept while the sheet is read. */
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

  /** Whose sheet it is. */
  get tenantId(): string {
    return this.#actor.tenancy.tenantId;
  }

  /** Learns everything that some rows need. */
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
    // A label beats a key, the first of two equal ones beats the second.
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

  /** Is this how a key is called? Two keys may share a label, and then the one that is stored is meant. */
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
    if (known.size > MOST_KNOWN) known.clear();
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

  /** What a cell means; a name that several rows bear is told apart by nobody. */
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
    // Many districts share a name: the one within the city that stands beside it is meant.
    const above = values[levels.above(field) ?? ''];
    return found.filter(
      (code) => code.length === levels.length(field) && (typeof above !== 'string' || code.startsWith(above)),
    );
  }
}
