import { coreCalls } from '../http/calls/core.calls.ts';
import { implementRoute, type RouteAsking } from '../http/calls/implement.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { hides, masked } from '#kernel/fields/mask.ts';
import { captionField } from '#kernel/language/caption.ts';
import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import { type Language, labelIn } from '#kernel/language/label.ts';
import { type AnyPaper, columnOf, numberName } from '#kernel/language/paper.ts';
import { decide, visibleTo } from '#kernel/language/permission.ts';
import { type App, paperNamed } from '../app.ts';
import type { Route } from '../http/route.ts';
import { containsSql, wholeNumberSql } from '../list/filter.ts';
import { Parameters } from '../database/statement.ts';
import { noteSought } from '../list/search-terms.ts';
import { scopeSql } from '../list/scope.ts';
import { searchedFields } from '../schema/paper-columns.ts';
import { bareNumber } from '#kernel/fields/phone/phone.ts';
import { lineText } from '#kernel/fields/text/line-text.ts';
import type { Actor } from '../session/actor.ts';

type Shape = 'phone' | 'number' | 'text' | 'code';

/** A search text, and the kinds of values that it may be. */
export interface SearchInput {
  readonly text: string;
  readonly shapes: readonly Shape[];
}

const EACH = 5;
const MAX_TYPED = 60;

/** A mobile number, or a landline with its area code or without. */
const WHOLE_NUMBER = /^(1\d{10}|0\d{9,11}|[2-9]\d{6,7})$/;

/**
 * Return the kinds of values that a search text may be. `phone`: four last digits, or a complete number. `number`:
 * letters with or without digits. `code`: at least four letters, digits, dots, colons or dashes. `text`: at least two
 * characters.
 */
export function typedAs(input: string): SearchInput {
  const text = lineText(input).slice(0, MAX_TYPED);
  const bare = bareNumber(text);
  const shapes: Shape[] = [];
  if (/^\d{4}$/.test(bare) || WHOLE_NUMBER.test(bare)) shapes.push('phone');
  if (/^[A-Za-z]{1,6}\d*$/.test(bare)) shapes.push('number');
  if (/^[\w.:-]{4,}$/.test(text)) shapes.push('code');
  if ([...text].length >= 2 && !/^1\d{10}$/.test(bare)) shapes.push('text');
  return { text, shapes };
}

interface Part {
  readonly paper: AnyPaper;
  readonly by: readonly string[];
  readonly sql: string;
}

/** Return the condition of a prefix; the upper bound makes it a walk along the index, whatever the collation. */
const begins = (column: string, text: string, values: Parameters): string => {
  const first = values.add(text);
  return `(${column} >= ${first} and ${column} <= ${first} || repeat('Z', 12) and starts_with(${column}, ${first}))`;
};

function phoneSql(paper: AnyPaper, name: string, text: string, values: Parameters): string {
  const digits = bareNumber(text);
  if (digits.length > 4) noteSought(paper, name, digits);
  const column = `t.${columnOf(name)}`;
  if (digits.length === 4) return `${column}_tail = ${values.add(digits)}`;
  if (digits.startsWith('1')) return wholeNumberSql(column, digits, values);
  // A landline is stored with or without the dash behind its area code of three or four digits.
  if (digits.startsWith('0'))
    return `(${column}_tail = ${values.add(digits.slice(-4))} and ${column} = any(${values.add([digits, `${digits.slice(0, 3)}-${digits.slice(3)}`, `${digits.slice(0, 4)}-${digits.slice(4)}`])}::text[]))`;
  return `(${column}_tail = ${values.add(digits.slice(-4))} and ${column} like ${values.add(`0%-${digits}`)})`;
}

/** Return the typed part of a code in its stored form. */
const asCode = (text: string, field: Field): string =>
  kindOf(field).beginsWith?.(text) ??
  ((field as { code?: boolean }).code ? text.toUpperCase().replaceAll(/\s/g, '') : text);

const isCode = (field: Field): boolean =>
  kindOf(field).beginsWith !== undefined ||
  (kindOf(field).freeText === 'line' && ((field as { code?: boolean }).code === true || field.unique === true));

