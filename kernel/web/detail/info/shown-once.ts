import { captionField } from '#kernel/language/caption.ts';
import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import type { Language } from '#kernel/language/label.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { hides } from '#kernel/fields/mask.ts';

/** A row with the captions of its references. */
interface Named {
  readonly _names?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** A value in the head of a record: its field, the fields it covers, and whether it needs a label. */
export interface HeadValue {
  readonly name: string;
  readonly says: readonly string[];
  readonly labelled: boolean;
}

/** Maximum length of a text in a head; the fields below show the whole text. */
const MAX_IN_HEAD = 120;

/**
 * Return the reference whose caption equals this text field. Such a text was copied from the referenced row at the
 * creation.
 */
export const repeated = (of: AnyPaper, row: Named, name: string): string | undefined =>
  kindOf(of.fields[name]).freeText === 'line' && !isEmpty(row[name])
    ? fieldsOf(of).find(
        ([other, field]) =>
          other !== name && kindOf(field).pointsTo === 'row' && !field.many && row._names?.[other] === row[name],
      )?.[0]
    : undefined;

const isSecret = (field: Field, value: unknown): boolean => hides(field.personal) && String(value).includes('****');

/**
 * Return whether a value needs its label to be understood, like a number or a time. Texts, references and dictionary
 * keys do not need it.
 */
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

/**
 * Return the fields that the head of a record shows: number, caption and hints. A masked value is left out, because
 * only the fields below can reveal it.
 */
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

/** Return whether a text is too long for a head. */
export const isLongForHead = (of: AnyPaper, row: Named, name: string): boolean =>
  kindOf(of.fields[name]).freeText !== undefined && String(row[name] ?? '').length > MAX_IN_HEAD;

/** Return the beginning of a text that is too long for a head. */
export const beginningOf = (value: unknown): string => `${String(value).slice(0, MAX_IN_HEAD).trimEnd()}…`;

/** Return the fields that the record shows elsewhere: in its head, or as a reference from which they were copied. */
export function shownElsewhere(of: AnyPaper, row: Named, language: Language): ReadonlySet<string> {
  const { number, caption, hints } = headOf(of, row, language);
  const inHead = [caption, ...hints].flatMap((one) => (isLongForHead(of, row, one.name) ? [] : one.says));
  const words = new Set(inHead.filter((name) => kindOf(of.fields[name]).freeText).map((name) => row[name]));
  const copies = fieldsOf(of).flatMap(([name, field]) =>
    repeated(of, row, name) || (kindOf(field).freeText === 'line' && words.has(row[name])) ? [name] : [],
  );
  return new Set([...(number ? [number] : []), ...inHead, ...copies]);
}
