import type { FamilyPage } from './rooms/family-page.ts';
import {
  type Field,
  type Fields,
  type IsGivenByPerson,
  type IsMustGive,
  type IsRequired,
  type ValueOf,
  isPaperNumber,
} from './field.ts';
import type { Label } from './label.ts';
import type { Actions, Governed, Judging, Lifecycle } from './lifecycle.ts';

/** What every row has besides its own fields. Ids are 64-bit numbers as strings; moments are `yyyy-MM-dd HH:mm:ss` in the tenant's zone. */
export interface BaseRow {
  id: string;
  tenantId: string;
  createUser: string;
  createDept: string | null;
  createTime: string;
  updateUser: string;
  updateTime: string;
  /** 1 enabled, 0 disabled: never the state of a paper. */
  status: number;
  isDeleted: number;
  /** Counts the changes; a writer that names an older one is told about the change he missed. */
  version: number;
}

export type RowOf<F> = BaseRow & {
  -readonly [K in keyof F]: IsRequired<F[K]> extends true ? ValueOf<F[K]> : ValueOf<F[K]> | null;
};

type MustGive<F> = { [K in keyof F]: IsMustGive<F[K]> extends true ? K : never }[keyof F];
type MayGive<F> = { [K in keyof F]: IsGivenByPerson<F[K]> extends true ? K : never }[keyof F];

/** What a person gives for a new row. */
export type DraftOf<F> = { [K in MustGive<F>]: ValueOf<F[K]> } & { [K in MayGive<F>]?: ValueOf<F[K]> | null };

export interface Paper<
  N extends string = string,
  F extends Fields = Fields,
  S extends string = string,
  A extends Actions<string> = Actions<string>,
  X extends Fields = Fields,
> extends PaperOptions<F> {
  readonly name: N;
  readonly fields: F;
  readonly lifecycle?: Lifecycle<S, A>;
  /** What a save may carry besides the fields of its row: read by their kinds, given to the behaviour, stored nowhere by themselves. */
  readonly extras?: X;
}

/** A paper of any shape. */
export interface AnyPaper extends PaperOptions<Fields> {
  readonly name: string;
  readonly fields: Fields;
  readonly lifecycle?: Lifecycle;
  readonly extras?: Fields;
}

export type Row<P> = P extends Paper<string, infer F> ? RowOf<F> : never;
export type Draft<P> = P extends Paper<string, infer F> ? DraftOf<F> : never;
export type FieldName<P> = P extends Paper<string, infer F> ? keyof F & string : never;
export type ActionName<P> =
  P extends Paper<string, Fields, infer S, infer A> ? (string extends S ? never : keyof A & string) : never;
export type ActionInput<P, K> =
  P extends Paper<string, Fields, string, infer A>
    ? K extends keyof A
      ? A[K] extends { asks: infer Q }
        ? { [N in keyof Q]: IsRequired<Q[N]> extends true ? ValueOf<Q[N]> : ValueOf<Q[N]> | null }
        : Record<string, never>
      : never
    : never;

/** Roles (aliases) that get the button by default; who has it later is the administrator's decision. */
export interface Rights {
  readonly read: readonly string[];
  readonly write?: readonly string[];
  readonly remove?: readonly string[];
  readonly export?: readonly string[];
  readonly import?: readonly string[];
  /** Roles that write rows about others, of a paper with `self`; absent: the personnel office and administrators. */
  readonly others?: readonly string[];
  /** Roles that do any verb of a paper that stands, and press its other buttons, on behalf of those whose they are: each time they say why, and the log keeps it. */
  readonly acts?: readonly string[];
}

type Names<F> = readonly (keyof F & string)[];

/**
 * Rows belong to whoever has the row that `through` points at. When its moment `since` is later than the moment `at` of a row, the row is of an
 * earlier owner, and no reading answers it. `lookBack`: a button of the same paper, and the open permits that lift this for one person and one row.
 */
export interface OwnedPeriod {
  readonly through: string;
  readonly paper: string;
  readonly since: string;
  readonly at: string;
  readonly lookBack?: {
    readonly button: string;
    /** A paper whose rows name the row and the person. */ readonly paper: string;
    readonly row: string;
    readonly person: string;
    /** A moment that is empty while the permit is open. */ readonly ended: string;
    /** The moment until which it is valid, whether somebody ended it or not. */ readonly until: string;
  };
}

