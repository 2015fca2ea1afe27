import { isEmpty } from '#kernel/fields/kind.ts';
import { hides } from '#kernel/fields/mask.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label, Language } from '#kernel/language/label.ts';
import { type AnyPaper, storedFields } from '#kernel/language/paper.ts';
import type { DescribeValue } from '../../assembly/behaviour.ts';
import { areSameStored } from '../../rows/stored-row.ts';
import { MAX_CAPTION_LENGTH, valueInWords } from '../../rows/words.ts';
import type { DatabaseSession } from '../session/database-session.ts';

/**
 * Change of one field as text. It is stored with the labels of that time, so later labels do not change the history.
 */
export interface FieldChange {
  readonly field: string;
  readonly label: Label;
  readonly old: string;
  readonly new: string;
  /** Texts in English, where they differ. */ readonly english?: { readonly old: string; readonly new: string };
}

/** Return the fields that differ between two rows. Personal numbers are masked in the log. */
export async function changesBetween(
  tx: DatabaseSession,
  paper: AnyPaper,
  before: Record<string, unknown> | null,
  after: Record<string, unknown>,
): Promise<FieldChange[]> {
  const changed = storedFields(paper).filter(
    ([name, field]) =>
      (!field.secret || field.sealed) &&
      (before
        ? !areSameStored(before[name], after[name])
        : after[name] !== null && after[name] !== undefined && !field.auto),
  );
  const describers = (tx.app.behaviours.get(paper.name)?.describe ?? {}) as Readonly<Record<string, DescribeValue>>;
  return Promise.all(
    changed.map(([name, field]) =>
      describers[name]
        ? describedChange(tx, name, field, describers[name], [before, after])
        : changeOf(tx, name, field, before?.[name], after[name]),
    ),
  );
}

/** Return a change whose texts the behaviour of the paper provides (`describe`). */
async function describedChange(
  tx: DatabaseSession,
  name: string,
  field: Field,
  describe: DescribeValue,
  rows: readonly [Record<string, unknown> | null, Record<string, unknown>],
): Promise<FieldChange> {
  const words = (row: Record<string, unknown> | null, language: Language): Promise<string> | string =>
    row && !isEmpty(row[name])
      ? describe(tx.context, row as never, language).then((text) => text.slice(0, MAX_CAPTION_LENGTH))
      : '';
  const [old, now, oldEnglish, nowEnglish] = await Promise.all(
    rows.map((row) => words(row, 'zh')).concat(rows.map((row) => words(row, 'en'))),
  );
  return {
    field: name,
    label: field.label,
    old,
    new: now,
    ...((old !== oldEnglish || now !== nowEnglish) && { english: { old: oldEnglish, new: nowEnglish } }),
  };
}

/** Log that a secret changed, not its value. */
const sealedAnew = (name: string, label: Label, before: unknown): FieldChange => ({
  field: name,
  label,
  old: before ? '已设置' : '',
  new: '已更换',
  english: { old: before ? 'Set' : '', new: 'Set anew' },
});

async function changeOf(
  tx: DatabaseSession,
  name: string,
  field: Field,
  before: unknown,
  after: unknown,
): Promise<FieldChange> {
  if (field.sealed) return sealedAnew(name, field.label, before);
  const change = {
    field: name,
    label: field.label,
    old: await valueInWords(tx, field, before, 'zh'),
    new: await valueInWords(tx, field, after, 'zh'),
  };
  if (field.paper || hides(field.personal)) return change;
  const english = { old: await valueInWords(tx, field, before, 'en'), new: await valueInWords(tx, field, after, 'en') };
  return english.old === change.old && english.new === change.new ? change : { ...change, english };
}
