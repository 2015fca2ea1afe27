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

/** Fields of every row. Ids are 64-bit numbers as strings; moments are `yyyy-MM-dd HH:mm:ss` in the tenant's zone. */
export interface BaseRow {
  id: string;
  tenantId: string;
  createUser: string;
  createDept: string | null;
  createTime: string;
  updateUser: string;
  updateTime: string;
  /** 1 enabled, 0 disabled. The state of a paper's lifecycle has a field of its own. */
  status: number;
  isDeleted: number;
  /** Number of changes of the row. A writer that sends an older one is refused, and gets the changes since. */
  version: number;
}

export type RowOf<F> = BaseRow & {
  -readonly [K in keyof F]: IsRequired<F[K]> extends true ? ValueOf<F[K]> : ValueOf<F[K]> | null;
};

type MustGive<F> = { [K in keyof F]: IsMustGive<F[K]> extends true ? K : never }[keyof F];
type MayGive<F> = { [K in keyof F]: IsGivenByPerson<F[K]> extends true ? K : never }[keyof F];

/** The values by which a person creates a row: required and optional ones. */
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
  /**
   * Inputs of a save beyond the fields of its row. They are read by their kinds and passed to the behaviour, but not
   * stored.
   */
  readonly extras?: X;
}

/** A paper whose fields, states and lines are not known at compile time. */
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

/** Roles (aliases) that get each button by default; administrators may change this later. */
export interface Rights {
  readonly read: readonly string[];
  readonly write?: readonly string[];
  readonly remove?: readonly string[];
  readonly export?: readonly string[];
  readonly import?: readonly string[];
  /**
   * For a paper with `self`: roles that write rows about other people. Absent: the personnel office and administrators.
   */
  readonly others?: readonly string[];
  /**
   * Roles that press any verb or button of an existing paper on behalf of others. Each time they must send a reason,
   * which is logged.
   */
  readonly acts?: readonly string[];
}

type Names<F> = readonly (keyof F & string)[];

/**
 * Hides rows from the time of an earlier owner, such as an earlier resident of a home. `through` refers to the owned
 * row of `paper`, which contains the moment `since` of its present owner. A row whose moment `at` is before that is
 * hidden. `lookBack`: a button of the same paper whose holders still see those hidden rows for which a permit is open.
 */
export interface OwnedPeriod {
  readonly through: string;
  readonly paper: string;
  readonly since: string;
  readonly at: string;
  readonly lookBack?: {
    readonly button: string;
    /** Name of a paper whose rows are permits; `row` and `person` are the fields with the row and the person. */
    readonly paper: string;
    readonly row: string;
    readonly person: string;
    /** Field with the moment at which the permit was ended; empty while it is open. */ readonly ended: string;
    /** Field with the moment until which the permit is valid, unless it is ended before. */ readonly until: string;
  };
}

/** A rule by which a fact is stored once: at most one row that is not removed per value of `by`. */
export interface OnceRule<F = Record<string, unknown>> {
  /** The fields that identify the fact. The rule does not apply to a row without a value in the first. */
  readonly by: readonly (keyof F & string)[];
  /**
   * The rule does not apply between rows with the same value in this field. For example, a photo may appear several
   * times within one visit.
   */
  readonly within?: keyof F & string;
  /** The rule applies only to rows whose values in these fields are among the listed ones. */
  readonly where?: { readonly [K in keyof F]?: readonly string[] };
  /** The rule applies only to enabled rows. */
  readonly whileEnabled?: true;
  readonly words: Label;
  /** Exception: a holder of this button who sends this extra input may store the fact a second time. */
  readonly unless?: { readonly extra: string; readonly button: `${string}_${string}` };
}

/**
 * A rule on dates far in the future: such a day needs a reason in another field, or is refused. A day that did not
 * change needs none.
 */
export interface UnusualRule {
  readonly field: string;
  /** The field with the day from which days are counted; absent: today. */
  readonly from?: string;
  /** The number of days after which a day is unusual, or the key of a parameter with that number. */
  readonly days: number | string;
  /** The field of the reason; absent: an unusual day is refused. */
  readonly reason?: string;
  readonly words: Label;
}

/**
 * An index on one field, over only those rows in which each field of `where` (with a dictionary) has one of the listed
 * keys.
 */
