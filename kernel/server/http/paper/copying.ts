import { kindOf } from '#kernel/fields/kinds.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { type AnyPaper, storedFields } from '#kernel/language/paper.ts';
import { paperNamed } from '../../app.ts';
import { linesOfRow } from '../../rows/lines/lines.ts';
import { assertMay, detailOf, existingIds } from '../../rows/read.ts';
import { COPY_OF } from '../../files/copied-pictures.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import type { RouteCall } from '../route.ts';

/** A copy is a draft in the form: nothing is saved, and nothing that belongs to one row alone is carried over. It says whose copy it is, so that the pictures of its texts are copied when it is saved. */
export async function copyOf(call: RouteCall, paper: AnyPaper): Promise<unknown> {
  assertMay(call.actor, paper, 'add');
  const [id] = await existingIds(call.app, call.actor, paper, [call.query.id ?? String(call.body.id ?? '')]);
  const row = await detailOf(call.app, call.actor, paper, id);
  const lines = await linesOfRow(call.app, call.actor, { ...paper, annexes: undefined }, String(row.id));
  const of = (name: string): { child: AnyPaper; parent: string } => {
    const line = paper.lines![name];
    return { child: paperNamed(call.app, line.paper), parent: line.parent };
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
function carried(paper: AnyPaper, row: Readonly<Values>, but?: string): Values {
  const names = row._names as Record<string, string>;
  const kept = storedFields(paper)
    .filter(([name, field]) => name !== but && !field.auto && !field.unique && kindOf(field).pointsTo !== 'file')
    .map(([name]) => name);
  return {
    ...Object.fromEntries(kept.filter((name) => !isEmpty(row[name])).map((name) => [name, row[name]])),
    _names: Object.fromEntries(kept.filter((name) => names[name]).map((name) => [name, names[name]])),
  };
}
