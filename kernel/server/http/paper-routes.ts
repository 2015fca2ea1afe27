import { columnFor } from '#kernel/fields/columns.server.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Action, type Lifecycle, fieldOf } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, fieldsOf, storedFields } from '#kernel/language/paper.ts';
import { decide, seenBy } from '#kernel/language/permission.ts';
import { exportRoutes } from '../exchange/export/export-routes.ts';
import { importRoutes } from '../exchange/import/import-routes.ts';
import { type House, paperNamed } from '../house.ts';
import { http as refuseHttp, lifecycle as refuseLife, row as refuse } from '../refusals.ts';
import type { Term } from '#kernel/language/permission.ts';
import { assertOpened } from '../ports/guarded-calls.ts';
import { MOST_AT_ONCE, allOf, answeredEach, each, idsOf, once } from '../rows/batch.ts';
import { historyOf } from '../rows/history.ts';
import { linesOf } from '../rows/lines.ts';
import { assertMay, assertSeenOnce, detailOf, keptIds, listPage, reasonInStead } from '../rows/read.ts';
import { chosenIds, objectOf } from '../rows/matching.ts';
import { readingOf } from '../rows/reading.ts';
import { act, actOn } from '../write/action.ts';
import { holdHeadersOf } from '../write/headers.ts';
import { removeRow, removeRows, restoreRow } from '../write/remove.ts';
import { insertRow, updateRow } from '../write/save.ts';
import { COPY_OF } from '../files/copied-pictures.ts';
import { type Stored, readStored } from '../write/stored.ts';
import type { Transaction } from '../write/transaction.ts';
import { ownCalls } from './own-calls.ts';
import type { Call, Route, RouteFacts } from './route.ts';
import { treeRoutes } from './tree-routes.ts';
import { veiled } from '../rows/veil.ts';

const yes = (given: unknown): boolean => given === true || given === 'true' || given === 1 || given === '1';

/** What the caller may see of the row he just wrote. */
async function answered(
  call: Call,
  paper: AnyPaper,
  row: Stored,
  more: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  if (!decide(call.actor.person, paper, 'view').allow) return { id: row.id, ...more };
  const shown = await detailOf(call.house, call.actor, paper, String(row.id)).catch(() => ({ id: row.id }));
  return { ...shown, ...more };
}

const beyond = (paper: AnyPaper, row: Stored): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name]) =>
        !paper.fields[name] &&
        ![
          'id',
          'tenantId',
          'createUser',
          'createDept',
          'createTime',
          'updateUser',
          'updateTime',
          'status',
          'isDeleted',
          'version',
        ].includes(name),
    ),
  );

/** Create or change, in one transaction; what the paper does beyond is in its behaviour. */
async function save(call: Call, paper: AnyPaper, id: string): Promise<unknown> {
  const { house, body } = call;
  const decision = assertMay(call.actor, paper, id ? 'edit' : 'add');
  const draft = yes(body.draft);
  const row = await once(call, '', async (tx) => {
    const options = { extra: body, where: decision.where, draft };
    // A paper's own reason is none for standing in for others: then it is submitted by the verb, which asks for one.
    const said = paper.fields.reason ? undefined : (body.reason ?? '');
    tx.stand(null, said);
    if (!id) return insertRow(tx, paper, body, options);
    const saved = await updateRow(tx, paper, id, body, options);
    if (draft || !leavesDraft(paper, saved)) return saved;
    tx.stand(reasonInStead(assertMay(call.actor, paper, 'submit'), said), said);
    await assertVerbOpened(call, paper, 'submit');
    return act(tx, { paper, id, action: 'submit', input: body, where: [{ kind: 'all' }] });
  });
  return answered({ ...call, house }, paper, row, beyond(paper, row));
}

/** A draft that is sent without `draft` is submitted. */
function leavesDraft(paper: AnyPaper, row: Stored): boolean {
  const life = paper.lifecycle as Lifecycle | undefined;
  const submit = life?.actions.submit;
  return Boolean(life && submit && row[life.field] === 'draft' && (submit.from as readonly string[]).includes('draft'));
}

/** A verb is closed with its own address, whichever call asks for it. */
const assertVerbOpened = (call: Call, paper: AnyPaper, name: string): Promise<void> =>
  assertOpened(
    call.house,
    { method: 'POST', path: placeOf(paper, (paper.lifecycle as Lifecycle).actions[name].call?.path ?? name), paper },
    call.actor,
  );

