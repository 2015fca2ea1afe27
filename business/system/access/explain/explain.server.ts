import { hides } from '#kernel/fields/mask.ts';
import { captionOf } from '#kernel/language/caption.ts';
import type { CallInputOf } from '#kernel/language/calls/call.ts';
import type { AnyAnsweredRow } from '#kernel/language/calls/shape.ts';
import type { Field } from '#kernel/language/field.ts';
import { type Label, type Language, labelIn } from '#kernel/language/label.ts';
import { type Lifecycle, stateFieldOf } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, buttonOf, columnOf, fieldsOf } from '#kernel/language/paper.ts';
import { must, mustFind } from '#kernel/language/must.ts';
import {
  type PersonRole,
  type Person,
  type Term,
  decide,
  visibleFields,
  holds,
  mayReveal,
} from '#kernel/language/permission.ts';
import { ruleWords } from '#kernel/language/row-rule.ts';
import { type App, COMPLETENESS, explainVerb, http, type RouteAsking } from '#kernel/server';
import { listPage } from '#kernel/server/list-tools';
import { refuse } from '../../refusals.ts';
import type { Explained, Overview, Step, explainRights } from './explain.calls.ts';
import { isExplainable, isSeen, mayExplain, whoCan } from './explainable-people.server.ts';
import { grantWords, grantsOf } from './grants-of.server.ts';

interface Asked {
  readonly paper: AnyPaper;
  readonly person: Person;
  readonly action: string;
  readonly field: string;
  readonly id: string;
}

const standard: Readonly<Record<string, Label>> = {
  view: ['查看', 'View'],
  add: ['新增', 'Add'],
  edit: ['修改', 'Edit'],
  delete: ['删除', 'Remove'],
  export: ['导出', 'Export'],
  import: ['导入', 'Import'],
};
const alone = (person: Person, role: PersonRole): Person => ({ ...person, roles: [role] });

/** Describe a condition on rows, which a role's scope consists of, in words. */
function termWords(term: Term, language: Language): string {
  if (term.kind === 'owned') {
    const words = term.within.map((one) => termWords(one, language)).join(', ');
    return labelIn([`${words}，现在归属期内`, `${words}, of the present owner`], language);
  }
  if (term.kind === 'rule') {
    const conditions = term.rule.conditions.map((one) =>
      `${one.field} ${one.op} ${labelIn(ruleWords[one.value ?? ''] ?? [one.value ?? '', one.value ?? ''], language)}`.trim(),
    );
    return labelIn(
      [
        `规则：${conditions.join(term.rule.match === 'all' ? ' 且 ' : ' 或 ')}`,
        `rule: ${conditions.join(term.rule.match === 'all' ? ' and ' : ' or ')}`,
      ],
      language,
    );
  }
  const words: Readonly<Record<Exclude<Term['kind'], 'owned'>, Label>> = {
    all: ['全部', 'all rows'],
    own: ['本人', 'own rows'],
    departments: ['部门', 'of departments'],
    teams: ['团队', 'of teams'],
    custom: ['自定义', 'own filter'],
    rule: ['规则', 'rule'],
  };
  return labelIn(words[term.kind], language);
}

const actionLabel = (paper: AnyPaper, action: string): Label =>
  standard[action] ?? paper.lifecycle?.actions[action]?.label ?? paper.buttons?.[action]?.label ?? [action, action];

/** Return the text of a button: its name where the company renamed it, else its label. */
const buttonText = (name: string | undefined, label: Label, language: Language): string =>
  name === undefined || name === label[0] ? labelIn(label, language) : name;

interface Names {
  readonly roles: ReadonlyMap<string, string>;
  readonly buttons: ReadonlyMap<string, string>;
  readonly packageName: string;
}

async function namesOf(app: App, person: Person, paper: AnyPaper, tenantId: string): Promise<Names> {
  const [roles, menus, packages] = await app.db.read({ tenantId, zone: 'Asia/Shanghai' }, async (sql) =>
    Promise.all([
      sql.query<{ id: string; name: string }>(
        'select id, role_name as name from blade_role where tenant_id = $1 and id = any($2::bigint[])',
        [tenantId, person.roles.map((role) => role.id)],
      ),
      sql.query<{ code: string; name: string }>(
        'select code, name from blade_menu where (code = $1 or code like $2) and is_deleted = 0',
        [paper.table, `${paper.table}\\_%`],
      ),
      sql.query<{ name: string }>(
        'select p.package_name as name from blade_tenant t join blade_tenant_package p on p.id = t.package_id where t.tenant_id = $1',
        [tenantId],
      ),
    ]),
  );
  return {
    roles: new Map(roles.map((row) => [row.id, row.name])),
    buttons: new Map(menus.map((row) => [row.code, row.name])),
    packageName: packages[0]?.name ?? '',
  };
}

