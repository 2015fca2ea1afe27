import type { WireRow } from '#kernel/web/registry/rows.ts';

/** A group or an item of a dictionary as its calls answer it. */
export interface WireItem extends WireRow {
  readonly parentId: string;
  readonly code: string;
  readonly dictKey: string | number;
  readonly dictValue: string;
  readonly dictValueEn: string;
  readonly tone: string;
  readonly sort: number;
  readonly isSealed: number;
  readonly remark: string;
  readonly pic: string;
  readonly children?: readonly WireItem[];
}

/** Why a key stays as it is. */
export type Keeper = 'sealed' | 'program' | null;

export interface FieldUse {
  readonly paper: string;
  readonly title: string;
  readonly field: string;
  readonly label: string;
  readonly path: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** Where the keys of a dictionary are carried. */
export interface Uses {
  readonly code: string;
  readonly fields: readonly FieldUse[];
  readonly saved: readonly { readonly key: string; readonly count: number }[];
  readonly items: readonly {
    readonly id: string;
    readonly dictKey: string;
    readonly dictValue: string;
    readonly count: number;
    readonly keeper: Keeper;
  }[];
  /** Keys that rows carry and no item explains. */
  readonly lost: readonly { readonly dictKey: string; readonly count: number }[];
}

/** What a change of a key would touch. */
export interface Touched {
  readonly fields: readonly (Omit<FieldUse, 'counts'> & { readonly count: number })[];
  readonly rows: number;
  readonly saved: number;
  readonly children?: number;
}
