import { orderedBy } from '#kernel/fields/paper-fields.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import type { Nested } from '#kernel/language/calls/shape.ts';
import { captionOf } from '#kernel/language/caption.ts';
import { type AnyPaper, columnOf, parentOf } from '#kernel/language/paper.ts';
import { decide, visibleTo } from '#kernel/language/permission.ts';
import { asksNothing, readableText } from '../list/filter-values.ts';
import { readName } from '../list/filter.ts';
import { Parameters } from '../database/statement.ts';
import { listFields, selectOf } from '../list/shape.ts';
import { whereSql } from '../list/where.ts';
import { orderSql } from '../list/order.ts';
import { unpaged } from '../list/unpaged.ts';
import { assertMay, presentRow } from '../rows/read.ts';
import { nowOf } from '../time/tenancy.ts';
import { allOf, idsOf } from '../rows/batch.ts';
import { updateRow } from '../write/acts.ts';
import type { Transaction } from '../write/transaction.ts';
import { authorityOf } from './calls/authority-of.ts';
import { type Declared, treeContracts } from './paper/contracts.ts';
import type { RouteCall, Route } from './route.ts';

type Node = Record<string, unknown> & { readonly id: string };

const MOST = 5000;

/** May the caller only pick from the paper? They then get captions and parents only, and filter by nothing else. */
const onlyPicks = ({ actor }: RouteCall, paper: AnyPaper): boolean =>
  paper.pickable !== undefined && !decide(actor.person, paper, 'view').allow;

async function rowsOf(
  call: RouteCall,
  whole: AnyPaper,
  query: Readonly<Record<string, unknown>>,
  { extra = '', picking = false } = {},
): Promise<Node[]> {
  const paper = visibleTo(call.actor.person, whole);
  const { where } = picking ? { where: [{ kind: 'all' } as const] } : assertMay(call.actor, paper, 'view');
  const { app, actor } = call;
  const values = new Parameters();
  const condition = whereSql(
    app,
    { paper, tenantId: actor.tenancy.tenantId, where, query, now: nowOf(app.clock, actor.tenancy) },
    values,
  );
  const names = listFields(paper);
  const parent = columnOf(parentOf(paper));
  const inner = `select ${selectOf(paper, names, app.behaviours.get(paper.name))}, exists (select 1 from ${paper.table} c where c.${parent} = t.id and c.is_deleted = 0) as "hasChildren" from ${paper.table} t where ${condition}${extra}`;
  const raw = await app.db.read(actor.tenancy, (sql) =>
    unpaged(sql, { text: inner, order: orderSql(paper, query), values: values.values, most: MOST }),
  );
  const rows = await presentRow(app, actor, paper, raw);
  return rows.map((row, at) => ({
    ...row,
    id: String(row.id),
    [parentOf(paper)]: row[parentOf(paper)] || '0',
    hasChildren: raw[at].hasChildren,
  }));
}

/**
 * Nest children under their parents; a row whose parent was filtered out becomes a root. A row without children gets no
 * list of children, since old clients would show it as a branch.
 */
export function nested<T extends { readonly id: string }>(rows: readonly T[], parent: keyof T): Nested<T>[] {
  const nodes = rows.map((row): T & { children?: Nested<T>[] } => ({ ...row }));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return nodes.filter((node) => {
    const above = byId.get(String(node[parent]));
    if (above && above !== node) (above.children ??= []).push(node);
    return !above || above === node;
  });
}

/** Return the function that makes a node from a row, in the form of all trees in answers. */
const nodeOf =
  (paper: AnyPaper, parent: string, { actor }: RouteCall) =>
  (row: Node): Node => ({
    id: row.id,
    parentId: row[parent],
    title: captionOf(paper, row, actor.language),
    key: row.id,
    value: row.id,
    hasChildren: row.hasChildren,
    ...Object.fromEntries((paper.tree?.shows ?? []).map((name) => [name, row[name]])),
  });

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/**
 * Move several rows of the tree as one act: `rows` has the parent and the order number of each. Parents come first, so
 * that no step makes a circle.
 */
