import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { coreCalls } from './calls/core.calls.ts';
import { type RouteAsking, implementRoute } from './calls/implement.ts';
import { unpaged } from '../list/unpaged.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import { hides } from '#kernel/fields/mask.ts';
import type { Language } from '#kernel/language/label.ts';
import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';
import { decide, mayReveal } from '#kernel/language/permission.ts';
import { type App, paperNamed } from '../app.ts';
import { conditionsOf, containsSql } from '../list/filter.ts';
import { Parameters } from '../database/statement.ts';
import { groupsOf } from '../list/groups.ts';
import { scopeSql } from '../list/scope.ts';
import { whereSql } from '../list/where.ts';
import { portraitSql } from '../list/pointed.ts';
import { searchedFields, tailedFields } from '../schema/paper-columns.ts';
import { http as refuse, row as refuseRow } from '../refusals.ts';
import { portraitLinks } from '../rows/presenter.ts';
import { assertMay, withDepartments } from '../rows/read.ts';
import { nowOf } from '../time/tenancy.ts';
import { readStored } from '../write/rows/lock-rows.ts';
import { writeLog } from '../write/log/log.ts';
import { transact } from '../write/transaction.ts';
import type { Actor } from '../session/actor.ts';
import type { Sessions } from '../session/session.ts';
import { commentRoutes } from './rows/comment-routes.ts';
import { presenceRoutes } from './rows/presence-routes.ts';
import { paperNamedBy } from './paper-named-by.ts';
import type { Route } from './route.ts';
import { takenRoute } from './taken-route.ts';
import { viewRoutes } from './view-routes.ts';

const MAX_OPTIONS = 50;
/** Maximum count of rows in the answer to a picker. Each key pressed in it makes a call, so the count is bounded. */
const COUNTED_OPTIONS = 1000;

/**
 * Return the order of a picker: with a search text the shortest caption first, since it is the likeliest match; else
 * that of the list.
 */
function optionsOrder(paper: AnyPaper, typed: boolean): string {
  if (typed) return `length(t.${columnOf(paper.caption)}::text), t.id desc`;
  return paper.order?.by ? `t.${columnOf(String(paper.order.by))}, t.id` : 't.id desc';
}

/** Count the rows of a filtered list by the values of a field. */
const groups = implementRoute(coreCalls.groups, async ({ paper: name, filters, ...grouping }, { app, actor }) => {
  const paper = paperNamedBy(name, app, actor);
  const { where } = assertMay(actor, paper, 'view');
  const query = await withDepartments(app, actor, paper, filters);
  const now = nowOf(app.clock, actor.tenancy);
  return groupsOf(app, actor, { paper, tenantId: actor.tenancy.tenantId, where, query, now }, grouping);
});

type Picking = CallInputOf<typeof coreCalls.options>;
type Option = CallAnswer<typeof coreCalls.options>[number];

/**
 * Return the conditions for a caller who may pick rows but not read the list. Only the fields in `pickable` filter, and
 * the search covers captions and hints only.
 */
function picking({ q, filters: sent }: Picking, paper: AnyPaper, values: Parameters): string[] {
  const filters = Object.fromEntries((paper.pickable ?? []).map((name) => [String(name), sent[String(name)]]));
  const typed = q
    ? [
        `(${[...calledIn(paper), ...hintsOf(paper)].map((name) => `lower(t.${columnOf(String(name))}::text) like ${values.add(containing(q))}`).join(' or ')})`,
      ]
    : [];
  return ['t.status = 1', ...conditionsOf(paper, filters, values), ...typed];
}

function searching({ q, filters }: Picking, paper: AnyPaper, values: Parameters): string[] {
  return ['t.status = 1', ...conditionsOf(paper, filters, values), ...(q ? [whereTyped(paper, q, values)] : [])];
}

/** Return the caption of a row as SQL: its English name where the caller reads English and the row has one. */
const labelSql = (paper: AnyPaper, language: Language): string =>
  language === 'en' && paper.englishCaption
    ? `coalesce(nullif(t.${columnOf(String(paper.englishCaption))}, ''), t.${columnOf(paper.caption)})::text`
    : `t.${columnOf(paper.caption)}::text`;