/** A fact of which one may be stored: one living row per value of `by`. */
export interface OnceRule<F = Record<string, unknown>> {
  /** Without a value in the first of these the rule does not apply. */
  readonly by: readonly (keyof F & string)[];
  /** Rows with the same value here are the same fact: one photo, several times in one visit. */
  readonly within?: keyof F & string;
  /** Rows that count: their values are among these. */
  readonly where?: { readonly [K in keyof F]?: readonly string[] };
  /** Only enabled rows count. */
  readonly whileEnabled?: true;
  readonly words: Label;
  /** Who has this button and sends this extra input stores it again. */
  readonly unless?: { readonly extra: string; readonly button: `${string}_${string}` };
}

/** A day out of the usual: it is saved where another field says why, or never. One that did not change is not asked about. */
export interface UnusualRule {
  readonly field: string;
  /** Counted from this day; absent: from today. */
  readonly from?: string;
  /** More than so many days later; a number, or the key of a parameter that holds it. */
  readonly days: number | string;
  /** Absent: such a day is refused. */
  readonly reason?: string;
  readonly words: Label;
}

/** An index on one field, of the rows alone in which each of `where` (fields with a dictionary) has one of the words named. */
export interface PartialIndex<F = Record<string, unknown>> {
  readonly by: keyof F & string;
  readonly where: { readonly [K in keyof F]?: readonly string[] };
}

/** One step from a row to rows of another paper: those whose field `at` equals the field `on` of the row before (`id` = the row itself). */
export interface ReferenceStep {
  readonly paper: string;
  readonly at: string;
  readonly on: string;
  readonly when?: Readonly<Record<string, boolean>>;
}

/** A way from a row to a person: its steps, and the field of the last paper that names him. */
export interface ReferencePath {
  readonly steps: readonly ReferenceStep[];
  readonly person: string;
}