/**
 * Return the steps of one decision: package, roles, page, button, rows, state, field. The first refusal decides; each
 * later step shows its own result.
 */
async function stepsOf(call: RouteAsking, question: Asked, names: Names): Promise<Step[]> {
  const { paper, person, action, field, id } = question;
  const { language } = call.actor;
  const t = (zh: string, en: string): string => labelIn([zh, en], language);
  const button = buttonOf(paper, action);
  const raw: (Omit<Step, 'mark' | 'roles'> & { ok: boolean; byRole: Readonly<Record<string, boolean>> })[] = [];
  const each = async (of: (role: PersonRole) => boolean | Promise<boolean>): Promise<Record<string, boolean>> =>
    Object.fromEntries(await Promise.all(person.roles.map(async (role) => [role.id, await of(role)] as const)));
  const nameOf = (role: PersonRole): string => names.roles.get(role.id) ?? role.alias;

  const bought = person.within?.has(button) ?? true;
  raw.push({
    key: 'package',
    label: t('租户套餐', 'Package'),
    ok: bought,
    byRole: await each(() => bought),
    words: [
      person.within
        ? t(
            `产品包“${names.packageName}”${bought ? '包含' : '不含'}此项`,
            `The package “${names.packageName}” ${bought ? 'has' : 'does not have'} it`,
          )
        : t('没有产品包限制', 'No package bounds this company'),
    ],
  });
  raw.push({
    key: 'role',
    label: t('角色', 'Roles'),
    ok: person.roles.length > 0,
    byRole: await each(() => true),
    words: [person.roles.length ? person.roles.map(nameOf).join('、') : t('没有任何角色', 'No role at all')],
  });
  const grants = await grantsOf(call, person, [buttonOf(paper, 'view'), button]);
  const givenTo = (code: string): string[] =>
    grantWords(grants, code, (id) => nameOf(mustFind(person.roles, (role) => role.id === id)), language);
  const pages = await each((role) => decide(alone(person, role), paper, 'view').allow);
  raw.push({
    key: 'menu',
    label: t('菜单', 'Page'),
    ok: Object.values(pages).some(Boolean),
    byRole: pages,
    words: [
      wordsOfRoles(person, pages, nameOf, t, labelIn(paper.title, language)),
      ...givenTo(buttonOf(paper, 'view')),
    ],
  });
  const buttons = await each((role) => decide(alone(person, role), paper, action).allow);
  raw.push({
    key: 'button',
    label: t('按钮', 'Button'),
    ok: Object.values(buttons).some(Boolean),
    byRole: buttons,
    words: [
      wordsOfRoles(
        person,
        buttons,
        nameOf,
        t,
        buttonText(names.buttons.get(button), actionLabel(paper, action), language),
      ),
      ...givenTo(button),
    ],
  });
  const scopes = await each(async (role) => {
    const { allow, where } = decide(alone(person, role), paper, action);
    return allow && (!id || isSeen(call, paper, id, where));
  });
  raw.push({
    key: 'scope',
    label: t('数据范围', 'Rows'),
    ok: Object.values(scopes).some(Boolean),
    byRole: scopes,
    words: person.roles.map(
      (role) =>
        `${nameOf(role)}${t('：', ': ')}${
          decide(alone(person, role), paper, action)
            .where.map((term) => termWords(term, language))
            .join('、') || t('没有', 'none')
        }`,
    ),
  });
  const life = paper.lifecycle;
  if (id && life?.actions[action]) raw.push(await stateStep(call, question, life, person, t));
  if (field) raw.push(fieldStep(question, person, t, language));
  const stop = raw.findIndex((step) => !step.ok);
  return raw.map(({ ok, byRole, ...step }, at) => ({
    ...step,
    mark: stop >= 0 && at > stop ? 'later' : ok ? 'yes' : 'no',
    roles: Object.fromEntries(
      Object.entries(byRole).map(([role, good]) => [
        role,
        stoppedBefore(raw, at, role) ? ('later' as const) : good ? ('yes' as const) : ('no' as const),
      ]),
    ),
  }));
}

const stoppedBefore = (
  raw: readonly { readonly byRole: Readonly<Record<string, boolean>> }[],
  at: number,
  role: string,
): boolean => raw.slice(0, at).some((step) => !step.byRole[role]);

