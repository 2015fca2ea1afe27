import { must } from './must.ts';
import type { Field } from './field.ts';
import type { Label } from './label.ts';
import { type AnyPaper, buttonOf } from './paper.ts';
import { frameOf, readablePaper } from './rights/readable.ts';
import { revealedBy } from './rights/reveal.ts';
import { type RowRule, ruleFor } from './row-rule.ts';

/** Which rows a role sees: all, own, its department, that and those below, its teams, or by a filter of whitelisted columns. */
export type Scope = 'all' | 'own' | 'department' | 'departmentBelow' | 'team' | 'custom';

/** What a role sees of one paper instead of its general scope. `column` = the field that names the person or department, where it is not who made the row. */
export type PaperScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'own' | 'department' | 'departmentBelow'; readonly column?: string }
  | { readonly kind: 'rule'; readonly rule: RowRule };

/** A role as a person holds it. */
export interface PersonRole {
  readonly id: string;
  readonly alias: string;
  readonly buttons: ReadonlySet<string>;
  /** Of these, those it holds only on behalf of others: who presses them by no other role says why. */
  readonly onBehalfOf?: ReadonlySet<string>;
  readonly scope: Scope;
  /** By table: what was said of one paper takes the place of the general scope; several are put together. */
  readonly papers?: Readonly<Record<string, readonly PaperScope[]>>;
  /** By table: the fields that its scopes show of the rows. A table that is not named here shows all. */
  readonly fields?: Readonly<Record<string, ReadonlySet<string>>>;
  /** The calls that were opened to it, of those that are closed to all others. */
  readonly calls?: ReadonlySet<string>;
  /** For `custom`: a filter in the grammar of the lists, per table. */
  readonly custom?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Who asks. Departments are those of the person; `below` includes all under them; teams are those of all of these. */
export interface Person {
  readonly id: string;
  readonly tenantId: string;
  readonly account: string;
  readonly name: string;
  readonly departments: readonly string[];
  readonly below: readonly string[];
  readonly teams: readonly string[];
  readonly roles: readonly PersonRole[];
  /** The buttons of the package that his company has: the upper bound of every role in it. Absent: no bound. */
  readonly within?: ReadonlySet<string>;
  /** May act across tenants on the platform's own papers. */
  readonly platform: boolean;
  /** The product itself, which nobody asked: it sees every row of its company but what is one person's alone. */
  readonly isProduct?: true;
}

/** One way to see rows; a row is seen when any of the terms fits. */
export type Term =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'own';
      readonly person: string;
      readonly tenantId: string;
      /** The field that carries him where the row is about him. */ readonly field?: string;
      /** Only what is about him, not what he made. */ readonly only?: true;
      /** Only what tells of his work. */ readonly worked?: true;
    }
  | {
      readonly kind: 'departments';
      readonly ids: readonly string[];
      /** The field that names the department, where it is not that of who made the row. */ readonly field?: string;
    }
  | { readonly kind: 'teams'; readonly teams: readonly string[] }
  | {
      /** Of the rows that `within` opens, those of the present owner of what they are about. */
      readonly kind: 'owned';
      readonly within: readonly Term[];
      readonly person: string;
      /** May open permits that lift it. */ readonly mayLookBack: boolean;
    }
  | { readonly kind: 'rule'; readonly rule: RowRule }
  | { readonly kind: 'custom'; readonly filter: Readonly<Record<string, string>> };

export interface Decision {
  readonly allow: boolean;
  /** The rows it holds for; empty = none. */
  readonly where: readonly Term[];
  /** He does it on behalf of others, by each role that lets him: he says why. */
  readonly onBehalfOf: boolean;
  /** The fields of these rows that are seen and written; null = all. */
  readonly fields: ReadonlySet<string> | null;
  /** The steps that led here, in words. */
  readonly why: readonly Label[];
}

/** The button that lets a person keep views of lists for a role or for the whole company. */
export const SHARE_VIEWS = 'list_views_share';

export { REVEAL, STAFF_PHONE, STAFF_REVEAL } from './rights/reveal.ts';

/** The reserved roles: `administrator` of the platform, `admin` of a tenant hold every button. */
export const reservedRoles: readonly string[] = ['administrator', 'admin'];