export interface PaperOptions<F> {
  readonly title: Label;
  /** What its list is called in English, where that is not its title with an s. */ readonly plural?: string;
  readonly table: string;
  /** Where it stands on the wire, below /api. */
  readonly path: string;
  /** Older names of the same place. */
  readonly aliases?: readonly string[];
  /** Beside list, detail, submit, update and remove it answers at the addresses of resource clients: `page`, `{id}`, `add`, PUT `update`, DELETE `delete/{id}`. */
  readonly habit?: 'rest';
  /** Fields that the wire calls otherwise besides: in rows, filters and bodies. `status` then means the state of the paper, and whether a row is enabled is not told. */
  readonly says?: Readonly<Record<string, keyof F & string>>;
  /** Path segments where the wire differs from list, detail, submit, update, remove. */
  readonly calls?: {
    readonly list?: readonly string[];
    readonly detail?: readonly string[];
    /** Other names of `submit` and `remove`; a place that begins with `blade-` is whole. */ readonly submit?: readonly string[];
    readonly remove?: readonly string[];
    /** An export of a part of the rows names what narrows them. */ readonly export?: readonly (
      | string
      | {
          readonly path: string;
          readonly filter?: Readonly<Record<string, string>>;
          /** What it holds, where that is not what the list shows. */ readonly columns?: readonly string[];
        }
    )[];
    /** Where old clients fetch the empty sheet, and where they upload and write in one call. */ readonly template?: string;
    readonly import?: string;
  };
  /** Whose rows these are: a tenant's (default), or the platform's, the same for all. */
  readonly owner?: 'tenant' | 'platform';
  readonly rights: Rights;
  /** Rows from before the present owner of what they are about are hidden from every reading. */
  readonly ownedPeriod?: OwnedPeriod;
  /** The detail may be asked for by this reference too: it answers the newest row that points there, or an empty object. */
  readonly detailBy?: keyof F & string;
  /** Which of them count, as a query of the list; with `all=true` every one is answered, the newest first. */
  readonly detailAmong?: Readonly<Record<string, string>>;
  /**
   * Who sees which rows: `shared` = all who may read (master data); `colleagues` = the same, but who sees only his own rows elsewhere
   * sees only his own here; `personal` = each person sees what is about him (`self`), whatever his roles; `scoped` (default) = by the data
   * scope of the role.
   */
  readonly sight?: 'shared' | 'colleagues' | 'personal' | 'scoped';
  /** The buttons each of which reads its masked fields in clear; absent: that of customers. */
  readonly revealedBy?: readonly string[];
  /** The person a row is about: it is his own, whoever made it. People write rows about themselves alone; others need the button `others`. */
  readonly self?: keyof F & string;
  /** Ways by which a row belongs to a person although he did not make it: over other papers to a field that names him. Used where a role sees only its own. */
  readonly mine?: readonly ReferencePath[];
  /** Ways from a row to those whose work it tells of, where they are others than `mine` says. */
  readonly workers?: readonly ReferencePath[];
  /** Where the team of a row stands: a field of its own, or that of the paper a reference field points at. */
  readonly team?: { readonly field: keyof F & string } | { readonly through: keyof F & string; readonly paper: string };
  /** Whose department a row is of: that of the row a reference points at; `orOwn`: where it points at none, that of who made it. Absent: always of who made it. */
  readonly department?: { readonly through: keyof F & string; readonly paper: string; readonly orOwn?: true };
  /** What others keep when they point at a row: its id (default) or a code of its own. */
  readonly key?: keyof F & string;
  /** How a row is called when another paper points at it. */
  readonly caption: keyof F & string;
  /** Its name for English readers, where a row has one. */
  readonly englishCaption?: keyof F & string;
  /** The picture that stands beside its caption: a file field of its own, or one of the row that a reference points at. */
  readonly portrait?:
    (keyof F & string) | { readonly through: keyof F & string; readonly paper: string; readonly field: string };
  /** Everybody who is logged in may pick a row by its caption (people, departments), without reading the rest. Names the fields that narrow the choice. */
  readonly pickable?: Names<F>;
  /** Shown behind the caption where rows must be told apart. */
  readonly hint?: Names<F>;
  /** Fields of the quick search. */
  readonly search?: Names<F>;
  /** Under which names clients of the family read the words of a field beside it, in lists and details: `roleName` for `roleId`, several joined by a comma. */
  readonly wireNames?: Readonly<Record<string, (keyof F & string) | 'status'>>;
  /** Lists carry whole rows, as clients of the family know them; without this they carry what our list shows. What is long stands in the detail alone. */
  readonly wholeRows?: true;
  /** Found by the search over everything. */
  readonly findable?: {
    readonly by: Names<F>;
    readonly shapes: readonly ('phone' | 'number' | 'text' | 'code')[];
    /** Whose number it is comes first, then where he lives; papers about both follow. */ readonly first?:
      'person' | 'home';
  };
  readonly order?: { readonly by: (keyof F & string) | 'createTime' | 'sort'; readonly down?: boolean };
  readonly uniques?: readonly Names<F>[];
  /** Orders in which people look at the few rows whose words are among those named: an index holds these alone, however many others there are. */
  readonly partialIndexes?: readonly PartialIndex<F>[];
  /** Two living rows that agree in `by` may not overlap between two moments, unless one of them lies outside `where` (flags that must hold, or must not). PostgreSQL itself refuses the second. */
  readonly apart?: {
    readonly by: Names<F>;
    readonly from: keyof F & string;
    readonly to: keyof F & string;
    readonly where: { readonly [K in keyof F]?: boolean };
  };
  /** Rows that are probably the same thing: saving asks; `force` is the button of those who may save all the same. */
  readonly duplicates?: { readonly by: Names<F>; readonly said: Label; readonly force?: string };
  /** Facts of which one may be stored; the second is refused, also when both come at once. */
  readonly once?: readonly OnceRule<F>[];
  /** Days that are saved only with a reason. */
  readonly unusual?: readonly (UnusualRule & {
    readonly field: keyof F & string;
    readonly from?: keyof F & string;
    readonly reason?: keyof F & string;
  })[];
  readonly tree?: { readonly parent: keyof F & string };
  /** Children that are saved with their header in one transaction. `needed` = without one the paper is unfinished, and its actions are refused. */
  readonly lines?: Readonly<
    Record<
      string,
      {
        readonly paper: string;
        readonly parent: string;
        readonly needed?: boolean;
        /** So many at most; 500 where it is not said. */ readonly most?: number;
      }
    >
  >;
  /**
   * Papers whose state says whether a row may be written, beside those that save it as their line: `as` is its name in their `editable`. In
   * the states of `grows` rows may still be added. Who holds the button `late` of this paper writes all the same, each time saying why.
   * `judges`: to write such a row by hand is to judge the paper above it. `seen`: who sees that writes such rows, though he may not edit it.
   */
  readonly follows?: readonly {
    readonly paper: string;
    readonly parent: keyof F & string;
    readonly as: string;
    readonly grows?: readonly string[];
    readonly late?: string;
    readonly judges?: Judging;
    readonly seen?: true;
  }[];
  /** How the form and the detail are divided; fields not named stand at the end. */
  readonly groups?: readonly { readonly label: Label; readonly fields: Names<F> }[];
  /** When an input is shown; others keep no value. */
  readonly shownWhen?: {
    readonly [K in keyof F]?: { readonly field: keyof F & string; readonly is: readonly unknown[] };
  };
  /** Rows may rest: disabled, they stay where they are named, and are chosen no more. */
  readonly canBeDisabled?: boolean;
  /** Ready-made views of the list. */
  readonly views?: Readonly<
    Record<
      string,
      { readonly label: Label; readonly filter: Readonly<Record<string, string>>; readonly worry?: boolean }
    >
  >;
  readonly menu?: { readonly group: string; readonly icon: string; readonly path: string; readonly sort: number };
  /** Its page and buttons in the public clients of the family, where those have one: one grant opens both spellings. */
  readonly familyPage?: FamilyPage;
  /** A paper without a page of its own: the paper or page whose place in the menu holds its buttons. Lines and annexes belong to their header anyway. */
  readonly under?: string;
  /** The list becomes cards on a phone: the fields that matter, in order. */
  readonly card?: Names<F>;
  /** The fields that are compared when several rows are decided together; absent: those of the card. */
  readonly judged?: Names<F>;
  /** The columns with which a table begins, in order; absent: those of the card. */
  readonly columns?: readonly ((keyof F & string) | 'createTime')[];
  /** Its rows lie on days: from one field, to another where they last. The list offers them as a calendar. */
  readonly calendar?: { readonly from: keyof F & string; readonly to?: keyof F & string };
  readonly print?: boolean;
  /** Small: its form is narrow, and has no detail beside it; opening a row changes it. */
  readonly plain?: true;
  /** Bytes that the body of its writes may have, at most 4 MiB; 1 MiB unless said. */
  readonly bodyBytes?: number;
  /** Attachments: a paper of files that point at this one. */
  readonly annexes?: { readonly paper: string; readonly parent: string; readonly file: string };
  /** Rows are only added, by the work role too: logs whose entries are proof. */
  readonly appendOnly?: true;
  /** Of a paper that the product alone keeps: its rows lie in parts by spans of time, and go after so many days. */
  readonly spans?: { readonly each: 'day' | 'month'; readonly keepDays: number };
  /** Kept by the product only: no add, edit, remove or import by hand; the verbs of its lifecycle remain. */
  readonly readOnly?: boolean;
  /** Rows come with what carries them: our own screens add none by hand or from a sheet. */
  readonly comesAlong?: true;
  /** What needs a button of its own beside reading, writing and the actions of the lifecycle; leads are named here, not in `rights`. */
  readonly buttons?: Readonly<
    Record<
      string,
      {
        readonly label: Label;
        readonly roles: readonly string[];
        /** Whoever reaches a row to press it judges that row. */ readonly judges?: Judging;
      }
    >
  >;
  /** The field by which a removed row names the one that took its place: who asks for it is told where to look. */
  readonly mergedInto?: keyof F & string;
  /** Every export of it names who took it and when, whatever the company has set. */
  readonly marked?: true;
  /** A copy is kept at once where the caller does not ask for a draft of it: clients of the family expect that here. */
  readonly copies?: 'kept';
  /** The kind of business in the action log. */
  readonly logAs?: string;
}

