import { baseFields } from '#kernel/fields/base-fields.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { isEditable } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, columnOf, fieldOf, fieldsOf, isDocument } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import type { FieldProblem } from '#kernel/language/refusal.ts';
import { row as refuse } from '../../refusals.ts';
import { assertForOneself } from '../../rows/for-oneself.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import { type ActStep, bodyIn, isByPerson } from '../act.ts';
import type { UpdateFound } from '../found.ts';
import type { DatabaseSession } from '../session/database-session.ts';
import { isEnabled, isProvided } from '../steps/values.ts';
import { assertOnce } from '../uniqueness/once.ts';

/** Refuse changes of fields that people may not edit in the present state of the row. */
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

/** Refuse to enable or disable a row where its state closes the field `status`. */
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

/**
 * Refuse a change that was made on an older version of the row. The answer lists the later changes of others. Without a
 * sent version nothing is checked.
 */
export async function assertVersion(
  tx: DatabaseSession,
  paper: AnyPaper,
  before: Stored,
  sent: unknown,
): Promise<void> {
  if (isEmpty(sent) || Number(sent) === before.version) return;
  const missed = Math.max(1, Math.min(50, Number(before.version) - (Number(sent) || 0)));
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

/**
 * Return the newest log entries of a row, as many as versions were missed: each change has one entry and one version.
 */
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

/**
 * Refuse a row as its own ancestor, over any number of levels: it would disappear from the tree. A lock makes
 * concurrent moves wait for each other.
 */
export async function assertNoCircle(
  tx: DatabaseSession,
  paper: AnyPaper,
  id: string,
  values: Readonly<Values>,
): Promise<void> {
  const parent = paper.tree?.parent;
  if (parent === undefined || !values[parent] || String(values[parent]) === '0') return;
  await tx.lock(`tree ${paper.table}`);
  const column = columnOf(parent);
  const whose = paper.owner === 'platform' ? '' : ' and t.tenant_id = $3';
  const found = await tx.sql.query(
    `with recursive up as (select t.id, t.${column} as parent from ${paper.table} t where t.id = $1${whose} union select t.id, t.${column} from ${paper.table} t join up on t.id = up.parent${whose.replace(' and', ' where')}) select 1 from up where id = $2`,
    [values[parent], id, ...(whose ? [tx.tenantId] : [])],
  );
  const problem: FieldProblem = {
    field: parent,
    words: ['上级不能是自己或自己的下级', 'It cannot be placed below itself'],
  };
  if (found.length) throw refuse.ownParent({ fields: [problem] });
}

/**
 * Refuse other fields than those that the amendment opens, in the input of a person who approves or rejects the row.
 */
export const closedFields: ActStep<UpdateFound> = {
  name: 'closedFields',
  kind: 'check',
  refuses: ['row.closedFields'],
  when: ({ authority }) => authority.opens !== undefined,
  run({ session, act: { paper, authority, input } }) {
    const readable = visibleTo(session.person, paper);
    const closed = Object.keys(input[0]).filter((name) => {
      if (name === 'version') return false;
      const field = authority.opens?.includes(name) ? fieldOf(readable, name) : undefined;
      return !field || !isProvided(field);
    });
    if (!closed.length) return;
    const labels = closed.map((name) => fieldOf(paper, name)?.label ?? [name, name]);
    throw refuse.closedFields(
      { labels: [labels.map((one) => one[0]).join('、'), labels.map((one) => one[1]).join(', ')] },
      { fields: closed.map((field) => ({ field, words: ['此处不能修改', 'It cannot be changed here'] })) },
    );
  },
};

/** Refuse a change that was made on an older version of the row. */
export const version: ActStep<UpdateFound> = {
  name: 'version',
  kind: 'check',
  refuses: ['row.changed'],
  run: ({ session, act }, { before }) => assertVersion(session, act.paper, before, act.input[0].version),
};

/** Refuse rows about other people (`self` of the paper), and fields that the state of the row closes. */
export const openFields: ActStep<UpdateFound> = {
  name: 'editable',
  kind: 'check',
  refuses: ['row.notForOthers', 'row.locked'],
  when: isByPerson,
  run({ session, act: { paper, authority } }, { before, values }) {
    // A person who approves or rejects a row writes in a row about somebody else, so only the changed values are
    // checked.
    assertForOneself(session, paper, ...(authority.opens ? [values] : [before, { ...before, ...values }]));
    if (!authority.opens) assertMayEdit(paper, before, values);
  },
};

/** Find whether the input enables or disables the row. Refuse that if the state of the row closes it. */
export const switched: ActStep<UpdateFound> = {
  name: 'switched',
  kind: 'check',
  refuses: ['row.locked'],
  run({ act }, { before }) {
    const [input] = act.input;
    const turns = !act.paper.says?.status && !isEmpty(input.status) && isEnabled(input) !== before.status;
    const turned: Values = turns ? { status: isEnabled(input) } : {};
    if (isByPerson(act)) assertMaySwitch(act.paper, before, turned);
    return { turned };
  },
};

/** Refuse a change that repeats a fact of `once`, or makes a row its own ancestor. */
export const noCircle: ActStep<UpdateFound> = {
  name: 'noCircle',
  kind: 'check',
  refuses: ['row.once', 'row.ownParent'],
  async run({ session, act }, { before, values }) {
    await assertOnce(session, act.paper, { ...before, ...values }, before, bodyIn(act));
    await assertNoCircle(session, act.paper, act.ids[0], values);
  },
};