function wordsOfRoles(
  person: Person,
  by: Readonly<Record<string, boolean>>,
  nameOf: (role: PersonRole) => string,
  t: (zh: string, en: string) => string,
  what: string,
): string {
  const [have, lack] = [true, false].map((wanted) =>
    person.roles
      .filter((role) => by[role.id] === wanted)
      .map(nameOf)
      .join('、'),
  );
  return [
    have && t(`“${what}”由 ${have} 授予`, `“${what}” is granted by ${have}`),
    lack && t(`${lack} 没有“${what}”`, `${lack} does not have “${what}”`),
  ]
    .filter(Boolean)
    .join(t('；', '; '));
}

async function stateStep(
  call: RouteAsking,
  { paper, action, id }: Asked,
  life: Lifecycle,
  person: Person,
  t: (zh: string, en: string) => string,
): Promise<{ key: string; label: string; ok: boolean; byRole: Record<string, boolean>; words: string[] }> {
  const verb = life.actions[action];
  const column = columnOf(stateFieldOf(life, verb));
  const [row] = await call.app.db.read(call.actor.tenancy, (sql) =>
    sql.query<{ id: string; state: string }>(
      `select id::text as id, ${column} as state, ${columnOf(life.field)} as "${life.field}" from ${paper.table} where tenant_id = $1 and id = $2`,
      [call.actor.tenancy.tenantId, id],
    ),
  );
  const why = row ? await explainVerb(call.app, { ...call.actor, person }, paper, row, action) : [];
  // Leave out refusals for rights and scopes, which other steps explain, and for missing fields, which do not concern
  // rights.
  const refused = why.filter(({ step }) => !['right', 'lockRows', ...COMPLETENESS].includes(step));
  const ok = verb.from.includes(row?.state ?? '') && refused.length === 0;
  const named = (state: string): string => {
    const label = (verb.states ?? life.states).items[state];
    return label ? t(label[0], label[1]) : state;
  };
  return {
    key: 'state',
    label: t('状态', 'State'),
    ok,
    byRole: Object.fromEntries(person.roles.map((role) => [role.id, ok])),
    words: [
      t(
        `现在是“${named(row?.state ?? '')}”，可在 ${verb.from.map(named).join('、')} 时办理`,
        `It is “${named(row?.state ?? '')}” now; possible in ${verb.from.map(named).join(', ')}`,
      ),
      ...refused.filter(({ step }) => step !== 'standsInFrom').map(({ refusal }) => t(...refusal.words)),
    ],
  };
}

function fieldStep(
  { paper, field }: Asked,
  person: Person,
  t: (zh: string, en: string) => string,
  language: Language,
): { key: string; label: string; ok: boolean; byRole: Record<string, boolean>; words: string[] } {
  const of = paper.fields[field];
  const closed = (role: PersonRole): boolean =>
    Boolean(of.readers) && !holds(alone(person, role), buttonOf(paper, must(of.readers, 'readers')));
  const inScope = (one: Person): boolean => visibleFields(one, paper)?.has(field) ?? true;
  const byRole = Object.fromEntries(
    person.roles.map((role) => [role.id, !of.secret && !closed(role) && inScope(alone(person, role))]),
  );
  const hidden = mayReveal(person, paper, of)
    ? t('掩码显示，填写原因后可看明文', 'Shown masked; with a reason it can be read in clear')
    : t('掩码显示，没有查看明文的权限', 'Shown masked, without the right to read it in clear');
  const sight = of.secret
    ? t('此字段从不显示', 'This field is never shown')
    : hides(of.personal)
      ? hidden
      : t('按原样显示', 'Shown as it is');
  const words = inScope(person)
    ? sight
    : t('不在数据权限的可见字段中', 'Not among the visible fields of the data scopes');
  return {
    key: 'field',
    label: t('字段', 'Field'),
    ok: inScope(person) && Object.values(byRole).some(Boolean),
    byRole,
    words: [`${labelIn(of.label, language)}${t('：', ': ')}${words}`],
  };
}

/** Return how a person reads a field: not at all, masked, or in clear. */
function sightOf(paper: AnyPaper, person: Person, name: string, field: Field): 'closed' | 'masked' | 'clear' {
  const isClosed =
    field.secret ||
    (field.readers && !holds(person, buttonOf(paper, field.readers))) ||
    visibleFields(person, paper)?.has(name) === false;
  return isClosed ? 'closed' : hides(field.personal) ? 'masked' : 'clear';
}