async function doAction(call: Call, paper: AnyPaper, name: string): Promise<unknown> {
  const life = paper.lifecycle as Lifecycle | undefined;
  if (!life || !Object.hasOwn(life.actions, name)) throw refuseLife.unknownAction();
  const decision = assertMay(call.actor, paper, name);
  await assertVerbOpened(call, paper, name);
  const ids = await chosenIds(call, paper);
  const asking = { paper, action: name, input: call.body, where: decision.where };
  const said = call.body.reason ?? '';
  const inStead = reasonInStead(decision, said);
  if (life.actions[name].together && ids.length > 1)
    return allOf(call, paper, ids, (tx) => {
      tx.stand(inStead, said);
      return actOn(tx, asking, ids);
    });
  const done = await each(call, paper, ids, async (tx, id) => {
    tx.stand(inStead, said);
    const row = await act(tx, { ...asking, id });
    return { id: row.id, row };
  });
  const one = done as { id?: string; row?: Stored };
  return one.row ? answered(call, paper, one.row) : done;
}

/** The row that is changed; empty for a new one. Who may not do it at all learns nothing else. */
async function rowMeant(call: Call, paper: AnyPaper, path: 'submit' | 'update'): Promise<string> {
  const [id] = isEmpty(call.body.id) ? [''] : await keptIds(call.house, call.actor, paper, [String(call.body.id)]);
  assertMay(call.actor, paper, path === 'update' || id ? 'edit' : 'add');
  if (path === 'update' && !id) throw refuseHttp.missing({ what: 'id' });
  if (id && !isId(id)) throw refuse.missing({ title: paper.title });
  return id;
}

/** `update` and `submit` of the wire: with `action` a business verb, else a change of data. */
async function submit(call: Call, paper: AnyPaper, path: 'submit' | 'update'): Promise<unknown> {
  const verb = typeof call.body.action === 'string' ? call.body.action : '';
  const life = paper.lifecycle as Lifecycle | undefined;
  if (life && verb) {
    const named =
      Object.entries(life.actions).find(
        ([name, action]) => action.call?.path === path && (action.call.action ?? name) === verb,
      )?.[0] ?? verb;
    return doAction(call, paper, named);
  }
  return save(call, paper, await rowMeant(call, paper, path));
}

/** A copy is a draft in the form: nothing is saved, and nothing that belongs to one row alone is carried over. It says whose copy it is, so that the pictures of its texts are copied when it is saved. */
async function copyOf(call: Call, paper: AnyPaper): Promise<unknown> {
  assertMay(call.actor, paper, 'add');
  const [id] = await keptIds(call.house, call.actor, paper, [call.query.id ?? String(call.body.id ?? '')]);
  const row = await detailOf(call.house, call.actor, paper, id);
  const lines = await linesOf(call.house, call.actor, { ...paper, annexes: undefined }, String(row.id));
  const of = (name: string): { child: AnyPaper; parent: string } => {
    const line = paper.lines![name];
    return { child: paperNamed(call.house, line.paper), parent: line.parent };
  };
  return {
    [COPY_OF]: String(row.id),
    ...carried(paper, row),
    ...Object.fromEntries(
      Object.entries(lines).map(([name, rows]) => [
        name,
        (rows as Stored[]).map((one) => carried(of(name).child, one, of(name).parent)),
      ]),
    ),
  };
}

/** What of a row may stand in another one too; `but` = the field that ties a line to its header. */
function carried(paper: AnyPaper, row: Readonly<Stored>, but?: string): Stored {
  const names = row._names as Record<string, string>;
  const kept = storedFields(paper)
    .filter(
      ([name, field]) =>
        name !== but && !field.auto && !field.unique && field.kind !== 'file' && field.kind !== 'files',
    )
    .map(([name]) => name);
  return {
    ...Object.fromEntries(kept.filter((name) => !isEmpty(row[name])).map((name) => [name, row[name]])),
    _names: Object.fromEntries(kept.filter((name) => names[name]).map((name) => [name, names[name]])),
  };
}

/**
 * Bulk edit: each field is left, set or cleared; the chosen rows, or all that match. The answer says what stood there before,
 * row by row, and is itself what takes the change back.
 */