type Findable = NonNullable<AnyPaper['findable']>;

/**
 * Return how a paper is found: as its definition declares; else by its number, where it has one and a page of its own.
 */
export function findableOf(paper: AnyPaper): Findable | undefined {
  if (paper.findable || !paper.menu) return paper.findable;
  const number = numberName(paper);
  return number === undefined ? undefined : { by: [number], shapes: ['number'] };
}

/** Return the conditions that may match the search text: each is served by one index. */
function waysOf(
  paper: AnyPaper,
  { text, shapes }: SearchInput,
  values: Parameters,
): { by: readonly string[]; sql: string }[] {
  const { by, shapes: taken } = findableOf(paper)!;
  const ways: { by: readonly string[]; sql: string }[] = [];
  const field = (name: string): Field => paper.fields[name];
  const has = (shape: Shape): boolean => shapes.includes(shape) && taken.includes(shape);
  for (const name of by as readonly string[]) {
    if (kindOf(field(name)).foundByTail && has('phone'))
      ways.push({ by: [name], sql: phoneSql(paper, name, text, values) });
    else if (isPaperNumber(field(name)) && has('number'))
      ways.push({ by: [name], sql: begins(`t.${columnOf(name)}`, text.toUpperCase(), values) });
    else if (has('code') && isCode(field(name)))
      ways.push({ by: [name], sql: begins(`t.${columnOf(name)}`, asCode(text, field(name)), values) });
  }
  const searched = searchedFields(paper);
  if (has('text') && searched.length) ways.push({ by: searched, sql: containsSql(paper, text.toLowerCase(), values) });
  return ways;
}

const shownFields = (paper: AnyPaper): string[] => [
  ...new Set(
    [paper.caption, paper.englishCaption ?? paper.caption, ...(paper.hint ?? []), ...findableOf(paper)!.by].map(String),
  ),
];

/** Return the SQL that tells whether a row is open; null for papers without states. */
function openSql(paper: AnyPaper, values: Parameters): string | null {
  const life = paper.lifecycle;
  return life
    ? `(t.${columnOf(String(life.field))} <> all(${values.add([...life.ends, ...(life.over ?? [])])}::text[]))`
    : null;
}

function partOf(
  app: App,
  actor: Actor,
  whole: AnyPaper,
  typed: SearchInput,
  values: Parameters,
  onlyOpen: boolean,
): Part[] {
  const paper = visibleTo(actor.person, whole);
  const { allow, where } = decide(actor.person, paper, 'view');
  if (!allow || !findableOf(paper)) return [];
  const ways = waysOf(paper, typed, values);
  if (!ways.length) return [];
  const tenant = paper.owner === 'platform' ? '' : `t.tenant_id = ${values.add(actor.tenancy.tenantId)} and `;
  const scope = scopeSql(paper, where, values, (name) => paperNamed(app, name));
  const fields = shownFields(paper)
    .map((name) => `'${name}', t.${columnOf(name)}`)
    .join(', ');
  const open = openSql(paper, values);
  const narrowed = onlyOpen && open ? ` and ${open}` : '';
  // A number matches few rows: open ones first, then the newest. A text may match many, so these are not sorted.
  const order = typed.shapes.includes('text') || !open ? '' : ` order by ${open} desc, t.id desc`;
  return ways.map(({ by, sql }) => ({
    paper,
    by,
    sql: `(select '${paper.name}' as paper, '${by.join(',')}' as ways, t.id::text as id, ${open ?? 'null::boolean'} as open, jsonb_build_object(${fields}) as row from ${paper.table} t where ${tenant}t.is_deleted = 0 and ${sql} and ${scope}${narrowed}${order} limit ${EACH})`,
  }));
}

/** Return one statement that searches all papers. */
export function searchSql(
  app: App,
  actor: Actor,
  typed: SearchInput,
  onlyOpen = false,
): { text: string; values: unknown[] } | null {
  const values = new Parameters();
  values.searchIndex = app.can.searchIndex;
  const parts = [...app.papers.values()].flatMap((paper) => partOf(app, actor, paper, typed, values, onlyOpen));
  return parts.length ? { text: parts.map((part) => part.sql).join(' union all '), values: values.values } : null;
}

