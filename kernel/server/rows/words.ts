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

/** So many letters of a value stand in the history. */
export const MOST_TOLD = 500;

const joint = (language: Language): string => (language === 'en' ? ', ' : '、');

/** A value of a field as the history tells it: choices and rows by their names, personal numbers masked; '' for nothing. */
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
    .slice(0, MOST_TOLD);
}

/** How the rows are called that the parts of a structured value point at. */
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

/** A filter of a list (`customerLevel_in`, `vip,normal`) as one reads it: the field by its label, how it is compared, and with what. */
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
  const told = (
    isMany
      ? value
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean)
      : [value]
  ).map((one) => {
    const accepted = kindOf(field).accept(one, field);
    // A day stays a day, where the field itself has hours.
    return 'value' in accepted && !operator.includes('like') && kindOf(field).time !== 'moment'
      ? valueInWords(tx, field, accepted.value, language)
      : hides(field.personal)
        ? masked(one, field.personal)
        : one;
  });
  return `${compared} ${(await Promise.all(told)).join(joint(language))}`;
}
