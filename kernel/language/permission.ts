import { must } from './must.ts';
import type { Field } from './field.ts';
import type { Label } from './label.ts';
import { type AnyPaper, buttonOf } from './paper.ts';
import { frameOf, readablePaper } from './rights/readable.ts';
import { revealedBy } from './rights/reveal.ts';
import { type RowRule, ruleFor } from './row-rule.ts';

/**
 * Rows that a role sees: all, own, those of the person's department, department and below, or teams, or a filter
 * (`custom`).
 */
export type Scope = 'all' | 'own' | 'department' | 'departmentBelow' | 'team' | 'custom';

/**
 * Scope of a role on one paper, which replaces its general scope. `column`: the field with the person or department;
 * absent: as in the general scope.
 */
export type PaperScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'own' | 'department' | 'departmentBelow'; readonly column?: string }
  | { readonly kind: 'rule'; readonly rule: RowRule };

/** A role of a person, with its rights. */
export interface PersonRole {
  readonly id: string;
  readonly alias: string;
  readonly buttons: ReadonlySet<string>;
  /**
   * Buttons that the role presses only on behalf of others: a reason is required, unless another role has the button
   * for itself.
   */
  readonly onBehalfOf?: ReadonlySet<string>;
  readonly scope: Scope;
  /** By table: scopes that replace the general scope for this paper; the rows of several are united. */
  readonly papers?: Readonly<Record<string, readonly PaperScope[]>>;
  /** By table: the fields that the scopes of the role show. A table that is missing here shows all fields. */
  readonly fields?: Readonly<Record<string, ReadonlySet<string>>>;
  /** Restricted calls that are open to this role. */
  readonly calls?: ReadonlySet<string>;
  /** By table: the filter of the scope `custom`, in the form of list filters. */
  readonly custom?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * The caller. `departments` are the person's own, `below` adds all under them, and `teams` are the teams of those
 * departments.
 */
export interface Person {
  readonly id: string;
  readonly tenantId: string;
  readonly account: string;
  readonly name: string;
  readonly departments: readonly string[];
  readonly below: readonly string[];
  readonly teams: readonly string[];
  readonly roles: readonly PersonRole[];
  /**
   * The buttons that the company's package includes: an upper bound for every role of the company. Absent: no bound.
   */
  readonly within?: ReadonlySet<string>;
  /** The person may change the platform's own papers, for all tenants. */
  readonly platform: boolean;
  /** The product itself: it sees every row of its company, except those of papers with `sight: 'personal'`. */
  readonly isProduct?: true;
}

/** A condition on rows. A row is seen if it fulfils any of the terms. */
export type Term =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'own';
      readonly person: string;
      readonly tenantId: string;
      /** The field with the person that the row is about. */ readonly field?: string;
      /** Only rows whose `field` is the person, not those that the person created. */ readonly only?: true;
      /** Only rows that document work of the person (`workers`). */ readonly worked?: true;
    }
  | {
      readonly kind: 'departments';
      readonly ids: readonly string[];
      /** The field with the department; absent: the department of the creator. */ readonly field?: string;
    }
  | { readonly kind: 'teams'; readonly teams: readonly string[] }
  | {
      /** Those rows of `within` that belong to the present owner (`OwnedPeriod`). */
      readonly kind: 'owned';
      readonly within: readonly Term[];
      readonly person: string;
      /** May the person also see rows of earlier owners for which a permit is open? */ readonly mayLookBack: boolean;
    }
  | { readonly kind: 'rule'; readonly rule: RowRule }
  | { readonly kind: 'custom'; readonly filter: Readonly<Record<string, string>> };

export interface Decision {
  readonly allow: boolean;
  /** The rows for which it is allowed; a row must match one term. Empty: no row. */
  readonly where: readonly Term[];
  /** The caller may do this only on behalf of others, so a reason is required. */
  readonly onBehalfOf: boolean;
  /** Names of the fields that the caller sees and writes; null: all. */
  readonly fields: ReadonlySet<string> | null;
  /** Explanation of the decision, one sentence per step. */
  readonly why: readonly Label[];
}

/** Code of the button by which a person may share views of lists with a role or the whole company. */
export const SHARE_VIEWS = 'list_views_share';

export { REVEAL, STAFF_PHONE, STAFF_REVEAL } from './rights/reveal.ts';

/** Aliases of the roles that hold every button: `administrator` of the platform, `admin` of a tenant. */
export const reservedRoles: readonly string[] = ['administrator', 'admin'];

export const holdsEverything = (role: PersonRole): boolean => reservedRoles.includes(role.alias);

const grants = (person: Person, role: PersonRole, button: string): boolean =>
  (person.within?.has(button) ?? true) && (holdsEverything(role) || role.buttons.has(button));

/** Does the role have this button for its own work, not only on behalf of others? */
const grantsOwn = (person: Person, role: PersonRole, button: string): boolean =>
  grants(person, role, button) && !role.onBehalfOf?.has(button);