export interface PartialIndex<F = Record<string, unknown>> {
  readonly by: keyof F & string;
  readonly where: { readonly [K in keyof F]?: readonly string[] };
}

/**
 * A step from one paper to another: the rows of `paper` whose field `at` equals the field `on` of the row (`id`: its
 * own id).
 */
export interface ReferenceStep {
  readonly paper: string;
  readonly at: string;
  readonly on: string;
  readonly when?: Readonly<Record<string, boolean>>;
}

/** A path from a row over other papers to a person: its steps, and the field of the person in the last paper. */
export interface ReferencePath {
  readonly steps: readonly ReferenceStep[];
  readonly person: string;
}

export interface PaperOptions<F> {
  readonly title: Label;
  /** English plural of its title, where adding an s would be wrong. */ readonly plural?: string;
  readonly table: string;
  /** Path of its calls, below /api. */
  readonly path: string;
  /** Older paths of the same calls. */
  readonly aliases?: readonly string[];
  /**
   * The calls of the paper also answer at resource addresses: `page`, `{id}`, `add`, PUT `update`, DELETE
   * `delete/{id}`. The standard calls remain.
   */
  readonly habit?: 'rest';
  /**
   * Further names of fields on the wire: in rows, filters and bodies. `status` then means the state of the lifecycle,
   * and the enabled flag is not sent.
   */
  readonly says?: Readonly<Record<string, keyof F & string>>;
  /** Path segments of the standard calls, where they differ from or add to list, detail, submit, update, remove. */
  readonly calls?: {
    readonly list?: readonly string[];
    readonly detail?: readonly string[];
    /** Further names of the call that saves; one that begins with `blade-` is a whole path. */
    readonly submit?: readonly string[];
    readonly remove?: readonly string[];
    /** Names of calls that save a row as a draft. `save` among them replaces the standard `save`. */
    readonly draft?: readonly string[];
    /** Further calls that export the list: a path, or a path with a filter for an export of only some rows. */
    readonly export?: readonly (
      | string
      | {
          readonly path: string;
          readonly filter?: Readonly<Record<string, string>>;
          /** Fields of the sheet, where they are not the columns of the list. */ readonly columns?: readonly string[];
        }
    )[];
    /** Paths for old clients: of the empty import sheet, and of an import that uploads and writes in one call. */
    readonly template?: string;
    readonly import?: string;
  };
  /** Owner of the rows: each tenant has its own (default), or the platform has one set for all. */
  readonly owner?: 'tenant' | 'platform';
  readonly rights: Rights;
  /** Hides rows from before the present owner, such as those of an earlier resident of a home, from every reader. */
  readonly ownedPeriod?: OwnedPeriod;
  /** A reference by which the detail call also finds a row: the newest row with that reference, or an empty object. */
  readonly detailBy?: keyof F & string;
  /**
   * Filters of the rows that `detailBy` considers. With `all=true` the call ignores them and returns every row, the
   * newest first.
   */
  readonly detailAmong?: Readonly<Record<string, string>>;
  /**
   * Rows that readers see. `shared`: all (master data). `colleagues`: all, but a role with the scope `own` sees its own
   * only. `personal`: in any role the rows about oneself (`self`). `scoped` (default): those of the role's scope.
   */
  readonly sight?: 'shared' | 'colleagues' | 'personal' | 'scoped';
  /** Buttons, each of which lets its holder read the masked fields in clear; absent: the button for customers' data. */
  readonly revealedBy?: readonly string[];
  /** The person that a row is about and belongs to, whoever created it. Rows about others need the button `others`. */
  readonly self?: keyof F & string;
  /** Paths over other papers to a person. The row counts as that person's own, for roles that see only own rows. */
  readonly mine?: readonly ReferencePath[];
  /** Paths from a row to the people whose work it documents, where they differ from `mine`. */
  readonly workers?: readonly ReferencePath[];
  /** Where the team of a row is found: in a field of its own, or in the row that a reference points at. */
  readonly team?: { readonly field: keyof F & string } | { readonly through: keyof F & string; readonly paper: string };
  /**
   * The reference from whose row the department is taken. `orOwn`: an empty reference means the department of the
   * creator. Absent: always that of the creator.
   */
  readonly department?: { readonly through: keyof F & string; readonly paper: string; readonly orOwn?: true };
  /** The field that references to this paper store: the id (default) or a code. */
  readonly key?: keyof F & string;
  /** The field with the name of a row, shown where another paper refers to it. */
  readonly caption: keyof F & string;
  /** The field with the English name of a row; empty: the caption is used. */
  readonly englishCaption?: keyof F & string;
  /** The field with the picture that is shown beside the caption, in this paper or in a referenced one. */
  readonly portrait?:
    (keyof F & string) | { readonly through: keyof F & string; readonly paper: string; readonly field: string };
  /**
   * Fields that may narrow a choice of rows. Every logged-in person may then choose a row by its caption, without the
   * right to read the rest.
   */
  readonly pickable?: Names<F>;
  /** Fields shown after the caption in choices, where captions are not unique. */
  readonly hint?: Names<F>;
  /** Fields that the quick search of the list reads. */
  readonly search?: Names<F>;
  /**
   * Additional names for published clients: each returns the text of a field, such as `roleName` for `roleId`. Several
   * texts are joined by commas.
   */
  readonly wireNames?: Readonly<Record<string, (keyof F & string) | 'status'>>;
  /**
   * The list returns whole rows, as published clients expect; absent: only the columns of our list. Long values are in
   * the detail only.
   */
  readonly wholeRows?: true;
  /** If set, the global search finds rows of this paper by the fields `by`, for typed texts of the listed `shapes`. */
  readonly findable?: {
    readonly by: Names<F>;
    readonly shapes: readonly ('phone' | 'number' | 'text' | 'code')[];
    /** Rank of the paper in the results for a phone number: `person` first, `home` second, then papers without this. */
    readonly first?: 'person' | 'home';
  };
  readonly order?: { readonly by: (keyof F & string) | 'createTime' | 'sort'; readonly down?: boolean };
  readonly uniques?: readonly Names<F>[];
  /**
   * The reference with few rows for each row it points at, such as the visits of one contract. It is the first field of
   * one of `uniques`, whose index also serves lookups by the reference.
   */
  readonly fewPer?: keyof F & string;
  /** Further fields with an index, because statements of rooms search by them. The value names the statement. */
  readonly indexed?: { readonly [K in keyof F]?: string };
  /**
   * Dates that grow with the id of the row, because the work follows its creation. One small range index covers them.
   */
  readonly rising?: Names<F>;
  /** Partial indexes for lists of the few rows in certain states, in their usual order. */
  readonly partialIndexes?: readonly PartialIndex<F>[];
  /**
   * Rows with the same values in `by` may not overlap between `from` and `to`. Only rows whose flags equal `where`
   * count. PostgreSQL enforces it by an exclusion constraint.
   */
  readonly apart?: {
    readonly by: Names<F>;
    readonly from: keyof F & string;
    readonly to: keyof F & string;
    readonly where: { readonly [K in keyof F]?: boolean };
  };
  /**
   * Fields whose equal values suggest a duplicate: the save then needs a confirmation. `force`: the button whose holder
   * may confirm.
   */
  readonly duplicates?: { readonly by: Names<F>; readonly said: Label; readonly force?: string };
  /** Facts that are stored once. A second row is refused, also if both are saved at the same moment. */
  readonly once?: readonly OnceRule<F>[];
  /** Dates too far in the future, which need a reason. */
  readonly unusual?: readonly (UnusualRule & {
    readonly field: keyof F & string;
    readonly from?: keyof F & string;
    readonly reason?: keyof F & string;
  })[];
  /** `shows`: fields that nodes for pickers have beside their title. */
  readonly tree?: { readonly parent: keyof F & string; readonly shows?: readonly (keyof F & string)[] };
  /**
   * Child rows that are saved with this paper in one transaction. `needed`: without one the paper is unfinished, and
   * its actions are refused.
   */
  readonly lines?: Readonly<
    Record<
      string,
      {
        readonly paper: string;
        readonly parent: string;
        readonly needed?: boolean;
        /** Maximum number of lines; default 500. */ readonly most?: number;
      }
    >
  >;
  /**
   * References of its lines by which the details of other rows list this paper. Its list has a filter of the same name
   * (`byLines` in the behaviour).
   */
  readonly relatedBy?: readonly { readonly lines: string; readonly field: string }[];
  /**
   * Headers whose state decides whether a row may be written, in addition to the paper that saves it as a line. `as`:
   * the name by which `editable` of the header's lifecycle allows these rows. `grows`: states in which rows may still
   * be added. `late`: a button of this paper, whose holder may write in any state, with a reason. `judges`: writing a
   * row by hand is a verdict on the header. `seen`: the right to view the header suffices.
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
  /** Sections of the form and the detail; fields that no section names come last. */
  readonly groups?: readonly { readonly label: Label; readonly fields: Names<F> }[];
  /** Conditions under which a field is shown: another field has one of these values. A hidden field keeps no value. */
  readonly shownWhen?: {
    readonly [K in keyof F]?: { readonly field: keyof F & string; readonly is: readonly unknown[] };
  };
  /** Rows may be disabled. Existing references to them remain, but they can no longer be chosen. */
  readonly canBeDisabled?: boolean;
  /** Ready-made views of the list. */
  readonly views?: Readonly<
    Record<
      string,
      { readonly label: Label; readonly filter: Readonly<Record<string, string>>; readonly worry?: boolean }
    >
  >;
  readonly menu?: { readonly group: string; readonly icon: string; readonly path: string; readonly sort: number };
  /**
   * The page and buttons of this paper in published clients. A grant of a button of this paper opens the corresponding
   * button there too.
   */
  readonly familyPage?: FamilyPage;
  /**
   * The paper or page whose menu entry lists the buttons of this paper, if it has no page of its own. Lines and annexes
   * are listed with their header anyway.
   */
  readonly under?: string;
  /** Fields of the cards that replace the table on a phone, in order. */
  readonly card?: Names<F>;
  /** Fields that are shown for comparison when several rows are decided together; absent: those of the card. */
  readonly judged?: Names<F>;
  /** Columns that a table shows first, in order; absent: those of the card. */
  readonly columns?: readonly ((keyof F & string) | 'createTime')[];
  /** The fields with the first and, if it lasts, the last day of a row. The list then has a calendar view. */
  readonly calendar?: { readonly from: keyof F & string; readonly to?: keyof F & string };
  readonly print?: boolean;
  /** A small paper: its form is narrow, and there is no detail. Opening a row opens its form. */
  readonly plain?: true;
  /** Maximum size of the body of its writes, in bytes, at most 4 MiB; default 1 MiB. */
  readonly bodyBytes?: number;
  /** The paper of its attachments: `parent` is the field that refers to this paper, and `file` is the file. */
  readonly annexes?: { readonly paper: string; readonly parent: string; readonly file: string };
  /** Rows are never changed or removed, not even by the work role of the database, because they are evidence (logs). */
  readonly appendOnly?: true;
  /**
   * For logs that only the product writes: the table is partitioned by day or month. Partitions older than `keepDays`
   * days are dropped.
   */
  readonly spans?: { readonly each: 'day' | 'month'; readonly keepDays: number };
  /** Written by the product only: no add, edit, remove or import by hand; the verbs of its lifecycle remain. */
  readonly readOnly?: boolean;
  /** Rows are created with their header or by other calls: our own screens neither add nor import them. */
  readonly comesAlong?: true;
  /** Buttons beside the standard ones and the actions of the lifecycle, with their default roles. */
  readonly buttons?: Readonly<
    Record<
      string,
      {
        readonly label: Label;
        readonly roles: readonly string[];
        /** Pressing the button is a verdict on the row. */ readonly judges?: Judging;
      }
    >
  >;
  /**
   * The field by which a removed row refers to the row that it was merged into. Readers of the removed row are
   * redirected there.
   */
  readonly mergedInto?: keyof F & string;
  /** Every export names its person and its time, whatever the settings of the company. */
  readonly marked?: true;
  /** The copy call stores the copy at once, unless the caller wants a draft. Published clients expect this. */
  readonly copies?: 'kept';
  /** Business type (dictionary `log_biz_type`) under which the action log records its changes; absent: `base`. */
  readonly logAs?: string;
}

