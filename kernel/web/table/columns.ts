import type { ReactNode } from 'react';
import { cellOf } from '#kernel/fields/kinds.view.tsx';
import { kindOf } from '#kernel/fields/kinds.ts';
import { hides } from '#kernel/fields/mask.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { captionField } from '#kernel/language/caption.ts';
import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import { type Label, type Language } from '#kernel/language/label.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { marked } from '../actions/switching.tsx';
import type { WireRow } from '../registry/rows.ts';
import type { Slots } from '../registry/screens.ts';
import type { ColumnWish } from '../query/list-settings.ts';

export interface Column {
  readonly key: string;
  readonly label: Label;
  readonly width: number;
  readonly pin?: 'start' | 'end';
  readonly end?: boolean;
  readonly unbroken?: boolean;
  readonly sorts: boolean;
  /** Its value is taken along with one press. */
  readonly copies?: boolean;
  readonly cell: (row: WireRow, language: Language) => ReactNode;
}

/** More than these start hidden; they are in the column settings. */
const AT_FIRST = 12;
/** Texts of at most so many characters are names and codes, which need less room than sentences. */
const SHORT = 64;
const NAME_WIDTH = 112;
const PILL_WIDTH = 116;
const NARROWEST = 76;

const createTime: Field = moment(['创建时间', 'Created']);

/** The fields a list may show: those of the definition, then when the row was made. */
export const listedFields = (of: AnyPaper): [string, Field][] => [
  ...fieldsOf(of).filter(([, field]) => field.list && !field.secret && !field.wire),
  ['createTime', createTime],
];

const isToned = (field: Field): boolean => Object.values(field.dictionary?.items ?? {}).some((item) => item[2]);

/** Two levels of a tree and its arrow, before the words begin. */
const TREE_ROOM = 64;
/** The arrow alone, where a row shows its lines. */
const ARROW_ROOM = 32;

/** The edges of a head, and its letters: Chinese ones are as wide as they are high. */
const HEAD_EDGES = 32;
const headWidth = (words: string): number =>
  HEAD_EDGES + [...words].reduce((sum, letter) => sum + (/[\u2e80-\uffef]/.test(letter) ? 12 : 7), 0);

function valueWidth(field: Field): number {
  if (field.width) return field.width;
  if (isToned(field)) return PILL_WIDTH;
  return Math.max(
    NARROWEST,
    kindOf(field).freeText === 'line' && field.max !== undefined && field.max <= SHORT
      ? NAME_WIDTH
      : kindOf(field).width,
  );
}

/** A column is as wide as its values want, and never narrower than its head. */
const widthOf = (field: Field, language: Language): number =>
  Math.max(valueWidth(field), headWidth(field.label[language === 'en' ? 1 : 0]));

/** Masked values cannot be sorted, for that would tell what they hide. */
const sorts = (field: Field): boolean => kindOf(field).orders && !field.computed && !hides(field.personal);

const stepRoom = (of: AnyPaper): number => (of.tree ? TREE_ROOM : of.lines ? ARROW_ROOM : 0);

/** By which of its names a row is called in its list: an English reader reads the English one, where no column of its own shows it. */
const isCalledInEnglish = (of: AnyPaper, name: string, language: Language): boolean =>
  language === 'en' && name === of.caption && of.englishCaption !== undefined && !of.fields[of.englishCaption]?.list;

/** Room for such a name. */
const ENGLISH_NAME = 180;

function columnOf(of: AnyPaper, name: string, field: Field, slots: Slots, language: Language): Column {
  const kind = kindOf(field);
  const isEnglish = isCalledInEnglish(of, name, language);
  const own = (slots.columns as Record<string, ((row: WireRow) => ReactNode) | undefined> | undefined)?.[name];
  return {
    key: name,
    label: field.label,
    width: Math.max(widthOf(field, language), isEnglish ? ENGLISH_NAME : 0) + (name === of.caption ? stepRoom(of) : 0),
    pin: name === of.caption ? 'start' : undefined,
    end: kind.align === 'end',
    unbroken: kind.unbroken,
    sorts: sorts(field),
    copies: isPaperNumber(field),
    cell: marked(
      of,
      name,
      own
        ? (row) => own(row)
        : (row, language) => {
            const called = isEnglish ? captionField(of, row, language) : name;
            // Some columns stand in no definition: when a row was made, and by whom.
            return cellOf(row, called, called === name ? field : of.fields[called], language);
          },
    ),
  };
}

/** All columns of a paper in the order and width the person wants, the hidden ones told apart; their heads are read in his language. */
export function tableColumnsOf(
  of: AnyPaper,
  slots: Slots,
  wishes: readonly ColumnWish[],
  language: Language,
): { shown: Column[]; all: { column: Column; hidden: boolean }[] } {
  const fields = listedFields(of);
  const caption = fields.find(([name]) => name === of.caption);
  // The fields that matter on a phone matter most here too, unless the paper says others: they come first, in their order.
  const rank = new Map((of.columns ?? of.card ?? []).map((name, at) => [name as string, at]));
  const rankOf = (one: readonly [string, Field]): number => (one === caption ? -1 : (rank.get(one[0]) ?? rank.size));
  const ordered = fields.toSorted((one, other) => rankOf(one) - rankOf(other));
  const defined = ordered.map(([name, field], at) => ({
    column: columnOf(of, name, field, slots, language),
    hidden: at >= AT_FIRST,
  }));
  const wish = new Map(wishes.map((one, at) => [one.key, { ...one, at }]));
  const all = defined
    .map(({ column, hidden }, at) => {
      const wanted = wish.get(column.key);
      const pin = wanted?.pin === 'none' ? undefined : (wanted?.pin ?? column.pin);
      return {
        column: { ...column, width: wanted?.width ?? column.width, pin },
        hidden: wanted?.hidden ?? hidden,
        at: wanted?.at ?? at + 0.5,
      };
    })
    .toSorted((one, other) => one.at - other.at);
  const place = (column: Column): number => (column.pin === 'start' ? 0 : column.pin === 'end' ? 2 : 1);
  return {
    shown: all
      .filter((one) => !one.hidden)
      .map((one) => one.column)
      .toSorted((one, other) => place(one) - place(other)),
    all,
  };
}
