import { idsIn } from '#kernel/language/values.ts';
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

const CACHED_MS = 10_000;
const MAX_CACHED = 50_000;

/** Return the caption of a row that other rows refer to. */
export type CaptionOf = (paper: string, id: string) => string | undefined;

interface CachedRow {
  readonly text: string;
  readonly english: string;
  readonly portrait: string | null;
  readonly until: number;
}

const cacheKeyOf = (tenancy: Tenancy, paper: string): string => `${tenancy.tenantId} ${paper}`;

/**
 * Captions of references: one statement per referenced paper for all rows of an answer, cached for ten seconds. A
 * change of a row by this process drops its entry at once.
 */
export class Captions {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #pointed: PointedOf;
  readonly #cached = new Map<string, Map<string, CachedRow>>();
  constructor(db: Database, clock: Clock, pointed: PointedOf) {
    this.#db = db;
    this.#clock = clock;
    this.#pointed = pointed;
  }

  /**
   * Read the captions of all rows that these fields refer to. Return the function that looks up a caption by paper and
   * id.
   */
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
    return (paper, id) => this.#cached.get(cacheKeyOf(tenancy, paper))?.get(id)?.[at];
  }

  /** Return the attachment of the picture of a row whose caption was read. */
  portrait(tenantId: string, paper: string, id: string): string | null {
    return this.#cached.get(`${tenantId} ${paper}`)?.get(id)?.portrait ?? null;
  }

  forget(tenantId: string, paper: string, id: string): void {
    for (const [name, cached] of this.#cached)
      if (name.endsWith(` ${paper}`) && (name.startsWith(`${tenantId} `) || this.#pointed(paper)?.tenants === false))
        cached.delete(id);
    if (this.#pointed(paper)?.key !== 'id')
      for (const name of this.#cached.keys()) if (name.endsWith(` ${paper}`)) this.#cached.delete(name);
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
      const cached = this.#cached.get(cacheKeyOf(tenancy, field.paper));
      let unknown = wanted.get(field.paper);
      const add = (id: string): void => {
        if ((cached?.get(id)?.until ?? 0) > now) return;
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
    const [key, wanted] = oneOf(to, ids);
    const found = await sql.query<{ id: string; text: string | null; english: string | null; portrait: string | null }>(
      `select ${to.key}::text as id, ${to.caption}::text as text, ${to.english ? `${to.english}::text` : 'null'} as english, ${to.portrait ?? 'null'} as portrait from ${to.table} where ${key}${to.tenants ? ' and tenant_id = $2' : ''}`,
      to.tenants ? [wanted, tenancy.tenantId] : [wanted],
    );
    const name = cacheKeyOf(tenancy, paper);
    let cached = this.#cached.get(name);
    if (!cached || cached.size > MAX_CACHED) this.#cached.set(name, (cached = new Map()));
    for (const row of found)
      cached.set(row.id, { ...wordsOf(row, to.words), portrait: row.portrait, until: now + CACHED_MS });
  }
}

/** Return the caption of a row in both languages. A caption that is a key of a dictionary has the text of its item. */
function wordsOf(
  { text, english }: { readonly text: string | null; readonly english: string | null },
  words: Items | undefined,
): Pick<CachedRow, 'text' | 'english'> {
  const item = text === null ? undefined : words?.[text];
  return item ? { text: item[0], english: item[1] } : { text: text ?? '', english: english || (text ?? '') };
}

/** Return the ids in a part of a structured value, or of each of its rows. Malformed ids are ignored. */
const idsOfPart = (value: unknown, part: string): readonly string[] =>
  (Array.isArray(value) ? value : [value])
    .map((one: Record<string, unknown> | null | undefined) => String(one?.[part] ?? ''))
    .filter(isId);

/** Fields that refer to rows, or parts of structured fields that do. */
type Pointing = readonly (readonly [name: string, field: Pick<Field, 'paper'>, part?: string])[];
const pointing = new WeakMap<readonly string[], Pointing>();

/**
 * Return the fields of a paper that refer to rows, with those of every row. `names` must be a constant array: it is the
 * key of the cache.
 */
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
