import { coreContracts } from './calls/core-contracts.ts';
import { unpaged } from '../list/unpaged.ts';
import type { Field } from '#kernel/language/field.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import { hides } from '#kernel/fields/mask.ts';
import type { Language } from '#kernel/language/label.ts';
import type { Lifecycle } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';
import { decide, mayReveal } from '#kernel/language/permission.ts';
import { type App, paperNamed } from '../app.ts';
import { Parameters, conditionsOf, containsSql } from '../list/filter.ts';
import { scopeSql } from '../list/scope.ts';
import { whereSql } from '../list/where.ts';
import { portraitSql } from '../list/pointed.ts';
import { searchedFields, tailedFields } from '../schema/paper-table.ts';
import { http as refuse, row as refuseRow } from '../refusals.ts';
import { portraitLinks } from '../rows/presenter.ts';
import { assertMay } from '../rows/read.ts';
import { nowOf } from '../time/tenancy.ts';
import { readStored } from '../write/stored.ts';
import { writeLog } from '../write/log.ts';
import { transact } from '../write/transaction.ts';
import type { Sessions } from '../session/session.ts';
import { commentRoutes } from './comment-routes.ts';
import { paperOfCall } from './paper-of-call.ts';
import type { RouteCall, Route } from './route.ts';
import { takenRoute } from './taken-route.ts';
import { viewRoutes } from './view-routes.ts';

const MOST_OPTIONS = 50;
/** With each key that somebody types it is asked again: what fits besides is counted so far. */
const COUNTED_OPTIONS = 1000;

/** The shortest name that fits is most likely meant; without a word, the order of the list. */
function optionsOrder(paper: AnyPaper, typed: boolean): string {
  if (typed) return `length(t.${columnOf(paper.caption)}::text), t.id desc`;
  return paper.order?.by ? `t.${columnOf(String(paper.order.by))}, t.id` : 't.id desc';
}

/** Who only picks narrows by what the definition names, and looks where he reads: in how a row is called. */
function picking(call: RouteCall, paper: AnyPaper, values: Parameters): string[] {
  const { q } = call.query;
  const filters = Object.fromEntries((paper.pickable ?? []).map((name) => [String(name), call.query[String(name)]]));
  const typed = q
    ? [
        `(${[...calledIn(paper), ...hintsOf(paper)].map((name) => `lower(t.${columnOf(String(name))}::text) like ${values.add(containing(q))}`).join(' or ')})`,
      ]
    : [];
  return ['t.status = 1', ...conditionsOf(paper, filters, values), ...typed];
}

function searching(call: RouteCall, paper: AnyPaper, values: Parameters): string[] {
  const { paper: _, q, ids: __, keyword: ___, ...filters } = call.query;
  return ['t.status = 1', ...conditionsOf(paper, filters, values), ...(q ? [whereTyped(paper, q, values)] : [])];
}

/** How a row is called to who asks, as SQL: by its English name where he reads English and it has one. */
const labelSql = (paper: AnyPaper, language: Language): string =>
  language === 'en' && paper.englishCaption
    ? `coalesce(nullif(t.${columnOf(String(paper.englishCaption))}, ''), t.${columnOf(paper.caption)})::text`
    : `t.${columnOf(paper.caption)}::text`;

/** The fields in which what was typed is looked for, however a row is called to who asks. */
const calledIn = (paper: AnyPaper): string[] => [
  paper.caption,
  ...(paper.englishCaption ? [String(paper.englishCaption)] : []),
];

const hintsOf = (paper: AnyPaper): string[] =>
  (paper.hint ?? []).map(String).filter((name) => !hides((paper.fields[name] as Field).personal));

/** Rows to pick from: caption and hint, found by what was typed, or by their ids. */
async function options(call: RouteCall): Promise<unknown> {
  const paper = paperOfCall(call);
  const { app, actor } = call;
  const decision = decide(actor.person, paper, 'view');
  if (!decision.allow && !paper.pickable) throw refuse.forbidden();
  // A paper that everybody picks from is picked from whole; only who reads all of it may ask by all of it.
  const reads = decision.allow && (!paper.pickable || decision.where.some((term) => term.kind === 'all'));
  const values = new Parameters();
  values.searchIndex = app.can.searchIndex;
  const key = keyColumn(paper);
  const conditions = [
    't.is_deleted = 0',
    ...(paper.owner === 'platform' ? [] : [`t.tenant_id = ${values.add(actor.tenancy.tenantId)}`]),
  ];
  if (!paper.pickable) conditions.push(scopeSql(paper, decision.where, values, (name) => paperNamed(app, name)));
  const ids = (call.query.ids ?? '').split(',').filter(isId);
  conditions.push(
    ...(ids.length
      ? [`t.${key} = any(${values.add(ids)}::${key === 'id' ? 'bigint' : 'text'}[])`]
      : (reads ? searching : picking)(call, paper, values)),
  );
  const order = optionsOrder(paper, Boolean(call.query.q));
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
      optionOf(row, linked(paper.name, String(row.portrait ?? '')), await hintOf(call, paper, row)),
    ),
  );
}

