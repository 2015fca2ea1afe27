import { isEmpty } from '#kernel/fields/kind.ts';
import { isEditable } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, fieldsOf, isDocument } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import { baseFields } from '#kernel/fields/base-fields.ts';
import { row as refuse } from '../../refusals.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import type { DatabaseSession } from '../session/database-session.ts';

/** In most states only some fields may still be changed by hand. */
export function assertMayEdit(paper: AnyPaper, before: Stored, values: Readonly<Values>): void {
  const life = paper.lifecycle;
  if (!life) return;
  const locked = Object.keys(values)
    .filter((name) => !isEditable(life, String(before[life.field]), name))
    .map((name) => paper.fields[name].label);
  if (locked.length)
    throw refuse.locked({
      labels: [locked.map((label) => label[0]).join('、'), locked.map((label) => label[1]).join(', ')],
    });
}

/** Enabled and disabled is a row only where its state leaves it open, like its fields. */
export function assertMaySwitch(paper: AnyPaper, before: Stored, turned: Readonly<Values>): void {
  const life = paper.lifecycle;
  if (!life || turned.status === undefined || isEditable(life, String(before[life.field]), 'status')) return;
  const { label } = baseFields.status;
  throw refuse.locked({ labels: label }, { fields: [{ field: 'status', words: label }] });
}

interface Past {
  person: string;
  at: string;
  changes: { field: string }[];
}

/** A writer who read an older version is told what the others changed meanwhile. No version = not checked. */
export async function assertVersion(
  tx: DatabaseSession,
  paper: AnyPaper,
  before: Stored,
  given: unknown,
): Promise<void> {
  if (isEmpty(given) || Number(given) === before.version) return;
  const missed = Math.max(1, Math.min(50, Number(before.version) - (Number(given) || 0)));
  const past = await pastOf(tx, paper, before, missed);
  const seen = new Map<string, { field: string; by: string; at: string }>();
  for (const entry of past)
    for (const { field } of entry.changes ?? [])
      if (!seen.has(field)) seen.set(field, { field, by: entry.person, at: entry.at.slice(0, 19) });
  const known = new Set(fieldsOf(visibleTo(tx.person, paper)).map(([name]) => name));
  throw refuse.changed({
    data: {
      row: String(before.id),
      version: before.version,
      by: past[0]?.person ?? '',
      at: past[0]?.at.slice(0, 19) ?? '',
      changes: [...seen.values()].filter((one) => known.has(one.field)),
    },
  });
}

/** The newest entries of a row: each change counted its version up by one, so the missed ones are the last. */
function pastOf(tx: DatabaseSession, paper: AnyPaper, before: Stored, missed: number): Promise<Past[]> {
  const log = tx.app.ownPapers.actionLog;
  return isDocument(paper) && log
    ? tx.sql.query<Past>(
        `select operator_name as person, operate_time::text as at, changes from ${log.table} where tenant_id = $1 and biz_type = $4 and biz_id = $2 order by id desc limit $3`,
        [tx.tenantId, before.id, missed, paper.logAs ?? 'base'],
      )
    : tx.sql.query<Past>(
        'select person_name as person, at::text as at, changes from anju_audit where tenant_id = $1 and paper = $4 and row_id = $2 order by id desc limit $3',
        [tx.tenantId, before.id, missed, paper.name],
      );
}