/**
 * Does the role see all rows of this paper? With the sight `colleagues`, as of master data about staff, it does unless
 * its scope is `own`.
 */
const seesAll = (role: PersonRole, paper: AnyPaper): boolean =>
  paper.sight === 'shared' || holdsEverything(role) || (paper.sight === 'colleagues' && role.scope !== 'own');

/** Return one scope of a paper as a term for a person. */
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

/**
 * Is this an action on a platform paper that a person of a company may not do? Companies may only view and export
 * platform papers, and only those that other roles than `administrator` may read.
 */
const isOfPlatform = (person: Person, paper: AnyPaper, action: string): boolean =>
  paper.owner === 'platform' &&
  !person.platform &&
  !(['view', 'export'].includes(action) && paper.rights.read.some((alias) => alias !== 'administrator'));

/**
 * Return the names of the fields of a paper that the scopes of a person show; null for all. They are united over the
 * roles with the button to view the paper; if no role has it, over all roles.
 */
export function visibleFields(person: Person, paper: AnyPaper): ReadonlySet<string> | null {
  if (paper.sight === 'personal' || !person.roles.some((role) => role.fields?.[paper.table])) return null;
  const view = buttonOf(paper, 'view');
  const holders = person.roles.filter((role) => grants(person, role, view));
  const of = holders.length ? holders : person.roles;
  if (of.some((role) => holdsEverything(role) || !role.fields?.[paper.table])) return null;
  return new Set([...frameOf(paper), ...of.flatMap((role) => [...must(role.fields, 'fields')[paper.table]])]);
}

/**
 * Return whether this person may do an action on a paper, and with which rows. Rows of one role are never opened by the
 * button of another. `action` is view, add, edit, delete, export, import, or the name of a verb or button.
 */
export function decide(person: Person, paper: AnyPaper, action: string): Decision {
  let own = decisions.get(person);
  if (!own) decisions.set(person, (own = new WeakMap()));
  let made = own.get(paper);
  if (!made) own.set(paper, (made = new Map()));
  let found = made.get(action);
  if (!found) {
    found = decideAnew(person, paper, action);
    if (made.size < MAX_ACTIONS) made.set(action, found);
  }
  return found;
}

/**
 * Maximum number of cached decisions per person and paper, so that requests with invented names cannot fill the memory.
 */
const MAX_ACTIONS = 200;

/** Cache of decisions. A change of rights makes a new `Person` object, so cached decisions never become outdated. */
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
  const onBehalfOf = !holders.some((role) => grantsOwn(person, role, button));
  const why = holders.map((role, at): Label => {
    const kinds = held[at].map((term) => term.kind).join(', ');
    return [
      `角色 ${role.alias} 授予 ${button}，范围 ${kinds}${onBehalfOf ? '，代办须说明原因' : ''}`,
      `role ${role.alias} grants ${button}, rows: ${kinds}${onBehalfOf ? ', on behalf of others, with a reason' : ''}`,
    ];
  });
  return { allow: true, where, onBehalfOf, fields: visibleFields(person, paper), why };
}

/** Limit rows to the present owner's, if the paper has an `ownedPeriod`. */
function ownedOf(person: Person, { ownedPeriod }: AnyPaper, within: readonly Term[]): readonly Term[] {
  if (!ownedPeriod) return within;
  const mayLookBack = ownedPeriod.lookBack !== undefined && holds(person, ownedPeriod.lookBack.button);
  return [{ kind: 'owned', within, person: person.id, mayLookBack }];
}

/** Return the term of rows that document a person's work, whoever created them. */
export const workOf = (person: Person, paper: AnyPaper): Term => ({
  kind: 'own',
  person: person.id,
  tenantId: person.tenantId,
  worked: true,
  ...(paper.self && { field: String(paper.self) }),
});

/** Does any role of this person have this button? */
export const holds = (person: Person, button: string): boolean =>
  person.roles.some((role) => grants(person, role, button));

/** May this person read a masked field in clear? One value at a time with a reason, or all in an export. */
export const mayReveal = (person: Person, paper: AnyPaper, field: Pick<Field, 'revealedBy'>): boolean =>
  revealedBy(paper, field).some((button) => holds(person, button));

/** Name of the button to write rows about other people, for papers with `self`. */
export const FOR_OTHERS = 'others';

/** May the person write rows about others? The package of the company does not limit this button. */
export const writesForOthers = (person: Person, paper: AnyPaper): boolean =>
  person.isProduct === true ||
  person.roles.some((role) => holdsEverything(role) || role.buttons.has(buttonOf(paper, FOR_OTHERS)));

/** Does any role of this person have this button for its own work, not only on behalf of others? */
export const holdsOwn = (person: Person, button: string): boolean =>
  person.roles.some((role) => grantsOwn(person, role, button));

/** Return the paper without the fields that the person may not read, by right or by scope. */
export const visibleTo = (person: Person, paper: AnyPaper): AnyPaper =>
  readablePaper(paper, (button) => holds(person, button), visibleFields(person, paper));