/** What others keep of a row of this paper. */
const keyColumn = (paper: AnyPaper): string => (paper.key ? columnOf(String(paper.key)) : 'id');

/** How a row to pick is called, what tells it apart, and in a tree what it stands below. */
const optionColumns = (paper: AnyPaper, language: Language): string[] => [
  `${labelSql(paper, language)} as label`,
  ...hintsOf(paper).map((name) => `t.${columnOf(name)}::text as "h_${name}"`),
  ...(paper.tree ? [`t.${columnOf(String(paper.tree.parent))}::text as "parentId"`] : []),
];

/** So many rows are answered at most: those that were named, a tree, or the first that fit what was typed. */
const mostOf = (paper: AnyPaper, named: boolean): number => (named ? 500 : paper.tree ? 2000 : MOST_OPTIONS);

const optionOf = (
  row: Readonly<Record<string, unknown>>,
  portrait: string | undefined,
  hint: string,
): Record<string, unknown> => ({
  id: row.id,
  label: row.label ?? '',
  ...(row.portrait ? { portrait } : {}),
  ...(row.parentId !== undefined && { parentId: row.parentId ?? '0' }),
  hint,
});

async function hintOf(call: RouteCall, paper: AnyPaper, row: Record<string, unknown>): Promise<string> {
  const parts = await Promise.all(
    (paper.hint ?? []).map(async (name) => {
      const value = row[`h_${String(name)}`];
      const field = paper.fields[String(name)] as Field;
      if (isEmpty(value) || hides(field.personal)) return '';
      if (!field.dictionary) return String(value).slice(0, 40);
      const choice = (await call.app.ports.choices(call.actor.tenancy.tenantId, field.dictionary.code)).find(
        (one) => one.key === value,
      );
      return choice?.label[call.actor.language === 'en' ? 1 : 0] ?? String(value);
    }),
  );
  return parts.filter(Boolean).join(' · ');
}

/** The pattern of a text that is contained, whatever signs are in it. */
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
async function dictionaries(call: RouteCall): Promise<unknown> {
  const codes = (call.query.codes ?? call.query.code ?? '').split(',').filter(Boolean).slice(0, 100);
  const found = await Promise.all(
    codes.map(async (code) => [code, await call.app.ports.choices(call.actor.tenancy.tenantId, code)] as const),
  );
  return Object.fromEntries(found);
}

/** How many rows each ready-made view has: one statement for all of them. */
async function counts(call: RouteCall): Promise<unknown> {
  const paper = paperOfCall(call);
  const { where } = assertMay(call.actor, paper, 'view');
  const { app, actor } = call;
  const values = new Parameters();
  const now = nowOf(app.clock, actor.tenancy);
  const parts = Object.entries(paper.views ?? {}).map(
    ([name, view]) =>
      `(select count(*)::int from (select 1 from ${paper.table} t where ${whereSql(app, { paper, tenantId: actor.tenancy.tenantId, where, query: view.filter, now }, values)} limit 1001) c) as "${name}"`,
  );
  if (!parts.length) return {};
  return (await app.db.read(actor.tenancy, (sql) => sql.query(`select ${parts.join(', ')}`, values.values)))[0];
}

/** Reads one personal value in clear: needs the permission and a reason, stays for a minute on the screen, and is logged for ever. */
async function reveal(call: RouteCall): Promise<unknown> {
  const paper = paperOfCall(call);
  const { where } = assertMay(call.actor, paper, 'view');
  const field = Object.hasOwn(paper.fields, String(call.body.field))
    ? (paper.fields[String(call.body.field)] as Field)
    : undefined;
  if (!field || !hides(field.personal)) throw refuse.missing({ what: 'field' });
  if (!mayReveal(call.actor.person, paper, field)) throw refuse.forbidden();
  const reason = String(call.body.reason ?? '')
    .trim()
    .slice(0, 200);
  if (!reason)
    throw refuseRow.invalid(
      { first: ['请输入查看原因', 'Say why you need it'] },
      { fields: [{ field: 'reason', words: ['请输入查看原因', 'Say why you need it'] }] },
    );
  const id = String(call.body.id ?? '');
  return transact(call.app, call.actor, async (tx) => {
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
    return { value: row[String(call.body.field)] ?? '', seconds: 60 };
  });
}