/** Return the fields of a caption in both languages, since either may be searched. */
const calledIn = (paper: AnyPaper): string[] => [
  paper.caption,
  ...(paper.englishCaption ? [String(paper.englishCaption)] : []),
];

const hintsOf = (paper: AnyPaper): string[] =>
  (paper.hint ?? []).map(String).filter((name) => !hides(paper.fields[name].personal));

/** Return rows to pick from: caption and hint, found by a search text, or by their ids. */
async function options(input: Picking, { app, actor }: RouteAsking): Promise<readonly Option[]> {
  const paper = paperNamedBy(input.paper, app, actor);
  const decision = decide(actor.person, paper, 'view');
  if (!decision.allow && !paper.pickable) throw refuse.forbidden();
  // A pickable paper also offers rows that the caller may not view, and filters would reveal their values. So only a
  // caller who may view all rows uses all filters.
  const reads = decision.allow && (!paper.pickable || decision.where.some((term) => term.kind === 'all'));
  const values = new Parameters();
  values.searchIndex = app.can.searchIndex;
  values.now = nowOf(app.clock, actor.tenancy);
  const key = keyColumn(paper);
  const conditions = [
    't.is_deleted = 0',
    ...(paper.owner === 'platform' ? [] : [`t.tenant_id = ${values.add(actor.tenancy.tenantId)}`]),
  ];
  if (!paper.pickable) conditions.push(scopeSql(paper, decision.where, values, (name) => paperNamed(app, name)));
  const ids = input.ids.split(',').filter(isId);
  conditions.push(
    ...(ids.length
      ? [`t.${key} = any(${values.add(ids)}::${key === 'id' ? 'bigint' : 'text'}[])`]
      : (reads ? searching : picking)(input, paper, values)),
  );
  const order = optionsOrder(paper, Boolean(input.q));
  const portrait = portraitSql(app, paper, 't');
  const most = mostOf(paper, ids.length > 0);
  const columns = [
    `t.${key}::text as id`,
    ...optionColumns(paper, actor.language),
    ...(portrait ? [`${portrait} as portrait`] : []),
  ];
  const text = `select ${columns.join(', ')} from ${paper.table} t where ${conditions.join(' and ')}`;
  const rows = await app.db.read(actor.tenancy, (sql) =>
    unpaged(sql, { text, order, values: values.values, most, ...(!paper.tree && { counted: COUNTED_OPTIONS }) }),
  );
  const linked = portraitLinks(app, actor);
  return Promise.all(
    rows.map(async (row) =>
      optionOf(row, linked(paper.name, String(row.portrait ?? '')), await hintOf(app, actor, paper, row)),
    ),
  );
}

/** Return the column that other papers store of a row. */
const keyColumn = (paper: AnyPaper): string => (paper.key ? columnOf(String(paper.key)) : 'id');

/** Return the columns of a row to pick: its caption, its hints, and in a tree its parent. */
const optionColumns = (paper: AnyPaper, language: Language): string[] => [
  `${labelSql(paper, language)} as label`,
  ...hintsOf(paper).map((name) => `t.${columnOf(name)}::text as "h_${name}"`),
  ...(paper.tree ? [`t.${columnOf(String(paper.tree.parent))}::text as "parentId"`] : []),
];

/** Return the maximum number of rows: those named, those of a tree, or the first matches of the search. */
const mostOf = (paper: AnyPaper, named: boolean): number => (named ? 500 : paper.tree ? 2000 : MAX_OPTIONS);

const optionOf = (row: Readonly<Record<string, unknown>>, portrait: string | undefined, hint: string): Option => ({
  id: String(row.id),
  label: String(row.label ?? ''),
  ...(row.portrait ? { portrait } : {}),
  ...(row.parentId !== undefined && { parentId: String(row.parentId ?? '0') }),
  hint,
});