/**
 * A paper. One typed value defines table, checks, calls, permissions, list, form, export, import, audit and both
 * languages.
 */
export function paper<
  const N extends string,
  const F extends Fields,
  S extends string = string,
  A extends Actions<string> = Actions<string>,
  // oxlint-disable-next-line no-empty-object-type -- a paper whose saves have no further inputs
  const X extends Fields = {},
>(
  name: N,
  spec: { readonly fields: F; readonly lifecycle?: Lifecycle<S, A>; readonly extras?: X } & NoInfer<PaperOptions<F>>,
): Paper<N, F, S, A, X> {
  return { name, ...spec } as Paper<N, F, S, A, X>;
}

/** Return the fields of a paper with their names, in order. */
export const fieldsOf = (of: AnyPaper): readonly [name: string, field: Field][] => listed(of).all;

/** Return the fields of a paper that have a column. */
export const storedFields = (of: AnyPaper): readonly [name: string, field: Field][] => listed(of).stored;

interface Listed {
  readonly all: readonly [name: string, field: Field][];
  readonly stored: readonly [name: string, field: Field][];
}

/** Cache of the field lists: a definition never changes, and every read and write iterates over its fields. */
const lists = new WeakMap<object, Listed>();

function listed({ fields }: AnyPaper): Listed {
  let found = lists.get(fields);
  if (!found) {
    const all = Object.entries(fields as Fields);
    lists.set(fields, (found = { all, stored: all.filter(([, field]) => !field.computed) }));
  }
  return found;
}