/** A draft is no safe: secrets are left out of it. */
function unsealed(paper: AnyPaper | undefined, content: unknown): unknown {
  if (!paper || typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(
    Object.entries(content).filter(
      ([name]) => !(Object.hasOwn(paper.fields, name) && (paper.fields[name] as Field).sealed),
    ),
  );
}

const MOST_DRAFTS = 50;

/** Only of what somebody may save, by any of its verbs, is there unfinished typing. */
function assertMayWrite(call: RouteCall): void {
  const paper = paperOfCall(call);
  const verbs = ['add', 'edit', ...Object.keys((paper.lifecycle as Lifecycle | undefined)?.actions ?? {})];
  if (!verbs.some((verb) => decide(call.actor.person, paper, verb).allow)) throw refuse.forbidden();
}

/** Unfinished typing: one draft per person, paper and row, kept on the server. */
function draftRoutes(): Route[] {
  const key = (call: RouteCall): unknown[] => [
    call.actor.tenancy.tenantId,
    call.actor.person.id,
    String(call.body.paper ?? call.query.paper ?? '').slice(0, 64),
    String(call.body.row ?? call.query.row ?? '').slice(0, 32) || 'new',
  ];
  const where = 'tenant_id = $1 and person_id = $2 and paper = $3 and row_id = $4';
  return [
    {
      method: 'GET',
      path: 'blade-core/drafts',
      contract: coreContracts.draft,
      needs: 'person',
      summary: ['未完成的填写', 'Unfinished typing'],
      work: async (call) => {
        const [row] = await call.app.db.read(call.actor.tenancy, (sql) =>
          sql.query<{ content: unknown; at: string }>(
            `select content, updated::text as at from anju_draft where ${where}`,
            key(call),
          ),
        );
        return row ? { content: row.content, at: row.at.slice(0, 19) } : {};
      },
    },
    {
      method: 'POST',
      path: 'blade-core/drafts',
      contract: coreContracts.keepDraft,
      needs: 'person',
      summary: ['保存未完成的填写', 'Keep unfinished typing'],
      work: async (call) => {
        const content = JSON.stringify(
          unsealed(call.app.papers.get(String(call.body.paper)), call.body.content) ?? null,
        );
        if (content.length > 262_144) throw refuse.tooLarge();
        const removes = call.body.content === null || call.body.remove;
        if (!removes) assertMayWrite(call);
        await transact(call.app, call.actor, async (tx) => {
          if (removes) {
            await tx.sql.query(`delete from anju_draft where ${where}`, key(call));
            return;
          }
          await tx.sql.query(
            'insert into anju_draft (tenant_id, person_id, paper, row_id, content, updated) values ($1, $2, $3, $4, $5, $6) on conflict (tenant_id, person_id, paper, row_id) do update set content = excluded.content, updated = excluded.updated',
            [...key(call), content, tx.now()],
          );
          // What was typed longest ago gives way.
          await tx.sql.query(
            'delete from anju_draft where tenant_id = $1 and person_id = $2 and (paper, row_id) in (select paper, row_id from anju_draft where tenant_id = $1 and person_id = $2 order by updated desc, (paper, row_id) = ($3, $4) desc, paper, row_id offset $5)',
            [...key(call), MOST_DRAFTS],
          );
        });
        return {};
      },
    },
  ];
}

/** Calls that all papers share. */
export function coreRoutes(_app: App, sessions: Sessions): Route[] {
  return [
    {
      method: 'GET',
      path: 'blade-core/options',
      contract: coreContracts.options,
      needs: 'person',
      summary: ['供选择的数据', 'Rows to pick from'],
      work: options,
    },
    {
      method: 'GET',
      path: 'blade-core/dictionaries',
      contract: coreContracts.dictionaries,
      needs: 'person',
      summary: ['字典项', 'Dictionary items'],
      work: dictionaries,
    },
    {
      method: 'GET',
      path: 'blade-core/counts',
      contract: coreContracts.counts,
      needs: 'person',
      summary: ['视图计数', 'Counts of views'],
      work: counts,
    },
    {
      method: 'POST',
      path: 'blade-core/reveal',
      contract: coreContracts.reveal,
      needs: 'person',
      summary: ['查看明文', 'Read in clear'],
      harmless: 'expired',
      work: reveal,
    },
    {
      method: 'POST',
      path: 'blade-core/ticket',
      contract: coreContracts.ticket,
      needs: 'person',
      harmless: 'expired',
      summary: ['下载凭证', 'Download ticket'],
      work: async (call) => {
        const path = String(call.body.path ?? '');
        if (!/^\/(api\/)?blade-[\w/.{}-]+(\?[^#]*)?$/.test(path) || path.length > 2000)
          throw refuse.missing({ what: 'path' });
        return {
          ticket: await sessions.ticket(
            { id: call.sessionId, tenantId: call.actor.tenancy.tenantId, userId: call.actor.person.id },
            path.startsWith('/api') ? path : `/api${path}`,
            call.actor.language,
          ),
        };
      },
    },
    takenRoute(),
    ...viewRoutes(),
    ...draftRoutes(),
    ...commentRoutes(),
  ];
}