/** A paper: one typed value from which table, checks, calls, permissions, list, form, export, import, audit and both languages follow. */
export function paper<
  const N extends string,
  const F extends Fields,
  S extends string = string,
  A extends Actions<string> = Actions<string>,
  // oxlint-disable-next-line no-empty-object-type -- a paper whose saves carry nothing else
  const X extends Fields = {},
>(
  name: N,
  spec: { readonly fields: F; readonly lifecycle?: Lifecycle<S, A>; readonly extras?: X } & NoInfer<PaperOptions<F>>,
): Paper<N, F, S, A, X> {
  return { name, ...spec } as Paper<N, F, S, A, X>;
}

/** The fields of a paper with their names, in order. */
export const fieldsOf = (of: AnyPaper): readonly [name: string, field: Field][] => listed(of).all;

/** Fields that have a column. */
export const storedFields = (of: AnyPaper): readonly [name: string, field: Field][] => listed(of).stored;

interface Listed {
  readonly all: readonly [name: string, field: Field][];
  readonly stored: readonly [name: string, field: Field][];
}

/** A definition does not change once it is made, and every read and write walks its fields. */
const lists = new WeakMap<object, Listed>();

function listed({ fields }: AnyPaper): Listed {
  let found = lists.get(fields);
  if (!found) {
    const all = Object.entries(fields as Fields);
    lists.set(fields, (found = { all, stored: all.filter(([, field]) => !field.computed) }));
  }
  return found;
}