/** Return the field of this name; undefined if the paper has none. */
export const fieldOf = ({ fields }: { readonly fields: Fields }, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** Return the lifecycle of a paper that must have one. Throws where it has none: that is a fault of the caller. */
export function lifeOf({ name, lifecycle }: AnyPaper): Lifecycle {
  if (!lifecycle) throw new Error(`${name} has no lifecycle`);
  return lifecycle;
}

/**
 * Return the verbs by which a process governs a paper. Throw if its lifecycle declares none, which is an error of the
 * caller.
 */
export function governedOf(paper: AnyPaper): Governed {
  const { governed } = lifeOf(paper);
  if (!governed) throw new Error(`${paper.name} is governed by no process`);
  return governed;
}

/** Return the parent field of a paper that is a tree. Throw if it is none, which is an error of the caller. */
export function parentOf({ name, tree }: AnyPaper): string {
  if (!tree) throw new Error(`${name} is no tree`);
  return tree.parent;
}

/** Return the menu of a paper that must have one. Throws where it has none: that is a fault of the caller. */
export function menuOf({ name, menu }: AnyPaper): NonNullable<AnyPaper['menu']> {
  if (!menu) throw new Error(`${name} has no menu`);
  return menu;
}

/** Return the code of a button: `<table>_<action>`. An action that undoes another has the button of that action. */
export const buttonOf = (of: AnyPaper, action: string): string => {
  const actions = of.lifecycle?.actions;
  const undoes = actions && Object.hasOwn(actions, action) ? actions[action].undoes : undefined;
  return `${of.table}_${undoes ?? action}`;
};

/**
 * Is the paper a document, with a number and a lifecycle? Its changes are in the action log, those of all others in the
 * audit log.
 */
export const isDocument = (of: AnyPaper): boolean => Boolean(of.lifecycle) && numberName(of) !== undefined;

/** Return the name of the field with the document number; undefined if the paper has none. */
export const numberName = (of: AnyPaper): string | undefined =>
  fieldsOf(of).find(([, field]) => isPaperNumber(field))?.[0];

/** May a row be removed in its state? With a lifecycle only in the states of `removable`, without one always. */
export const isRemovable = ({ lifecycle: life }: AnyPaper, row: Readonly<Record<string, unknown>>): boolean =>
  !life || (life.removable as readonly string[]).includes(String(row[life.field]));

/** Does the product write these rows about people? They then do not belong to the caller whose request created them. */
export const isAboutSomebody = (paper: AnyPaper): boolean =>
  paper.readOnly === true && Boolean(paper.self || paper.mine?.length);

/** Return the column of a field: `repairNo` is stored in `repair_no`. */
export function columnOf(field: string): string {
  let column = columns.get(field);
  if (column === undefined)
    columns.set(field, (column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)));
  return column;
}

/** Cache by field name. It is bounded, because only names from definitions are looked up. */
const columns = new Map<string, string>();