/** Return every decision about this paper (and row), each with the step that decides. */
async function overviewOf(call: RouteAsking, question: Asked, names: Names): Promise<Overview> {
  const { paper, person, id } = question;
  const { language } = call.actor;
  const life = paper.lifecycle;
  const actions = [
    ...Object.keys(standard).filter(
      (name) =>
        (paper.rights[
          name === 'view'
            ? 'read'
            : name === 'delete'
              ? 'remove'
              : name === 'add' || name === 'edit'
                ? 'write'
                : (name as 'export')
        ]?.length ?? 0) > 0,
    ),
    ...Object.keys(life?.actions ?? {}),
    ...Object.keys(paper.buttons ?? {}),
  ];
  const buttons = await Promise.all(
    actions
      .filter((name) => name !== 'view')
      .map(async (action) => {
        const steps = await stepsOf(call, { ...question, action, field: '' }, names);
        const stop = steps.find((step) => step.mark === 'no');
        return {
          action,
          label: labelIn(actionLabel(paper, action), language),
          allow: !stop,
          stopped: stop?.label ?? '',
        };
      }),
  );
  const view = await stepsOf(call, { ...question, action: 'view', field: '' }, names);
  const fields = fieldsOf(paper).map(([name, field]) => ({
    name,
    label: labelIn(field.label, language),
    sight: sightOf(paper, person, name, field),
  }));
  return {
    row: {
      allow: view.every((step) => step.mark === 'yes'),
      stopped: view.find((step) => step.mark === 'no')?.label ?? '',
      id,
    },
    buttons,
    fields,
  };
}

function paperAsked(app: App, text: string): AnyPaper {
  const wanted = text.replace(/^\/?(api\/)?/, '');
  const found = [...app.papers.values()].find(
    (one) => one.name === wanted || one.table === wanted || one.path === wanted || one.path.endsWith(`/${wanted}`),
  );
  if (!found) throw refuse.resourceUnknown();
  return found;
}

/** Return the action in the button code `<table>_<action>`. */
const actionOfButton = (paper: AnyPaper, button: string): string =>
  button.startsWith(`${paper.table}_`) ? button.slice(paper.table.length + 1) : button;

async function rowOf(call: RouteAsking, paper: AnyPaper, id: string): Promise<{ id: string; caption: string } | null> {
  if (!id) return null;
  // An explanation must not reveal a hidden row, so refuse callers who do not see the row.
  const page = await listPage(call.app, call.actor, paper, { id, size: '1' });
  const [row] = page.records as AnyAnsweredRow[];
  if (!row) throw refuse.explainRow();
  return { id, caption: captionOf(paper, row, call.actor.language) || id };
}

/** Return the person with this id. Refuse an unknown one, and one whose rights the caller may not have explained. */
async function personAsked(call: RouteAsking, userId: string | null): Promise<Person> {
  const { app, actor } = call;
  const person = userId ? await app.ports.person(actor.tenancy, userId) : null;
  if (!person || !(await isExplainable(call, person))) throw refuse.explainPerson();
  return person;
}

/**
 * Return what the caller wants explained: paper, person, row, field and action. Refuse callers who may neither see users nor explain.
 */
async function askedIn(
  { userId, resource, action, id, field, button }: CallInputOf<typeof explainRights>,
  call: RouteAsking,
): Promise<Asked> {
  if (!mayExplain(call.actor.person)) throw http.forbidden();
  if (!resource) throw http.missing({ what: 'resource' });
  const person = await personAsked(call, userId);
  const paper = paperAsked(call.app, resource);
  if (field && !Object.hasOwn(paper.fields, field)) throw refuse.resourceUnknown();
  return {
    paper,
    person,
    field: field ?? '',
    id: id ?? '',
    action: button ? actionOfButton(paper, button) : (action ?? 'view'),
  };
}

/** Explain why a person may or may not act on a paper, row or field, by the steps that every call takes. */
export async function explain(input: CallInputOf<typeof explainRights>, call: RouteAsking): Promise<Explained> {
  const question = await askedIn(input, call);
  const { paper, person, action, field, id } = question;
  const { language } = call.actor;
  const row = await rowOf(call, paper, id);
  const names = await namesOf(call.app, person, paper, call.actor.tenancy.tenantId);
  const steps = await stepsOf(call, question, names);
  return {
    person: {
      id: person.id,
      account: person.account,
      name: person.name,
      roles: person.roles.map((role) => ({ id: role.id, name: names.roles.get(role.id) ?? role.alias })),
    },
    paper: { name: paper.name, table: paper.table, title: labelIn(paper.title, language) },
    row,
    action,
    label: labelIn(field ? paper.fields[field].label : actionLabel(paper, action), language),
    allow: steps.every((step) => step.mark === 'yes'),
    stopped: steps.find((step) => step.mark === 'no')?.label ?? '',
    steps,
    overview: await overviewOf(call, question, names),
    who: await whoCan(call, question),
  };
}
