import { kindOf } from '#kernel/fields/kinds.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { type AnyPaper, storedFields } from '#kernel/language/paper.ts';
import { paperNamed } from '../../app.ts';
import { linesOfRow } from '../../rows/lines/lines.ts';
import { assertMay, detailOf, existingIds } from '../../rows/read.ts';
import { COPY_OF } from '../../files/copied-pictures.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import type { RouteCall } from '../route.ts';

/**
 * Return a copy as a draft for the form: nothing is saved, and unique and automatic values are left out. The draft
 * names its original, so that the pictures of its texts are copied when it is saved.
 */
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

/** Return the values of a row that a copy may have. `but` is the field that points from a line to its header. */
function carried(paper: AnyPaper, row: Readonly<Values>, but?: string): Values {
  const names = row._names as Record<string, string>;
  const copied = storedFields(paper)
    .filter(
      ([name, field]) =>
        name !== but && !field.auto && !field.unique && !field.sheetOnly && kindOf(field).pointsTo !== 'file',
    )
    .map(([name]) => name);
  return {
    ...Object.fromEntries(copied.filter((name) => !isEmpty(row[name])).map((name) => [name, row[name]])),
    _names: Object.fromEntries(copied.filter((name) => names[name]).map((name) => [name, names[name]])),
  };
}
