import { type AnyPaper, isDocument } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import type { Lifecycle } from '#kernel/language/lifecycle.ts';
import { type Language, inBoth, textIn } from '#kernel/language/label.ts';
import type { App } from '../../app.ts';
import { unpaged } from '../../list/unpaged.ts';
import { portraitsOf } from '../presenter.ts';
import type { Actor } from '../../session/actor.ts';

interface Past {
  id: string;
  at: string;
  by: string;
  account: string | null;
  person: string | null;
  action: string;
  actionName: string | null;
  from: string | null;
  to: string | null;
  remark: string | null;
  changes:
    | { field: string; label: [string, string]; old: string; new: string; english?: { old: string; new: string } }[]
    | null;
}

const standard: Readonly<Record<string, readonly [string, string]>> = {
  add: ['新增', 'Added'],
  edit: ['修改', 'Changed'],
  remove: ['删除', 'Removed'],
  restore: ['恢复', 'Restored'],
  view: ['查看明文', 'Read in clear'],
  disable: ['停用', 'Disabled'],
  enable: ['启用', 'Enabled'],
  lines: ['修改明细', 'Lines changed'],
  import: ['导入', 'Imported'],
  repoint: ['改指向', 'Refers elsewhere'],
  merge: ['合并', 'Merged'],
  rollback: ['撤销导入', 'Import rolled back'],
  mirror: ['随登记单更新', 'Follows its work order'],
  grant: ['授权', 'Granted'],
  export: ['导出', 'Exported'],
  rekey: ['字典键变更', 'Key changed'],
};

/** Author of automatic changes. */
const nobody = { id: '0', name: ['系统', 'System'] } as const;

/** Maximum number of entries read. */
const MAX_PAST = 500;

/** Return the history of a row, the newest first: action log and audit as one. */
export async function historyOfRow(
  app: App,
  actor: Actor,
  paper: AnyPaper,
  id: string,
): Promise<Record<string, unknown>[]> {
  const log = app.ownPapers.actionLog;
  const tenant = actor.tenancy.tenantId;
  const audit =
    'select id, at::text as at, person_name as by, person_account as account, person_id::text as person, action, null::text as "actionName", null::text as "from", null::text as "to", remark, changes from anju_audit where tenant_id = $1 and paper = $2 and row_id = $3';
  const past = await app.db.read(actor.tenancy, (sql) =>
    isDocument(paper) && log
      ? unpaged<Past>(sql, {
          most: MAX_PAST,
          order: 'id desc',
          text: `select * from (${audit} union all select id, operate_time::text, operator_name, operator_account, operator_id::text, action, action_name, from_status, to_status, remark, changes from ${log.table} where tenant_id = $1 and biz_id = $3 and biz_type = $4) l`,
          values: [tenant, paper.name, id, paper.logAs ?? 'base'],
        })
      : unpaged<Past>(sql, { most: MAX_PAST, order: 'id desc', text: audit, values: [tenant, paper.name, id] }),
  );
  const seen = visibleTo(actor.person, paper).fields;
  const isOpen = (field: string): boolean => !(field in paper.fields) || field in seen;
  const portrait = await portraitsOf(
    app,
    actor,
    past.map((one) => one.person),
  );
  return past.map((one) =>
    inWords(
      paper,
      portrait(one.person),
      { ...one, changes: one.changes?.filter((change) => isOpen(change.field)) ?? null },
      actor.language,
    ),
  );
}

/**
 * Return the name of an entry in both languages. A state that follows from others has no action: it is named by the
 * state.
 */
function labelOf(life: Lifecycle | undefined, one: Past): readonly string[] | undefined {
  const reached = one.to ? life?.states.items[one.to] : undefined;
  return (
    life?.actions[one.action]?.label ??
    standard[one.action] ??
    (reached && (reached[0] === one.actionName || inBoth([reached[0], reached[1]]) === one.actionName)
      ? reached
      : undefined)
  );
}

/** Name the author; the account distinguishes people of one name. */
const doneBy = (one: Past, at: 0 | 1): { by: string; account?: string } =>
  one.person === nobody.id ? { by: nobody.name[at] } : { by: one.by, ...(one.account && { account: one.account }) };

function inWords(
  paper: AnyPaper,
  portrait: string | undefined,
  one: Past,
  language: Language,
): Record<string, unknown> {
  const at = language === 'en' ? 1 : 0;
  const life = paper.lifecycle;
  const state = (key: string | null): string => (key ? (life?.states.items[key]?.[at] ?? key) : '');
  const words = textIn(one.remark ?? '', language);
  // An entry without a name of its own is named by its remark, which is then not repeated.
  const name = labelOf(life, one)?.[at] ?? (textIn(one.actionName ?? '', language) || words || one.action);
  return {
    id: one.id,
    at: one.at.slice(0, 19),
    ...doneBy(one, at),
    ...(portrait && { portrait }),
    action: one.action,
    actionName: name,
    from: state(one.from),
    to: state(one.to),
    remark: words === name ? '' : words,
    changes: (one.changes ?? []).map((change) => ({
      field: change.field,
      label: change.label?.[at] ?? change.field,
      ...(at === 1 && change.english ? change.english : { old: change.old, new: change.new }),
    })),
  };
}
