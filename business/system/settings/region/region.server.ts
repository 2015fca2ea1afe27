import type { Asking } from '#kernel/server/behaviour.ts';
import { behaviour } from '#kernel/server/behaviour.ts';
import type { Context, Reading } from '#kernel/server/context.ts';
import { http, row as refuseRow } from '#kernel/server/refusals.ts';
import { refuse } from '../../refusals.ts';
import { region } from './region.paper.ts';

const codeOf = (text: unknown): string => (/^\d{1,12}$/.test(String(text ?? '')) ? String(text) : '');

async function below(asking: Asking, reading: Reading): Promise<unknown> {
  const parent = codeOf(asking.query.parentCode ?? asking.query.code) || '00';
  return reading.sql.query(`select r.code as id, r.parent_code as "parentId", r.name as title, r.name, r.code, r.code as key, r.code as value, r.level, exists (select 1 from blade_region c where c.parent_code = r.code and c.is_deleted = 0) as "hasChildren"
    from blade_region r where r.parent_code = $1 and r.is_deleted = 0 order by r.code`, [parent]);
}

async function one(asking: Asking, reading: Reading): Promise<unknown> {
  const key = codeOf(asking.query.code ?? asking.query.id);
  const [found] = key ? await reading.find(region, { code: key }) : [];
  if (!found) throw refuseRow.missing({ title: region.title });
  return { ...found, id: found.code, parentId: found.parentCode };
}

async function save(asking: Asking, context: Context): Promise<unknown> {
  const key = codeOf(asking.body.code);
  if (!key) throw http.missing({ what: 'code' });
  const [found] = await context.find(region, { code: key });
  const body = asking.body as never;
  return found ? context.change(region, found.id, body) : context.create(region, body);
}

export default behaviour(region, {
  calls: [
    { method: 'GET', path: 'lazy-tree', needs: 'person', summary: ['下级区划', 'Regions below'], query: ['parentCode'], read: below },
    { method: 'GET', path: 'lazy-list', needs: 'person', summary: ['下级区划', 'Regions below'], query: ['parentCode'], read: below },
    { method: 'GET', path: 'select', needs: 'person', summary: ['区划下拉', 'Regions to choose from'], query: ['code'], read: below },
    { method: 'GET', path: 'detail', needs: 'view', summary: ['区划详情', 'One region'], query: ['code'], read: one },
    { method: 'POST', path: 'submit', needs: 'edit', summary: ['新增或修改区划', 'Add or change a region'], write: save },
    { method: 'POST', path: 'remove', needs: 'delete', summary: ['删除区划', 'Remove a region'], query: ['id'], write: async (asking, context) => {
      const key = codeOf(asking.body.id ?? asking.body.ids);
      const [found] = key ? await context.find(region, { code: key }) : [];
      if (!found) throw refuseRow.missing({ title: region.title });
      if ((await context.find(region, { parentCode: key }, 1)).length) throw refuse.regionHasChildren();
      await context.remove(region, found.id);
      return {};
    } },
  ],
});
