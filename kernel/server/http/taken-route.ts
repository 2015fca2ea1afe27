import { coreCalls } from './calls/core.calls.ts';
import { columnFor } from '#kernel/fields/columns.server.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { hides } from '#kernel/fields/mask.ts';
import { labelIn } from '#kernel/language/label.ts';
import { lastOf } from '#kernel/language/must.ts';
import { type AnyPaper, columnOf, fieldsOf } from '#kernel/language/paper.ts';
import { Parameters } from '../database/statement.ts';
import { noteSought } from '../list/search-terms.ts';
import { row as refuse } from '../refusals.ts';
import { assertMay } from '../rows/read.ts';
import { implementRoute } from './calls/implement.ts';
import { paperNamedBy } from './paper-named-by.ts';
import type { Route } from './route.ts';

/**
 * Return the unique keys of a paper: unique fields, and unique groups of fields. Groups with a field that the reader
 * may not see are left out.
 */
export const uniqueKeys = (paper: AnyPaper): string[][] =>
  [
    ...fieldsOf(paper)
      .filter(([, field]) => field.unique)
      .map(([name]) => [name]),
    ...(paper.uniques ?? []).map((names) => names.map(String)),
  ].filter((names) => names.every((name) => Object.hasOwn(paper.fields, name)));

/** Return the condition of one key over `t`; undefined where a part of the key is missing or invalid. */
function keySql(
  paper: AnyPaper,
  names: readonly string[],
  input: Readonly<Record<string, string>>,
  values: Parameters,
): string | undefined {
  const parts: string[] = [];
  for (const name of names) {
    const field = paper.fields[name];
    const accepted = isEmpty(input[name]) ? undefined : kindOf(field).accept(input[name], field);
    if (!accepted || 'problem' in accepted) return undefined;
    noteSought(paper, name, input[name]);
    parts.push(`t.${columnOf(name)} = ${values.add(accepted.value)}::${columnFor(field).type(field)}`);
  }
  return parts.join(' and ');
}

/**
 * Answer whether a typed value is taken already, while the form is filled in, with the text that a save would refuse
 * with. The save checks again.
 */
const taken = implementRoute(coreCalls.taken, async ({ paper: paperName, id, filters }, { app, actor }) => {
  const paper = paperNamedBy(paperName, app, actor);
  assertMay(actor, paper, id ? 'edit' : 'add');
  const found: { field: string; msg: string }[] = [];
  for (const names of uniqueKeys(paper)) {
    const values = new Parameters();
    const tenant = paper.owner === 'platform' ? '' : ` and t.tenant_id = ${values.add(actor.tenancy.tenantId)}`;
    const key = keySql(paper, names, filters, values);
    if (!key) continue;
    const other = id ? ` and t.id <> ${values.add(id)}` : '';
    const rows = await app.db.read(actor.tenancy, (sql) =>
      sql.query(
        `select 1 from ${paper.table} t where t.is_deleted = 0${tenant} and ${key}${other} limit 1`,
        values.values,
      ),
    );
    const name = lastOf(names);
    const field = paper.fields[name];
    if (rows.length)
      found.push({
        field: name,
        msg: labelIn(
          refuse.taken({ label: field.label, value: hides(field.personal) ? '****' : filters[name] }).words,
          actor.language,
        ),
      });
  }
  return found;
});

export const takenRoute = (): Route => taken;
