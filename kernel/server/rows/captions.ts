import { pointingParts } from '#kernel/fields/structured/structured.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import type { Items } from '#kernel/language/dictionary.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Language } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Clock } from '../time/clock.ts';
import type { Database, Tenancy } from '../database/database.ts';
import { baseFields } from '#kernel/fields/base-fields.ts';
import type { PointedOf } from '../list/pointed.ts';
import { oneOf } from '../list/pointed.ts';

const KEPT_MS = 10_000;
const MOST_KEPT = 50_000;

/** How the rows are called that other rows point at. */
export type CaptionOf = (paper: string, id: string) => string | undefined;

interface Kept {
  readonly text: string;
  readonly english: string;
  readonly portrait: string | null;
  readonly until: number;
}

const keptOf = (tenancy: Tenancy, paper: string): string => `${tenancy.tenantId} ${paper}`;

/**
 * Names of references: one statement per paper pointed at for all rows of an answer, and none for those that were read within ten
 * seconds. A row that changes here is forgotten at once.
 */
export class Captions {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #pointed: PointedOf;
  readonly #kept = new Map<string, Map<string, Kept>>();
  constructor(db: Database, clock: Clock, pointed: PointedOf) {
    this.#db = db;
    this.#clock = clock;
    this.#pointed = pointed;
  }

  /** Names for every id that these rows carry in these fields. */
  async of(
    tenancy: Tenancy,
    rows: readonly Record<string, unknown>[],
    fields: Pointing,
    language: Language = 'zh',
  ): Promise<CaptionOf> {
    const now = this.#clock.ms();
    const wanted = this.#wanted(tenancy, rows, fields, now);
    if (wanted.size)
      await this.#db.read(tenancy, async (sql) => {
        await Promise.all([...wanted].map(([paper, ids]) => this.#read(tenancy, paper, [...ids], sql, now)));
      });
    const at = language === 'en' ? 'english' : 'text';
    return (paper, id) => this.#kept.get(keptOf(tenancy, paper))?.get(id)?.[at];
  }

  /** The attachment of the picture of a row whose name was asked for. */
  portrait(tenantId: string, paper: string, id: string): string | null {
    return this.#kept.get(`${tenantId} ${paper}`)?.get(id)?.portrait ?? null;
  }

  forget(tenantId: string, paper: string, id: string): void {
    for (const [name, kept] of this.#kept)
      if (name.endsWith(` ${paper}`) && (name.startsWith(`${tenantId} `) || this.#pointed(paper)?.tenants === false))
        kept.delete(id);
    if (this.#pointed(paper)?.key !== 'id')
      for (const name of this.#kept.keys()) if (name.endsWith(` ${paper}`)) this.#kept.delete(name);
  }

  #wanted(
    tenancy: Tenancy,
    rows: readonly Record<string, unknown>[],
    fields: Pointing,
    now: number,
  ): Map<string, Set<string>> {
    const wanted = new Map<string, Set<string>>();
    for (const [name, field, part] of fields) {
      if (!field.paper || !this.#pointed(field.paper)) continue;
      const kept = this.#kept.get(keptOf(tenancy, field.paper));
      let unknown = wanted.get(field.paper);
      const add = (id: string): void => {
        if ((kept?.get(id)?.until ?? 0) > now) return;
        if (!unknown) wanted.set(field.paper!, (unknown = new Set()));
        unknown.add(id);
      };
      for (const row of rows) (part ? idsOfPart(row[name], part) : idsIn(row[name])).forEach(add);
    }
    return wanted;
  }

  async #read(
    tenancy: Tenancy,
    paper: string,
    ids: string[],
    sql: { query<R>(text: string, values: unknown[]): Promise<R[]> },
    now: number,
  ): Promise<void> {
    const to = this.#pointed(paper)!;
    const [key, asked] = oneOf(to, ids);
    const found = await sql.query<{ id: string; text: string | null; english: string | null; portrait: string | null }>(
      `select ${to.key}::text as id, ${to.caption}::text as text, ${to.english ? `${to.english}::text` : 'null'} as english, ${to.portrait ?? 'null'} as portrait from ${to.table} where ${key}${to.tenants ? ' and tenant_id = $2' : ''}`,
      to.tenants ? [asked, tenancy.tenantId] : [asked],
    );
    const name = keptOf(tenancy, paper);
    let kept = this.#kept.get(name);
    if (!kept || kept.size > MOST_KEPT) this.#kept.set(name, (kept = new Map()));
    for (const row of found)
      kept.set(row.id, { ...wordsOf(row, to.words), portrait: row.portrait, until: now + KEPT_MS });
  }
}

/** How a row is called in both languages; one that is called by a key of a dictionary has the words of that. */
function wordsOf(
  { text, english }: { readonly text: string | null; readonly english: string | null },
  words: Items | undefined,
): Pick<Kept, 'text' | 'english'> {
  const item = text === null ? undefined : words?.[text];
  return item ? { text: item[0], english: item[1] } : { text: text ?? '', english: english || (text ?? '') };
}

/** What a part of a structured value, or of each of its rows, points at; what is no id points at nothing. */
const idsOfPart = (value: unknown, part: string): readonly string[] =>
  (Array.isArray(value) ? value : [value])
    .map((one: Record<string, unknown> | null | undefined) => String(one?.[part] ?? ''))
    .filter(isId);

const NONE: readonly string[] = [];
const idsIn = (value: unknown): readonly string[] =>
  value === null || value === undefined || value === ''
    ? NONE
    : Array.isArray(value)
      ? value.map(String)
      : [String(value)];

/** A field that points at rows, or a part of a structured one. */
type Pointing = readonly (readonly [name: string, field: Pick<Field, 'paper'>, part?: string])[];
const pointing = new WeakMap<readonly string[], Pointing>();

/** The fields of a paper that point at rows, with those every row has. `names` are those of one paper, and kept by whoever asks. */
export function pointingFields(paper: AnyPaper, names: readonly string[]): Pointing {
  let found = pointing.get(names);
  if (!found) pointing.set(names, (found = pointingIn(paper, names)));
  return found;
}

const pointingIn = (paper: AnyPaper, names: readonly string[]): Pointing =>
  [
    ...names.map((name) => [name, paper.fields[name]] as const),
    ...(['createUser', 'updateUser', 'createDept'] as const).map((name) => [name, baseFields[name]] as const),
  ].flatMap(([name, field]): Pointing[number][] => [
    ...(field.paper === undefined ? [] : [[name, field] as const]),
    ...pointingParts(field).map((one) => [name, { paper: one.paper }, one.name] as const),
  ]);
