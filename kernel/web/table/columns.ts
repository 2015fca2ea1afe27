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
  /** A value of this column can be copied by a click. */
  readonly copies?: boolean;
  readonly cell: (row: WireRow, language: Language) => ReactNode;
}

/** Columns above this number start hidden; the column settings show them. */
const AT_FIRST = 12;
/** Maximum length of texts that count as names or codes, which need less width than sentences. */
const SHORT = 64;
const NAME_WIDTH = 112;
const PILL_WIDTH = 116;
const NARROWEST = 76;

const createTime: Field = moment(['创建时间', 'Created']);

/** Return the fields a list may show: those of the definition, then the creation time. */
export const listedFields = (of: AnyPaper): [string, Field][] => [
  ...fieldsOf(of).filter(([, field]) => field.list && !field.secret && !field.wire),
  ['createTime', createTime],
];

const isToned = (field: Field): boolean => Object.values(field.dictionary?.items ?? {}).some((item) => item[2]);

/** Extra width in px of the first column of a tree: two levels and the arrow. */
const TREE_ROOM = 64;
/** Extra width in px of the first column if rows can show their lines: the arrow. */
const ARROW_ROOM = 32;

/** Horizontal padding of a column header in px. */
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

/** Return the width of a column: that of its values, and at least that of its head. */
const widthOf = (field: Field, language: Language): number =>
  Math.max(valueWidth(field), headWidth(field.label[language === 'en' ? 1 : 0]));

/** Return whether a column can be sorted. Masked values cannot, because the order would reveal them. */
const sorts = (field: Field): boolean => kindOf(field).orders && !field.computed && !hides(field.personal);

const stepRoom = (of: AnyPaper): number => (of.tree ? TREE_ROOM : of.lines ? ARROW_ROOM : 0);

/**
 * Return whether the caption column shows the English name: for English readers, unless the list has a column for it.
 */
const isCalledInEnglish = (of: AnyPaper, name: string, language: Language): boolean =>
  language === 'en' && name === of.caption && of.englishCaption !== undefined && !of.fields[of.englishCaption]?.list;

/** Minimum width in px of a column with English names. */
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
            // The creation time has a column but is not in `of.fields`, so use the field that was passed.
            return cellOf(row, called, called === name ? field : of.fields[called], language);
          },
    ),
  };
}

/** Return all columns of a paper in the person's order and width, and which are shown. Heads are in `language`. */
export function tableColumnsOf(
  of: AnyPaper,
  slots: Slots,
  wishes: readonly ColumnWish[],
  language: Language,
): { shown: Column[]; all: { column: Column; hidden: boolean }[] } {
  const fields = listedFields(of);
  const caption = fields.find(([name]) => name === of.caption);
  // Columns begin with those that the paper names, else with the fields of its card.
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
