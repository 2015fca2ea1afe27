import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper, FieldName } from '#kernel/language/paper.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { FigurePlace, FigureUnit } from './figure.rules.ts';
import type { Context, Fragment, Reading, Relation } from '#kernel/server';

/** Bounds of a figure that managers want: values below or above them are printed red. */
export interface FigureLimit {
  readonly below?: number;
  readonly above?: number;
}

/** The part of a figure that pages show. */
export interface FigureFace {
  /** Unique name, stored with each day; never rename it. */
  readonly name: string;
  readonly label: Label;
  /** A shorter label for narrow places. */
  readonly short?: Label;
  readonly unit: FigureUnit;
  /** The direction in which a change is good: 1 up, -1 down, 0 neither. */
  readonly good: 1 | -1 | 0;
  /** Threshold of a change that is shown: a share of the value, or percentage points for a figure in per cent. */
  readonly least: number;
  /** Place in the order of figures; lower comes first. */
  readonly sort: number;
  readonly shown: readonly FigurePlace[];
  /** Number of days before today whose values may still change; absent if there are none. */
  readonly provisionalDays?: number;
  readonly limit?: FigureLimit;
  /** Name of the figure of which the tile shows this one as a share. */
  readonly shareOf?: string;
}

/** Condition on one field: equal to a word or boolean, one of several words, none of them, or above a number. */
export type FigureCondition =
  string | boolean | readonly string[] | { readonly not: readonly string[] } | { readonly above: number };

/** A field that holds a day or a moment. */
type TimeOf<P extends AnyPaper> = FieldName<P> | 'createTime';

export type FigureWhere<P extends AnyPaper = AnyPaper> = { readonly [K in FieldName<P>]?: FigureCondition };

/** A row of another table from which the team or system of a row is read. */
export interface FigureLink {
  /** A relation of another room, or the own paper. */
  readonly table: Relation | AnyPaper;
  readonly alias: string;
  /** SQL condition that joins it to the row `t`. The tenant is compared in addition. */
  readonly on: string;
  readonly field: string;
}

/** Where the team or system of a row is read: the first of these linked rows that has a value. */
export interface FigureGroup {
  /** The field whose kind parses the values of the cockpit's filter. */
  readonly reads: Field;
  readonly links: readonly FigureLink[];
}

/**
 * The amount to sum: the number of all rows, the number of those that match, a field, or an SQL expression over the row
 * `t`.
 */
export type FigureAmount<P extends AnyPaper = AnyPaper> =
  'count' | { readonly count: FigureWhere<P> } | { readonly sum: FieldName<P> } | { readonly sql: Fragment };

/**
 * Distribution of a day's rows: by hour, by age in days (with a count of those older than a week), or their number
 * alone.
 */
export type FigureBins<P extends AnyPaper = AnyPaper> =
  | { readonly hour: true }
  | {
      readonly age: TimeOf<P>;
      /** The number of rows that are older than a week. */
      readonly fact: {
        readonly name: string;
        readonly label: Label;
        readonly short: Label;
        readonly limit: number;
      };
    }
  | { readonly rows: string };

/**
 * A row returned by a figure's own statement or function: numerator and denominator of one day, team, technician and
 * system.
 */
export interface FigureRow {
  readonly day: string;
  readonly team: string;
  readonly technicianId: string;
  readonly system: string;
  readonly num: number;
  readonly den: number;
}

/** The days that a statement counts, both included. */
export interface FigureSpan {
  readonly tenantId: string;
  readonly from: string;
  readonly to: string;
}

interface Stored<P extends AnyPaper> extends FigureFace {
  /**
   * The paper whose rows are counted. Its list opens behind the figure; its view right and `reads` decide which people
   * see the figure.
   */
  readonly of?: P;
  /** The relation of the paper, if another room owns the paper. */
  readonly from?: Relation;
  /** The field that holds the day for which a row counts. */
  readonly day?: TimeOf<P>;
  readonly where?: FigureWhere<P>;
  /** A further SQL condition over the row `t`, which filters of the paper's list cannot express. */
  readonly only?: Fragment;
  readonly team?: FieldName<P> | FigureGroup;
  readonly system?: FieldName<P> | FigureGroup;
  readonly technician?: FieldName<P>;
  readonly num?: FigureAmount<P>;
  /** The denominator of a share, or the name of a figure that is stored for itself and divides this one. */
  readonly den?: FigureAmount<P> | { readonly figure: string };
  readonly bins?: FigureBins<P>;
  /** Store one figure for each value of this field, named by the figure's name and the value. */
  readonly split?: FieldName<P>;
  /** For the state of rows at the end of each day, such as open orders, instead of a sum of the day's rows. */
  readonly state?: {
    readonly now: FigureWhere<P>;
    /**
     * Rebuilds days before the first count: a row counts from `since` to the first non-null of `until`, or without end
     * while it matches `now`.
     */
    readonly before?: {
      readonly since: TimeOf<P>;
      readonly until: readonly (FieldName<P> | 'updateTime')[];
      readonly where?: FigureWhere<P>;
    };
    /** The field by which its list is sorted, oldest first. */
    readonly oldestBy?: TimeOf<P>;
  };
  /** A statement in place of the fields above, with columns day, team, technician_id, repair_type, num, den. */
  readonly sql?: (span: FigureSpan) => Fragment;
  /** Compute the rows in code, for figures that no single statement can count. */
  readonly rows?: (context: Context, from: string, to: string) => Promise<readonly FigureRow[]>;
  /** The groups by which `sql` and `rows` distinguish their rows. */
  readonly by?: readonly ('team' | 'system' | 'technician')[];
  /**
   * Fields of the paper that the figure is counted from. People from whom one of them is hidden do not see the figure.
   */
  readonly reads?: readonly FieldName<P>[];
  /** Further buttons that a reader of the figure must hold. */
  readonly needs?: readonly string[];
  /** The first row of this figure decides the first day of the company. */
  readonly opens?: true;
  /** While `isWhole` is false for the last day of a span, the figure of the span is incomplete. */
  readonly whole?: {
    /** Name of the note on the tile while the figure is incomplete. */
    readonly fact: string;
    readonly label: Label;
    readonly isWhole: (reading: Reading, to: string) => Promise<boolean>;
  };
}

/** A figure whose rows are stored day by day. */
export type StoredFigure = Stored<AnyPaper> & { readonly kind: 'figure' };

/** A figure that is computed from stored figures. */
export interface DerivedFigure extends FigureFace {
  readonly kind: 'derived';
  /** Names of stored figures, each with the sign by which it is added. */
  readonly of: Readonly<Record<string, 1 | -1>>;
  /** Add the numbers of rows of these figures, not their sums. */
  readonly takes?: 'rows';
}

export type AnyFigure = StoredFigure | DerivedFigure;

/** Define a stored figure, in a file of the room that owns the counted rows. */
export const figure = <P extends AnyPaper>(options: Stored<P>): StoredFigure =>
  ({ ...options, kind: 'figure' }) as unknown as StoredFigure;

/** Define a figure that is computed from stored figures. */
export const derived = (options: Omit<DerivedFigure, 'kind'>): DerivedFigure => ({ ...options, kind: 'derived' });

/** The figures of every room. */
export const cockpitFigures = contribution<AnyFigure>('cockpit.figures');