async function bulk(call: Call, whole: AnyPaper): Promise<unknown> {
  const paper = seenBy(call.actor.person, whole);
  const { where } = assertMay(call.actor, paper, 'edit');
  const back = objectOf(call.body.rows);
  const set = objectOf(call.body.set);
  const ids = back ? Object.keys(back).slice(0, MOST_AT_ONCE) : await chosenIds(call, paper);
  if (yes(call.body.dry)) return { count: ids.length };
  const names = Object.keys(set ?? {}).filter((name) => {
    const field = paper.fields[name] as Field | undefined;
    return field && !field.personal && !field.secret;
  });
  // Of all of them first: a change of one may move another.
  const kept = await keptIds(call.house, call.actor, paper, ids);
  const named = new Map(kept.map((id, at) => [id, ids[at]]));
  const stood =
    names.length && !back
      ? ((await readingOf(call, (tx) =>
          tx.find(paper, { id: kept.filter(isId) } as never, MOST_AT_ONCE),
        )) as unknown as Stored[])
      : [];
  const before: Record<string, Stored> = {};
  const done = await each(
    call,
    paper,
    ids,
    async (tx: Transaction, id) => {
      tx.stand(null, call.body.reason ?? '');
      await updateRow(tx, paper, id, objectOf(back?.[named.get(id) ?? id]) ?? set ?? {}, {
        where,
        label: back ? ['撤销批量修改', 'Bulk edit taken back'] : ['批量修改', 'Bulk edit'],
      });
      const was = stood.find((one) => one.id === id);
      return was ? Object.fromEntries(names.map((name) => [name, was[name] ?? null])) : {};
    },
    (id, was) => {
      before[id] = was;
    },
  );
  return { ...(ids.length === 1 ? { success: ids, failed: [] } : (done as object)), before };
}

/** Where a call stands: below its paper, or where its definition says. */
const placeOf = (paper: AnyPaper, path: string): string => (path.startsWith('blade-') ? path : `${paper.path}/${path}`);

const facts = (
  paper: AnyPaper,
  method: 'GET' | 'POST',
  path: string,
  needs: string,
  summary: Label,
  more: Partial<RouteFacts> = {},
): RouteFacts => ({ method, path: placeOf(paper, path), needs, summary, paper, ...more });

const about = (paper: AnyPaper, zh: string, en: string): Label => [
  `${paper.title[0]}:${zh}`,
  `${paper.title[1]}: ${en}`,
];

/** The rows that point at what the caller names instead of an id, the newest first: the one that counts or, asked for, all of them; null where he names nothing. */
async function idsBy(call: Call, paper: AnyPaper): Promise<string[] | null> {
  const by = paper.detailBy === undefined ? undefined : String(paper.detailBy);
  if (by === undefined || isEmpty(call.query[by])) return null;
  const all = call.query.all === 'true';
  const page = await listPage(call.house, call.actor, paper, {
    ...(!all && paper.detailAmong),
    [by]: call.query[by],
    descs: 'createTime',
    size: all ? '100' : '1',
  });
  return (page.records as { id: string }[]).map((row) => row.id);
}

async function pageOf(call: Call, paper: AnyPaper): Promise<unknown> {
  const page = await listPage(call.house, call.actor, paper, call.query);
  const beside = call.house.behaviours.get(paper.name)?.beside;
  return beside ? { ...page, ...(await readingOf(call, beside)) } : page;
}