interface Hit {
  paper: string;
  ways: string;
  id: string;
  open: boolean | null;
  row: Record<string, unknown>;
}

/** Return the rank of a hit, from 0: people, homes, open rows, all others. */
function placeOf(paper: AnyPaper, { open }: Pick<Hit, 'open'>): number {
  const { first } = findableOf(paper) ?? {};
  return first === 'person' ? 0 : first === 'home' ? 1 : open ? 2 : 3;
}

export interface SearchHit {
  readonly paper: string;
  readonly title: string;
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly matched: { readonly field: string; readonly text: string };
  readonly path: string;
  readonly open: boolean | null;
}

const veiled = (paper: AnyPaper, name: string, value: unknown): string => {
  const { personal } = paper.fields[name];
  return isEmpty(value) ? '' : hides(personal) ? masked(String(value), personal) : String(value).slice(0, 80);
};

const called = (paper: AnyPaper, row: Hit['row'], language: Language): string => {
  const name = captionField(paper, row, language);
  return veiled(paper, name, row[name]);
};

/** Return a hit as text: its caption and its match. Hidden numbers stay masked, even where they matched. */
async function inWords({ app, actor }: RouteAsking, hit: Hit, typed: string): Promise<SearchHit> {
  const paper = paperNamed(app, hit.paper);
  const at = actor.language === 'en' ? 1 : 0;
  const names = hit.ways.split(',').filter((name) => name in hit.row);
  const matched =
    names.find((name) =>
      String(hit.row[name] ?? '')
        .toLowerCase()
        .includes(typed.toLowerCase().replaceAll(' ', '')),
    ) ??
    names.find((name) =>
      String(hit.row[name] ?? '')
        .toLowerCase()
        .includes(typed.toLowerCase()),
    ) ??
    names[0] ??
    '';
  const hint = await Promise.all(
    (paper.hint ?? []).map(async (name) => {
      const field = paper.fields[String(name)];
      const value = hit.row[String(name)];
      if (!field.dictionary || isEmpty(value)) return field.paper ? '' : veiled(paper, String(name), value);
      return (
        (await app.ports.choices(actor.tenancy.tenantId, field.dictionary.code)).find(
          (choice) => choice.key === String(value),
        )?.label[at] ?? String(value)
      );
    }),
  );
  return {
    paper: paper.name,
    title: labelIn(paper.title, actor.language),
    id: hit.id,
    label: called(paper, hit.row, actor.language),
    hint: hint.filter(Boolean).join(' · '),
    matched: {
      field: matched && labelIn(paper.fields[matched].label, actor.language),
      text: matched ? veiled(paper, matched, hit.row[matched]) : '',
    },
    path: paper.menu?.path ?? '',
    open: hit.open,
  };
}

/** Search everything that the caller may see. */
export const searchRoute = (): Route =>
  implementRoute(coreCalls.search, async ({ q, open }, asking): Promise<SearchHit[]> => {
    const typed = typedAs(q);
    const statement = searchSql(asking.app, asking.actor, typed, open);
    if (!statement) return [];
    const hits = await asking.app.db.read(asking.actor.tenancy, (sql) =>
      sql.query<Hit>(statement.text, statement.values),
    );
    const seen = new Map<string, number>();
    const few = hits.filter((hit, at) => {
      const n = (seen.get(hit.paper) ?? 0) + 1;
      if (n > EACH || hits.findIndex((one) => one.id === hit.id && one.paper === hit.paper) !== at) return false;
      seen.set(hit.paper, n);
      return true;
    });
    const hitsInOrder = typed.shapes.includes('phone')
      ? few.toSorted(
          (one, other) =>
            placeOf(paperNamed(asking.app, one.paper), one) - placeOf(paperNamed(asking.app, other.paper), other),
        )
      : few;
    return Promise.all(hitsInOrder.map((hit) => inWords(asking, hit, typed.text)));
  });
