import { kindOf } from '#kernel/fields/kinds.ts';
import { hides } from '#kernel/fields/mask.ts';
import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import { type Label, labelIn } from '#kernel/language/label.ts';
import { type AnyPaper, columnOf, fieldsOf } from '#kernel/language/paper.ts';
import { mayReveal } from '#kernel/language/permission.ts';
import type { App } from '../../../app.ts';
import { Parameters } from '../../../database/statement.ts';
import { pointedIn } from '../../../list/pointed.ts';
import { offeredTo } from '../../../rows/read-context.ts';
import type { Actor } from '../../../session/actor.ts';
import { likeness } from './likeness.ts';
import { isPointer, pickableSql } from '../judge/names.ts';

/** Proposed value of a cell: its text, with a hint that distinguishes it. */
interface NearMatch {
  readonly text: string;
  readonly hint: string;
}

/** Values similar to a text. `isSure`: one of them is clearly the most similar. */
interface NearMatches {
  readonly isSure: boolean;
  readonly matches: readonly NearMatch[];
}

interface Candidate extends NearMatch {
  readonly likeness: number;
}

const MAX_MATCHES = 6;
/** Maximum size of a dictionary that is offered whole. */
const SHORT_LIST = 12;
/** Maximum rows that PostgreSQL finds by shared pairs of characters, before they are compared here. */
const MAX_ROWS = 60;
const MAX_PAIRS = 12;
/** Time limit of the search for one cell (milliseconds). */
const LOOK_MS = 2000;
/** Error code of PostgreSQL for a statement timeout. */
const TOOK_TOO_LONG = '57014';
const MIN_ALIKE = 0.25;
const SURELY_ALIKE = 0.5;
const AHEAD = 0.2;

const none: NearMatches = { isSure: false, matches: [] };

function ranked(candidates: readonly Candidate[], all: boolean): NearMatches {
  const sorted = candidates
    .filter((one) => all || one.likeness >= MIN_ALIKE)
    .toSorted((a, b) => b.likeness - a.likeness);
  const [first, second] = sorted;
  return {
    isSure: first !== undefined && first.likeness >= SURELY_ALIKE && first.likeness - (second?.likeness ?? 0) >= AHEAD,
    matches: sorted.slice(0, all ? SHORT_LIST : MAX_MATCHES).map(({ text, hint }) => ({ text, hint })),
  };
}

const nearLabels = (typed: string, labels: readonly Label[], { language }: Actor): NearMatches =>
  ranked(
    labels.map((label) => ({
      text: labelIn(label, language),
      hint: '',
      likeness: Math.max(...label.map((one) => likeness(typed, one))),
    })),
    labels.length <= SHORT_LIST,
  );

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Return the pairs of characters of a text, as patterns. */
const patternsOf = (typed: string): string[] => {
  const text = typed.trim();
  const parts = text.length < 2 ? [text] : Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2));
  return [...new Set(parts.filter((part) => part.trim() !== ''))]
    .slice(0, MAX_PAIRS)
    .map((part) => `%${escaped(part)}%`);
};

async function nearRows(app: App, actor: Actor, field: Field, typed: string): Promise<NearMatches> {
  const paper: AnyPaper | undefined = app.papers.get(field.paper ?? '');
  const to = pointedIn(app)(field.paper ?? '');
  const patterns = patternsOf(typed);
  if (!paper || !to || !patterns.length) return none;
  const caption = paper.fields[paper.caption];
  if (hides(caption.personal) && !mayReveal(actor.person, paper, caption)) return none;
  const number = fieldsOf(paper).find(([, one]) => isPaperNumber(one))?.[0];
  const values = new Parameters();
  const pairs = values.add(patterns);
  const offered = await offeredTo(app, actor, field);
  const text = `select t.${to.caption}::text as name, ${number ? `coalesce(t.${columnOf(number)}, '')` : "''"} as number, count(*) over (partition by t.${to.caption})::int as bearers
    from ${to.table} t where t.${to.caption}::text ilike any(${pairs}::text[]) and ${pickableSql(app, actor, paper, values, offered)}
    order by (select count(*) from unnest(${pairs}::text[]) p(pattern) where t.${to.caption}::text ilike p.pattern) desc, length(t.${to.caption}::text), t.${to.key} limit ${MAX_ROWS}`;
  // A proposal is optional: after the time limit it is left out.
  const rows = await app.db
    .briefly(actor.tenancy, LOOK_MS, (sql) =>
      sql.query<{ name: string; number: string; bearers: number }>(text, values.values),
    )
    .catch((error: unknown) => {
      if ((error as { code?: string }).code === TOOK_TOO_LONG) return [];
      throw error;
    });
  return ranked(
    rows
      // A name of several rows is replaced by the number of the row, if it has one.
      .filter((row) => row.bearers === 1 || row.number !== '')
      .map((row) => ({
        text: row.bearers === 1 ? row.name : row.number,
        hint: row.bearers === 1 ? row.number : row.name,
        likeness: likeness(typed, row.name),
      })),
    false,
  );
}

/** Return proposals for an unknown cell: choices of its dictionary, or rows that the person may refer to. */
export async function nearestTo(app: App, actor: Actor, field: Field, typed: string): Promise<NearMatches> {
  if (field.dictionary) {
    const choices = await app.ports.choices(actor.tenancy.tenantId, field.dictionary.code);
    return nearLabels(
      typed,
      choices.map((choice) => choice.label),
      actor,
    );
  }
  if (isPointer(field) && field.paper) return typed.trim() === '' ? none : nearRows(app, actor, field, typed);
  const { choices } = kindOf(field);
  return choices ? nearLabels(typed, Object.values(choices), actor) : none;
}