async function arrange(call: RouteCall, paper: AnyPaper, order: string): Promise<unknown> {
  const authority = authorityOf(call, paper, 'edit', { noReason: true });
  const rows = objectOf(call.body.rows);
  const ids = idsOf({ query: {}, body: { ids: Array.isArray(call.body.order) ? call.body.order : Object.keys(rows) } });
  const placeOf = (id: string): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(objectOf(rows[id])).filter(([name]) => name === parentOf(paper) || name === order),
    );
  const all = async (tx: Transaction): Promise<void> => {
    for (const id of ids) await updateRow(tx, tx.authority, paper, id, placeOf(id), { label: ['调整位置', 'Moved'] });
  };
  return allOf(call, paper, ids, all, authority);
}

/** Return the routes that list a paper with a tree: the whole tree, or one level at a time. */
export function treeRoutes(paper: AnyPaper, declared: Partial<Declared> = {}): Route[] {
  const parent = parentOf(paper);
  const level = (call: RouteCall, picking = false): Promise<Node[]> => {
    const wanted = call.query.parentId ?? call.query[parent];
    const above = asksNothing(wanted) ? '0' : readableText(parent, paper.fields[parent], wanted);
    const { parentId: _, [parent]: __, ...query } = call.query;
    const column = `t.${columnOf(parent)}`;
    // A search covers the whole tree; opening a node reads its children.
    const searching =
      !picking &&
      Object.entries(query).some(
        ([name, value]) =>
          !asksNothing(value) &&
          name !== 'tenantId' &&
          (name === 'keyword' ||
            readName(paper, name) !== null ||
            Object.hasOwn(call.app.behaviours.get(paper.name)?.filters ?? {}, name)),
      );
    if (searching && above === '0') return rowsOf(call, paper, query);
    return rowsOf(call, paper, picking ? {} : query, {
      picking,
      extra: above !== '0' && isId(above) ? ` and ${column} = ${above}` : ` and (${column} is null or ${column} = 0)`,
    });
  };
  const contracts = treeContracts(paper, declared);
  const route = (
    path: Exclude<keyof typeof contracts, 'arrange'>,
    zh: string,
    en: string,
    work: (call: RouteCall) => Promise<unknown>,
  ): Route => ({
    method: 'GET',
    path: `${paper.path}/${path}`,
    needs: 'view',
    summary: [`${paper.title[0]}：${zh}`, `${paper.title[1]}: ${en}`],
    paper,
    contract: contracts[path],
    ...(path.endsWith('list') && { filtersOf: paper }),
    work,
  });
  const picked: typeof route = (...facts) => ({
    ...route(...facts),
    ...(paper.pickable && { needs: 'person' }),
  });
  const order = orderedBy(paper);
  const moving: Route[] =
    order === undefined
      ? []
      : [
          {
            method: 'POST',
            path: `${paper.path}/arrange`,
            needs: 'edit',
            summary: [`${paper.title[0]}：调整位置`, `${paper.title[1]}: move in the tree`],
            paper,
            contract: contracts.arrange,
            work: (call) => arrange(call, paper, order),
          },
        ];
  return [
    ...moving,
    route('list', '整棵树', 'whole tree', async (call) => nested(await rowsOf(call, paper, call.query), parent)),
    route('lazy-list', '一层', 'one level', (call) => level(call)),
    picked('tree', '选择用的树', 'tree for a picker', async (call) =>
      nested(
        (await rowsOf(call, paper, {}, { picking: onlyPicks(call, paper) })).map(nodeOf(paper, parent, call)),
        'parentId',
      ),
    ),
    picked('lazy-tree', '选择用的一层', 'one level for a picker', async (call) =>
      (await level(call, onlyPicks(call, paper))).map(nodeOf(paper, parent, call)),
    ),
  ];
}