export const holdsEverything = (role: PersonRole): boolean => reservedRoles.includes(role.alias);

const grants = (person: Person, role: PersonRole, button: string): boolean =>
  (person.within?.has(button) ?? true) && (holdsEverything(role) || role.buttons.has(button));

/** Does the role hold it for itself, not only on behalf of others? */
const grantsOwn = (person: Person, role: PersonRole, button: string): boolean =>
  grants(person, role, button) && !role.onBehalfOf?.has(button);

/** Master data: seen whole by all who may read it, except that colleagues who see only their own see only themselves. */
const seesAll = (role: PersonRole, paper: AnyPaper): boolean =>
  paper.sight === 'shared' || holdsEverything(role) || (paper.sight === 'colleagues' && role.scope !== 'own');

/** One scope of a paper as a term for who asks. */
function termOfScope(person: Person, paper: AnyPaper, scope: PaperScope): Term {
  if (scope.kind === 'all') return { kind: 'all' };
  if (scope.kind === 'rule') return { kind: 'rule', rule: ruleFor(scope.rule, person) };
  const column = scope.column ? { field: scope.column } : {};
  if (scope.kind !== 'own')
    return { kind: 'departments', ids: scope.kind === 'department' ? person.departments : person.below, ...column };
  return {
    kind: 'own',
    person: person.id,
    tenantId: person.tenantId,
    ...(scope.column ? { field: scope.column, only: true as const } : paper.self && { field: String(paper.self) }),
  };
}

function termsOf(person: Person, role: PersonRole, paper: AnyPaper): Term[] {
  const scopes = role.papers?.[paper.table];
  return scopes && paper.sight !== 'personal' && !holdsEverything(role)
    ? scopes.map((scope) => termOfScope(person, paper, scope))
    : [termOf(person, role, paper)];
}

function termOf(person: Person, role: PersonRole, paper: AnyPaper): Term {
  if (paper.sight === 'personal')
    return { kind: 'own', person: person.id, tenantId: person.tenantId, field: String(paper.self), only: true };
  if (seesAll(role, paper)) return { kind: 'all' };
  const custom = role.custom?.[paper.table];
  if (custom) return { kind: 'custom', filter: custom };
  if (role.scope === 'team')
    return paper.team ? { kind: 'teams', teams: person.teams } : { kind: 'departments', ids: person.below };
  if (role.scope === 'department') return { kind: 'departments', ids: person.departments };
  if (role.scope === 'departmentBelow') return { kind: 'departments', ids: person.below };
  return role.scope === 'all'
    ? { kind: 'all' }
    : { kind: 'own', person: person.id, tenantId: person.tenantId, ...(paper.self && { field: String(paper.self) }) };
}

/** The platform's own papers are changed by the platform alone; companies read those that are shared with them. */
const isOfPlatform = (person: Person, paper: AnyPaper, action: string): boolean =>
  paper.owner === 'platform' &&
  !person.platform &&
  !(['view', 'export'].includes(action) && paper.rights.read.some((alias) => alias !== 'administrator'));

/** The fields that somebody's scopes show him of a paper, put together over the roles that let him see it; null = all. */
export function visibleFields(person: Person, paper: AnyPaper): ReadonlySet<string> | null {
  if (paper.sight === 'personal' || !person.roles.some((role) => role.fields?.[paper.table])) return null;
  const view = buttonOf(paper, 'view');
  const holders = person.roles.filter((role) => grants(person, role, view));
  const of = holders.length ? holders : person.roles;
  if (of.some((role) => holdsEverything(role) || !role.fields?.[paper.table])) return null;
  return new Set([...frameOf(paper), ...of.flatMap((role) => [...must(role.fields, 'fields')[paper.table]])]);
}

/**
 * May this person do this with this paper, and with which rows? Each role is judged by itself: the rows of one role are never
 * opened by the button of another. `action` is view, add, edit, delete, export, import or the name of an action.
 */
export function decide(person: Person, paper: AnyPaper, action: string): Decision {
  let own = decisions.get(person);
  if (!own) decisions.set(person, (own = new WeakMap()));
  let made = own.get(paper);
  if (!made) own.set(paper, (made = new Map()));
  let found = made.get(action);
  if (!found) {
    found = decideAnew(person, paper, action);
    if (made.size < MOST_ACTIONS) made.set(action, found);
  }
  return found;
}

