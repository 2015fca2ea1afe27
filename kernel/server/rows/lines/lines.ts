import type { AnyPaper } from '#kernel/language/paper.ts';
import { type App, paperNamed } from '../../app.ts';
import { Parameters } from '../../database/statement.ts';
import { unpaged } from '../../list/unpaged.ts';
import { detailFields, selectOf } from '../../list/shape.ts';
import { columnOf } from '#kernel/language/paper.ts';
import type { Actor } from '../../session/actor.ts';
import { nowOf } from '../../time/tenancy.ts';
import { presentRow } from '../read.ts';

/** Maximum number of lines read. */
const MAX_LINES = 1000;

/** Return the children of a row with all their fields: a reader of the header sees its lines. */
export async function linesOfRow(
  app: App,
  actor: Actor,
  paper: AnyPaper,
  id: string,
): Promise<Record<string, unknown>> {
  const out: Record<string, unknown> = {};
  const wanted = Object.entries(paper.lines ?? {}) as [string, { paper: string; parent: string }][];
  if (paper.annexes) wanted.push(['annexes', paper.annexes]);
  for (const [name, line] of wanted) {
    const child = paperNamed(app, line.paper);
    const values = new Parameters();
    const names = detailFields(child);
    const today = nowOf(app.clock, actor.tenancy).slice(0, 10);
    const inner = `select ${selectOf(child, names, app.behaviours.get(child.name), today)} from ${child.table} t where t.tenant_id = ${values.add(actor.tenancy.tenantId)} and t.is_deleted = 0 and t.${columnOf(line.parent)} = ${values.add(id)}`;
    const raw = await app.db.read(actor.tenancy, (sql) =>
      unpaged(sql, { text: inner, order: 't.id', values: values.values, most: MAX_LINES }),
    );
    out[name] = await presentRow(app, actor, child, raw, 'detail');
  }
  return out;
}