/** What stands at the top of a tree stands below 0, in its detail as in its list. */
const atTop = (paper: AnyPaper, row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  paper.tree && !row[paper.tree.parent] ? { [paper.tree.parent]: '0' } : {};

function reading(paper: AnyPaper): Route[] {
  const routes: Route[] = [];
  if (!paper.tree)
    for (const path of new Set([...(paper.calls?.list ?? ['list']), 'page'])) {
      routes.push({
        ...facts(paper, 'GET', path, 'view', about(paper, '分页列表', 'page of the list'), {
          query: ['current', 'size', 'ascs', 'descs', 'keyword', ...filterNames(paper)],
        }),
        work: (call) => pageOf(call, paper),
      });
    }
  const whole = async (call: Call, id: string): Promise<unknown> => {
    const row = await detailOf(call.house, call.actor, paper, id);
    const lines = paper.lines || paper.annexes ? await linesOf(call.house, call.actor, paper, String(row.id)) : {};
    const more = call.house.behaviours.get(paper.name)?.detail;
    return {
      ...row,
      ...atTop(paper, row),
      ...lines,
      ...(more && ((await readingOf(call, async (tx) => veiled(tx, paper, await more(tx, row as never)))) as object)),
    };
  };
  const detail = async (call: Call): Promise<unknown> => {
    const named = call.params.id ?? call.query.id;
    const by = named === undefined ? await idsBy(call, paper) : null;
    if (by && call.query.all === 'true') return Promise.all(by.map((id) => whole(call, id)));
    return by?.length === 0 ? {} : whole(call, named ?? by?.[0] ?? '');
  };
  for (const path of paper.calls?.detail ?? ['detail'])
    routes.push({
      ...facts(paper, 'GET', path, 'view', about(paper, '详情', 'one row'), {
        query: path.includes('{') ? [] : ['id'],
      }),
      work: detail,
    });
  routes.push({
    ...facts(paper, 'GET', 'history', 'view', about(paper, '历史', 'history'), { query: ['id'] }),
    work: async (call) =>
      historyOf(
        call.house,
        call.actor,
        paper,
        await assertSeenOnce(call.house, call.actor, paper, call.query.id ?? ''),
      ),
  });
  return routes;
}

const filterNames = (paper: AnyPaper): string[] =>
  fieldsOf(paper)
    .filter(([, field]) => field.filter)
    .flatMap(([name, field]) =>
      field.filter === 'range'
        ? [
            `${name}_${columnFor(field).type(field) === 'timestamptz' ? 'date' : ''}ge`,
            `${name}_${columnFor(field).type(field) === 'timestamptz' ? 'date' : ''}le`,
          ]
        : [name],
    );

/** Many rows as one act: who succeeded and who did not, and why. */
async function manyRemoved(
  given: Call,
  paper: AnyPaper,
  ids: readonly string[],
  where: readonly Term[],
): Promise<unknown> {
  return answeredEach(given, paper, ids, async (tx, kept) => {
    tx.stand(null, given.body.reason ?? '');
    return removeRows(tx, paper, kept, { where, alone: true });
  });
}

function writing(paper: AnyPaper): Route[] {
  const call = (
    path: string,
    needs: string,
    zh: string,
    en: string,
    work: (call: Call) => Promise<unknown>,
  ): Route => ({ ...facts(paper, 'POST', path, needs, about(paper, zh, en)), work });
  const remove = async (given: Call): Promise<unknown> => {
    const { where } = assertMay(given.actor, paper, 'delete');
    const chosen = await chosenIds(given, paper, 'counted');
    if (chosen.length > 1) return manyRemoved(given, paper, chosen, where);
    return each(given, paper, chosen, async (tx, id) => {
      tx.stand(null, given.body.reason ?? '');
      await removeRow(tx, paper, id, { where, alone: true });
      return {};
    });
  };
  const routes = [
    ...['submit', ...(paper.calls?.submit ?? [])].map((path) =>
      call(path, 'add', '新增或修改', 'add or change', (given) => submit(given, paper, 'submit')),
    ),
    call('save', 'add', '新增', 'add', (given) =>
      submit({ ...given, body: { ...given.body, id: '' } }, paper, 'submit'),
    ),
    call('update', 'edit', '修改', 'change', (given) => submit(given, paper, 'update')),
    ...['remove', ...(paper.calls?.remove ?? [])].map((path) => call(path, 'delete', '删除', 'remove', remove)),
    call('restore', 'delete', '恢复', 'restore', async (given) => {
      const { where } = assertMay(given.actor, paper, 'delete');
      return each(given, paper, idsOf(given), async (tx, id) => {
        tx.stand(null, given.body.reason ?? '');
        const counted = await holdHeadersOf(tx, paper, id, {}, { deleted: true, where });
        await restoreRow(tx, paper, id, where);
        await counted();
        return {};
      });
    }),
    call('copy', 'add', '复制', 'copy', async (given) => {
      const copy = await copyOf(given, paper);
      return paper.copies && !yes(given.body.draft) ? save({ ...given, body: copy as Stored }, paper, '') : copy;
    }),
    call('bulk', 'edit', '批量修改', 'bulk edit', (given) => bulk(given, paper)),
  ];
  return routes;
}

/** Of several verbs that share a place on the wire, the one that the state of the row allows; each asks for its own button. */
async function doByState(call: Call, paper: AnyPaper, names: readonly string[]): Promise<unknown> {
  const life = paper.lifecycle as Lifecycle;
  if (!names.some((name) => decide(call.actor.person, paper, name).allow)) throw refuseHttp.forbidden();
  const done = await each(call, paper, idsOf(call), async (tx, id) => {
    const before = await readStored(tx, paper, id);
    const fits = (name: string): boolean =>
      Boolean(before) &&
      (life.actions[name].from as readonly string[]).includes(String(before![fieldOf(life, life.actions[name])]));
    const action = names.find(fits) ?? names[0];
    const decision = assertMay(call.actor, paper, action);
    await assertVerbOpened(call, paper, action);
    tx.stand(reasonInStead(decision, call.body.reason), call.body.reason ?? '');
    const row = await act(tx, { paper, id, action, input: call.body, where: decision.where });
    return { id: row.id, row };
  });
  const one = done as { id?: string; row?: Stored };
  return one.row ? answered(call, paper, one.row) : done;
}

/** The verbs of a lifecycle by their own names, whatever the wire of the specification calls them. */
const acting = (paper: AnyPaper): Route[] =>
  paper.lifecycle
    ? [
        {
          ...facts(paper, 'POST', 'act', 'view', about(paper, '业务动作', 'business action')),
          work: async (given) => {
            assertMay(given.actor, paper, 'view');
            return doAction(given, paper, String(given.body.action ?? ''));
          },
        },
      ]
    : [];

interface Verb {
  readonly name: string;
  readonly path: string;
  readonly action: Action;
}

/** The verbs that have a place of their own on the wire, beside `submit` and `update`: what the definition says, or their own name. */
const verbsOf = (paper: AnyPaper): Verb[] =>
  Object.entries((paper.lifecycle as Lifecycle | undefined)?.actions ?? {})
    .filter(
      ([, action]) =>
        action.from.some((state) => state !== '*') &&
        (paper.readOnly || !['submit', 'update'].includes(action.call?.path ?? '')),
    )
    .map(([name, action]) => ({ name, path: action.call?.path ?? name, action }));

/** One of several verbs of a place: that which the call names; where none names its own, that which the state of the row allows. */
async function doShared(given: Call, paper: AnyPaper, here: readonly Verb[]): Promise<unknown> {
  const { call } = here[0].action;
  // Who may not read it learns nothing of its rows.
  assertMay(given.actor, paper, 'view');
  if (here.every((one) => one.action.call?.action === undefined))
    return doByState(
      given,
      paper,
      here.map((one) => one.name),
    );
  const by = call?.by ?? 'action';
  const wanted = String(given.body[by] ?? given.query[by] ?? (call?.by ? call.action : ''));
  const verb = here.find((one) => (one.action.call?.action ?? one.name) === wanted);
  return doAction(given, paper, verb?.name ?? wanted);
}

/** A place of verbs: where several share it, `action` (or what the definition names) chooses; where none names its own, the state of the row. */
function verbRoutes(paper: AnyPaper): Route[] {
  const verbs = verbsOf(paper);
  return [...new Set(verbs.map((verb) => verb.path))].map((path): Route => {
    const here = verbs.filter((verb) => verb.path === path);
    const alone = here.length === 1 ? here[0] : undefined;
    const label: Label = [
      here.map((verb) => verb.action.label[0]).join('、'),
      here.map((verb) => verb.action.label[1]).join(', '),
    ];
    return {
      ...facts(paper, 'POST', path, alone?.name ?? 'view', about(paper, ...label)),
      work: (given) => (alone ? doAction(given, paper, alone.name) : doShared(given, paper, here)),
    };
  });
}

const refusing = (paper: AnyPaper): Route[] =>
  ['submit', 'remove', 'save', 'update']
    .filter((path) => !verbsOf(paper).some((verb) => verb.path === path))
    .map((path) => ({
      ...facts(paper, 'POST', path, 'view', about(paper, '不支持', 'not supported')),
      work: async (call: Call) => {
        assertMay(call.actor, paper, 'view');
        throw refuse.readOnly();
      },
    }));

/** Every call that follows from a definition, at each of its places on the wire. */
export function paperRoutes(house: House, paper: AnyPaper): Route[] {
  const own = ownCalls(house, paper);
  const standard = [
    ...reading(paper),
    ...(paper.readOnly ? refusing(paper) : writing(paper)),
    ...acting(paper),
    ...(paper.tree ? treeRoutes(paper) : []),
    ...exportRoutes(paper),
    ...importRoutes(paper),
  ];
  const unlessIn = (before: readonly Route[], routes: readonly Route[]): Route[] =>
    routes.filter((route) => !before.some((one) => one.method === route.method && one.path === route.path));
  const known = [...own, ...unlessIn(own, standard)];
  const routes = [...known, ...unlessIn(known, verbRoutes(paper))];
  const elsewhere = (paper.aliases ?? []).flatMap((alias) =>
    routes.map((route) => ({ ...route, path: route.path.replace(paper.path, alias) })),
  );
  return [...routes, ...elsewhere];
}