/** Return the field of this name, where the paper has one. */
export const fieldOf = ({ fields }: { readonly fields: Fields }, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** Return the lifecycle of a paper that must have one. Throws where it has none: that is a fault of the caller. */
export function lifeOf({ name, lifecycle }: AnyPaper): Lifecycle {
  if (!lifecycle) throw new Error(`${name} has no lifecycle`);
  return lifecycle;
}

/** Return how a paper that must have it may be governed. Throws where it may not: that is a fault of the caller. */
export function governedOf(paper: AnyPaper): Governed {
  const { governed } = lifeOf(paper);
  if (!governed) throw new Error(`${paper.name} is governed by no process`);
  return governed;
}

/** Return the parent field of a paper that must be a tree. Throws where it is none: that is a fault of the caller. */
export function parentOf({ name, tree }: AnyPaper): string {
  if (!tree) throw new Error(`${name} is no tree`);
  return tree.parent;
}

/** Return the menu of a paper that must have one. Throws where it has none: that is a fault of the caller. */
export function menuOf({ name, menu }: AnyPaper): NonNullable<AnyPaper['menu']> {
  if (!menu) throw new Error(`${name} has no menu`);
  return menu;
}

/** The code of a button: `<table>_<action>`. An action that undoes another needs the button of that action. */
export const buttonOf = (of: AnyPaper, action: string): string => {
  const actions = of.lifecycle?.actions;
  const undoes = actions && Object.hasOwn(actions, action) ? actions[action].undoes : undefined;
  return `${of.table}_${undoes ?? action}`;
};

/** Is it a document, with number and lifecycle? Its changes go to the action log, all others to the audit. */
export const isDocument = (of: AnyPaper): boolean => Boolean(of.lifecycle) && numberName(of) !== undefined;

/** The field that holds the number of a document, where the paper has one. */
export const numberName = (of: AnyPaper): string | undefined =>
  fieldsOf(of).find(([, field]) => isPaperNumber(field))?.[0];

/** May a row in this state be removed? Where there is a lifecycle, in the states that it names alone. */
export const isRemovable = ({ lifecycle: life }: AnyPaper, row: Readonly<Record<string, unknown>>): boolean =>
  !life || (life.removable as readonly string[]).includes(String(row[life.field]));

/** Rows that the product itself keeps and that are about somebody: they belong to nobody who happened to be there when they were written. */
export const isAboutSomebody = (paper: AnyPaper): boolean =>
  paper.readOnly === true && Boolean(paper.self || paper.mine?.length);

/** The column of a field: `repairNo` stands in `repair_no`. */
export function columnOf(field: string): string {
  let column = columns.get(field);
  if (column === undefined)
    columns.set(field, (column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)));
  return column;
}

/** Only names of fields come here, and there are some hundreds of them. */
const columns = new Map<string, string>();
