import { isEmpty, operatorWords } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { hides, masked } from '#kernel/fields/mask.ts';
import { pointingParts } from '#kernel/fields/structured/structured.ts';
import type { Field } from '#kernel/language/field.ts';
import { type Language, labelIn } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { wholeOf } from '#kernel/language/rights/readable.ts';
import { ruleWords } from '#kernel/language/row-rule.ts';
import { readName } from '../list/filter.ts';
import type { DatabaseSession } from '../write/session/database-session.ts';

/** Maximum length of a value in the history. */
export const MAX_CAPTION_LENGTH = 500;

const joint = (language: Language): string => (language === 'en' ? ', ' : '、');

/**
 * Return a value of a field as the history shows it: captions of choices and rows, personal numbers masked; '' for
 * nothing.
 */
export async function valueInWords(
  tx: DatabaseSession,
  field: Field,
  value: unknown,
  language: Language,
): Promise<string> {
  if (value === null || value === undefined || value === '') return '';
  if (hides(field.personal)) return masked(String(value), field.personal);
  if (field.dictionary) {
    const choices = await tx.app.ports.choices(tx.tenantId, field.dictionary.code);
    const named = (Array.isArray(value) ? value : [value]).map((key) => ({
      key,
      label: choices.find((choice) => choice.key === String(key))?.label,
    }));
    return named.map(({ key, label }) => (label ? labelIn(label, language) : String(key))).join(joint(language));
  }
  if (field.paper) return tx.captions(field.paper, Array.isArray(value) ? value.map(String) : [String(value)]);
  const names = await partNames(tx, field, value);
  return kindOf(field)
    .text(value, field, { language, name: (of, key) => names.get(`${of.paper} ${key}`) })
    .slice(0, MAX_CAPTION_LENGTH);
}

/** Return the captions of the rows in the parts of a structured value. */
async function partNames(tx: DatabaseSession, field: Field, value: unknown): Promise<ReadonlyMap<string, string>> {
  const rows = (Array.isArray(value) ? value : [value]) as readonly (Readonly<Record<string, unknown>> | null)[];
  const pointed = pointingParts(field).flatMap((part) =>
    rows.flatMap((row) => (isEmpty(row?.[part.name]) ? [] : [{ paper: part.paper!, id: String(row![part.name]) }])),
  );
  return new Map(
    await Promise.all(
      pointed.map(async ({ paper, id }) => [`${paper} ${id}`, await tx.captions(paper, [id])] as const),
    ),
  );
}

/**
 * Return a filter of a list (`customerLevel_in`, `vip,normal`) as text: the label of the field, the operator, and the
 * value.
 */
export async function conditionInWords(
  tx: DatabaseSession,
  paper: AnyPaper,
  key: string,
  value: string,
  language: Language,
): Promise<string> {
  const read = readName(wholeOf(paper), key);
  if (!read) return `${key} ${value}`;
  const { field } = read;
  const operator = read.operator === '' && field.filter === 'like' ? 'like' : read.operator;
  const compared = `${labelIn(field.label, language)} ${labelIn(operatorWords[operator], language)}`;
  if (operator === 'null' || operator === 'notnull') return compared;
  if (Object.hasOwn(ruleWords, value)) return `${compared} ${labelIn(ruleWords[value], language)}`;
  const isMany = operator === 'in' || operator === 'notin' || kindOf(field).chosen;
  const texts = (
    isMany
      ? value
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean)
      : [value]
  ).map((one) => {
    const accepted = kindOf(field).accept(one, field);
    // Show the value of a field with a time of day as typed: it may be a day only.
    return 'value' in accepted && !operator.includes('like') && kindOf(field).time !== 'moment'
      ? valueInWords(tx, field, accepted.value, language)
      : hides(field.personal)
        ? masked(one, field.personal)
        : one;
  });
  return `${compared} ${(await Promise.all(texts)).join(joint(language))}`;
}