async function hintOf(app: App, actor: Actor, paper: AnyPaper, row: Record<string, unknown>): Promise<string> {
  const parts = await Promise.all(
    (paper.hint ?? []).map(async (name) => {
      const value = row[`h_${String(name)}`];
      const field = paper.fields[String(name)];
      if (isEmpty(value) || hides(field.personal)) return '';
      if (!field.dictionary) return String(value).slice(0, 40);
      const choice = (await app.ports.choices(actor.tenancy.tenantId, field.dictionary.code)).find(
        (one) => one.key === value,
      );
      return choice?.label[actor.language === 'en' ? 1 : 0] ?? String(value);
    }),
  );
  return parts.filter(Boolean).join(' · ');
}

/** Return the LIKE pattern of a text at any position, with wildcards in it escaped. */
const containing = (typed: string): string =>
  `%${typed
    .trim()
    .toLowerCase()
    .slice(0, 60)
    .replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

function whereTyped(paper: AnyPaper, typed: string, values: Parameters): string {
  const text = typed.trim().toLowerCase().slice(0, 60);
  const like = values.add(containing(text));
  const ways = calledIn(paper).map((name) => `lower(t.${columnOf(name)}::text) like ${like}`);
  if (searchedFields(paper).length) ways.push(containsSql(paper, text, values));
  if (/^\d{4}$/.test(text))
    for (const name of tailedFields(paper)) ways.push(`t.${columnOf(name)}_tail = ${values.add(text)}`);
  return `(${ways.join(' or ')})`;
}

/** The items of dictionaries, in both languages, so that a change of language needs no call. */
const dictionaries = implementRoute(coreCalls.dictionaries, async ({ codes, code }, { app, actor }) => {
  const named = codes.length ? codes : code ? [code] : [];
  const found = await Promise.all(
    named.map(async (one) => [
      one,
      (await app.ports.choices(actor.tenancy.tenantId, one)).map((item) => ({ ...item })),
    ]),
  );
  return Object.fromEntries(found);
});

/** Count the rows of each ready-made view by one statement. */
const counts = implementRoute(coreCalls.counts, async ({ paper: name }, { app, actor }) => {
  const paper = paperNamedBy(name, app, actor);
  const { where } = assertMay(actor, paper, 'view');
  const values = new Parameters();
  const now = nowOf(app.clock, actor.tenancy);
  const parts = Object.entries(paper.views ?? {}).map(
    ([name, view]) =>
      `(select count(*)::int from (select 1 from ${paper.table} t where ${whereSql(app, { paper, tenantId: actor.tenancy.tenantId, where, query: view.filter, now }, values)} limit 1001) c) as "${name}"`,
  );
  if (!parts.length) return {};
  const [row] = await app.db.read(actor.tenancy, (sql) =>
    sql.query<Record<string, number>>(`select ${parts.join(', ')}`, values.values),
  );
  return row ?? {};
});

/**
 * Read one personal value unmasked: needs the permission and a reason. The screen shows it for a minute; the log entry
 * stays.
 */
const reveal = implementRoute(
  coreCalls.reveal,
  async ({ paper: paperName, id, field: name, reason }, { app, actor }) => {
    const paper = paperNamedBy(paperName, app, actor);
    const { where } = assertMay(actor, paper, 'view');
    const field = Object.hasOwn(paper.fields, name) ? paper.fields[name] : undefined;
    if (!field || !hides(field.personal)) throw refuse.missing({ what: 'field' });
    if (!mayReveal(actor.person, paper, field)) throw refuse.forbidden();
    return transact(app, actor, async (tx) => {
      const row = isId(id) ? await readStored(tx, paper, id, { where }) : null;
      if (!row) throw refuseRow.missing({ title: paper.title });
      await writeLog(tx, {
        paper,
        row,
        before: row,
        action: 'view',
        label: [`查看明文：${field.label[0]}`, `Read in clear: ${field.label[1]}`],
        remark: [`${field.label[0]}:${reason}`, `${field.label[1]}: ${reason}`],
      });
      return { value: row[name] ?? '', seconds: 60 };
    });
  },
  { harmless: 'expired' },
);

/** Remove secrets from a draft. */
function unsealed(paper: AnyPaper | undefined, content: unknown): unknown {
  if (!paper || typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(
    Object.entries(content).filter(([name]) => !(Object.hasOwn(paper.fields, name) && paper.fields[name].sealed)),
  );
}

const MAX_DRAFTS = 50;

/** Refuse a draft where the caller may neither add, edit, nor do any verb of the paper. */
function assertMayWrite(paper: AnyPaper, { person }: Actor): void {
  const verbs = ['add', 'edit', ...Object.keys(paper.lifecycle?.actions ?? {})];
  if (!verbs.some((verb) => decide(person, paper, verb).allow)) throw refuse.forbidden();
}

/** Condition that finds a draft: unsaved input, stored on the server, one per person, paper and row. */
const DRAFT_KEY = 'tenant_id = $1 and person_id = $2 and paper = $3 and row_id = $4';

const draft = implementRoute(coreCalls.draft, async ({ paper, row }, { app, actor }) => {
  const [stored] = await app.db.read(actor.tenancy, (sql) =>
    sql.query<{ content: unknown; at: string }>(
      `select content, updated::text as at from anju_draft where ${DRAFT_KEY}`,
      [actor.tenancy.tenantId, actor.person.id, paper, row],
    ),
  );
  return stored ? { content: stored.content, at: stored.at.slice(0, 19) } : {};
});

const keepDraft = implementRoute(coreCalls.keepDraft, async (input, { app, actor }) => {
  const content = JSON.stringify(unsealed(app.papers.get(input.paper), input.content) ?? null);
  if (content.length > 262_144) throw refuse.tooLarge();
  const removes = input.content === null || input.remove;
  const paper = paperNamedBy(input.paper, app, actor);
  if (!removes) assertMayWrite(paper, actor);
  const key = [actor.tenancy.tenantId, actor.person.id, input.paper, input.row];
  await transact(app, actor, async (tx) => {
    if (removes) {
      await tx.sql.query(`delete from anju_draft where ${DRAFT_KEY}`, key);
      return;
    }
    await tx.sql.query(
      'insert into anju_draft (tenant_id, person_id, paper, row_id, content, updated) values ($1, $2, $3, $4, $5, $6) on conflict (tenant_id, person_id, paper, row_id) do update set content = excluded.content, updated = excluded.updated',
      [...key, content, tx.now()],
    );
    // Delete the oldest drafts beyond the maximum of a person.
    await tx.sql.query(
      'delete from anju_draft where tenant_id = $1 and person_id = $2 and (paper, row_id) in (select paper, row_id from anju_draft where tenant_id = $1 and person_id = $2 order by updated desc, (paper, row_id) = ($3, $4) desc, paper, row_id offset $5)',
      [...key, MAX_DRAFTS],
    );
  });
  return {};
});

/** Path of a download, with or without `/api`. Only calls that declare `download` redeem a ticket. */
const DOWNLOAD_PATH = /^\/(?!\/)[\w/.{}-]+(\?[^#]*)?$/;

/** Calls that all papers share. */
export function coreRoutes(sessions: Sessions): Route[] {
  return [
    implementRoute(coreCalls.options, options),
    dictionaries,
    counts,
    groups,
    reveal,
    implementRoute(
      coreCalls.ticket,
      async ({ path }, { actor, sessionId }) => {
        if (!DOWNLOAD_PATH.test(path)) throw refuse.missing({ what: 'path' });
        return {
          ticket: await sessions.ticket(
            { id: sessionId, tenantId: actor.tenancy.tenantId, userId: actor.person.id },
            path.startsWith('/api') ? path : `/api${path}`,
            actor.language,
          ),
        };
      },
      { harmless: 'expired' },
    ),
    takenRoute(),
    ...viewRoutes(),
    draft,
    keepDraft,
    ...commentRoutes(),
    ...presenceRoutes(),
  ];
}
