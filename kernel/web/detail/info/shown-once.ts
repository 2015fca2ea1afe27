import { captionField } from '#kernel/language/caption.ts';
import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import type { Language } from '#kernel/language/label.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { hides } from '#kernel/fields/mask.ts';

/** A row with the words of what its fields point at. */
interface Named {
  readonly _names?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** A value in the head of a record: by which field it is shown, which fields it says, and whether it needs its label to be understood. */
export interface HeadValue {
  readonly name: string;
  readonly says: readonly string[];
  readonly labelled: boolean;
}

/** So much of a long text stands in a head; more of it is read below. */
const MOST_IN_HEAD = 120;

/** The reference whose caption a text repeats: a copy that was taken when the row was made. */
export const repeated = (of: AnyPaper, row: Named, name: string): string | undefined =>
  kindOf(of.fields[name]).freeText === 'line' && !isEmpty(row[name])
    ? fieldsOf(of).find(
        ([other, field]) =>
          other !== name && kindOf(field).pointsTo === 'row' && !field.many && row._names?.[other] === row[name],
      )?.[0]
    : undefined;

const isSecret = (field: Field, value: unknown): boolean => hides(field.personal) && String(value).includes('****');

/** A number or a moment says nothing without its name; words and references do. */
const isDumb = (field: Field): boolean => {
  const { freeText, pointsTo } = kindOf(field);
  return !freeText && !pointsTo && !field.dictionary;
};

function headValue(of: AnyPaper, row: Named, name: string): HeadValue {
  const reference = repeated(of, row, name);
  return {
    name: reference ?? name,
    says: reference ? [name, reference] : [name],
    labelled: isDumb(of.fields[name]),
  };
}

/** What the head of a record shows: its caption, and the hints that tell it from others. A masked value stays below, where it is shown in clear. */
export function headOf(
  of: AnyPaper,
  row: Named,
  language: Language,
): { readonly number: string | undefined; readonly caption: HeadValue; readonly hints: readonly HeadValue[] } {
  const caption = captionField(of, row, language);
  const hints = ((of.hint ?? []) as readonly string[]).filter(
    (name) => name !== caption && !isEmpty(row[name]) && !isSecret(of.fields[name], row[name]),
  );
  return {
    number: isPaperNumber(of.fields[of.caption]) ? String(of.caption) : undefined,
    caption: headValue(of, row, caption),
    hints: hints.map((name) => headValue(of, row, name)),
  };
}

/** Is a text too long for a head as a whole? */
export const isLongForHead = (of: AnyPaper, row: Named, name: string): boolean =>
  kindOf(of.fields[name]).freeText !== undefined && String(row[name] ?? '').length > MOST_IN_HEAD;

/** The beginning of a text that is too long for a head. */
export const beginningOf = (value: unknown): string => `${String(value).slice(0, MOST_IN_HEAD).trimEnd()}…`;

/** The fields whose values a reader finds elsewhere in the record: in its head, or in a reference they were copied from. */
export function shownElsewhere(of: AnyPaper, row: Named, language: Language): ReadonlySet<string> {
  const { number, caption, hints } = headOf(of, row, language);
  const inHead = [caption, ...hints].flatMap((one) => (isLongForHead(of, row, one.name) ? [] : one.says));
  const words = new Set(inHead.filter((name) => kindOf(of.fields[name]).freeText).map((name) => row[name]));
  const copies = fieldsOf(of).flatMap(([name, field]) =>
    repeated(of, row, name) || (kindOf(field).freeText === 'line' && words.has(row[name])) ? [name] : [],
  );
  return new Set([...(number ? [number] : []), ...inHead, ...copies]);
}