/** No paper has so many verbs; whoever makes some up fills no memory. */
const MOST_ACTIONS = 200;

/** A person is made anew when his rights change, so what was decided for one holds as long as he is there. */
const decisions = new WeakMap<Person, WeakMap<AnyPaper, Map<string, Decision>>>();

function decideAnew(person: Person, paper: AnyPaper, action: string): Decision {
  const button = buttonOf(paper, action);
  const holders = person.roles.filter((role) => grants(person, role, button));
  if (isOfPlatform(person, paper, action))
    return {
      allow: false,
      where: [],
      onBehalfOf: false,
      fields: null,
      why: [['仅平台管理员可进行此操作', 'only the platform may do this']],
    };
  if (person.isProduct && paper.sight !== 'personal')
    return {
      allow: true,
      where: [{ kind: 'all' }],
      onBehalfOf: false,
      fields: null,
      why: [['系统自动处理', 'the product acts by itself']],
    };
  if (person.within && !person.within.has(button))
    return {
      allow: false,
      where: [],
      onBehalfOf: false,
      fields: null,
      why: [[`产品包不含按钮 ${button}`, `the package of the company has no button ${button}`]],
    };
  if (holders.length === 0) {
    return {
      allow: false,
      where: [],
      onBehalfOf: false,
      fields: null,
      why: [[`没有角色授予按钮 ${button}`, `no role grants the button ${button}`]],
    };
  }
  const held = holders.map((role) => termsOf(person, role, paper));
  const terms = held.flat();
  const where = ownedOf(person, paper, terms.some((term) => term.kind === 'all') ? [{ kind: 'all' }] : terms);
  const inStead = !holders.some((role) => grantsOwn(person, role, button));
  const said = holders.map((role, at): Label => {
    const kinds = held[at].map((term) => term.kind).join(', ');
    return [
      `角色 ${role.alias} 授予 ${button}，范围 ${kinds}${inStead ? '，代办须说明原因' : ''}`,
      `role ${role.alias} grants ${button}, rows: ${kinds}${inStead ? ', on behalf of others, with a reason' : ''}`,
    ];
  });
  return { allow: true, where, onBehalfOf: inStead, fields: visibleFields(person, paper), why: said };
}

/** Limit rows to those of the present owner, where the definition of a paper says so. */
function ownedOf(person: Person, { ownedPeriod }: AnyPaper, within: readonly Term[]): readonly Term[] {
  if (!ownedPeriod) return within;
  const mayLookBack = ownedPeriod.lookBack !== undefined && holds(person, ownedPeriod.lookBack.button);
  return [{ kind: 'owned', within, person: person.id, mayLookBack }];
}

/** The rows that tell of somebody's own work, whoever wrote them down. */
export const workOf = (person: Person, paper: AnyPaper): Term => ({
  kind: 'own',
  person: person.id,
  tenantId: person.tenantId,
  worked: true,
  ...(paper.self && { field: String(paper.self) }),
});

/** May this person press this button at all? */
export const holds = (person: Person, button: string): boolean =>
  person.roles.some((role) => grants(person, role, button));

/** May this person read a masked field of a paper in clear, one value with a reason, or all of them in an export? */
export const mayReveal = (person: Person, paper: AnyPaper, field: Pick<Field, 'revealedBy'>): boolean =>
  revealedBy(paper, field).some((button) => holds(person, button));

/** The button of a paper with `self` by which rows about others are written. */
export const FOR_OTHERS = 'others';

/** May this person write rows of a paper that are about somebody else? A package bounds features, not whose rows. */
export const writesForOthers = (person: Person, paper: AnyPaper): boolean =>
  person.isProduct === true ||
  person.roles.some((role) => holdsEverything(role) || role.buttons.has(buttonOf(paper, FOR_OTHERS)));

/** May this person press it in his own right, without standing in for somebody? */
export const holdsOwn = (person: Person, button: string): boolean =>
  person.roles.some((role) => grantsOwn(person, role, button));

/** The paper as this person may read it: fields that are for other eyes, or that no scope of his shows, are not there. */
export const visibleTo = (person: Person, paper: AnyPaper): AnyPaper =>
  readablePaper(paper, (button) => holds(person, button), visibleFields(person, paper));
