import { useNavigate } from 'react-router';
import { useRef, useState } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { ask } from '../dialogs/ask.tsx';
import { Refused } from '../http/refused.ts';
import { fetchRow, saveRow } from '../registry/paper-calls.ts';
import type { WireRow } from '../registry/rows.ts';
import { refresh } from '../query/client.ts';
import { offerInstead, toast } from '../toast/toasts.ts';
import { useT } from '../i18n/words.ts';
import { type FormState, type FormValues, changedIn, isUntouchedMask } from './form-state.ts';
import { isFieldShown } from './inputs.ts';
import { linesIn } from './lines-in.ts';
import { type MergeConflict, conflictOf, resolved } from './conflict/merge.ts';

export interface How {
  readonly another?: boolean;
  readonly asDraft?: boolean;
  readonly values?: FormValues;
  readonly force?: Readonly<Record<string, unknown>>;
}

interface SavingOptions {
  readonly of: AnyPaper;
  readonly row: WireRow | null;
  readonly form: FormState;
  readonly judge: (values: FormValues) => boolean;
  readonly onSaved: (row: WireRow, how: How) => void;
  readonly onBlamed: (names: readonly string[]) => void;
  /** Put a value into an input, as a person does. */ readonly change: (name: string, value: unknown) => void;
}

/** What is sent: of a new row all that is filled, of a stored one only what was changed, with the version it was read in. */
function bodyOf(
  of: AnyPaper,
  row: WireRow | null,
  began: FormValues,
  values: FormValues,
  version: number | undefined,
  read: FormValues,
): Record<string, unknown> {
  const shown = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isFieldShown(name, of.shownWhen, values) ? value : null]),
  );
  if (row) {
    const changed = changedIn(shown, began);
    return { id: row.id, version, ...changed, ...readWith(of, changed, read) };
  }
  // What was copied masked is left out: the server copies it again, in clear.
  return Object.fromEntries(
    Object.entries(shown).filter(
      ([name, value]) =>
        value !== null && value !== '' && !(of.fields[name]?.copied && isUntouchedMask(of.fields[name], value)),
    ),
  );
}

/** Which lines the person had before his eyes: those that came in meanwhile are not removed with what he sends. */
function readWith(of: AnyPaper, changed: FormValues, read: FormValues): FormValues {
  const names = linesIn(of)
    .map(({ name }) => name)
    .filter((name) => Array.isArray(changed[name]));
  return names.length
    ? {
        _read: Object.fromEntries(
          names.map((name) => [
            name,
            (Array.isArray(read[name]) ? (read[name] as FormValues[]) : []).map((one) => one.id),
          ]),
        ),
      }
    : {};
}

export const isDraft = (of: AnyPaper, row: WireRow | null): boolean =>
  Boolean(of.lifecycle && row && row[of.lifecycle.field] === 'draft');

/** May it be kept unfinished, as a draft of the paper itself? */
export const hasDraft = (of: AnyPaper, row: WireRow | null): boolean =>
  (of.lifecycle?.moves ?? []).some((move) => move[0] === '*' && move[1] === 'draft') && (!row || isDraft(of, row));

/** Saving, and every way in which it may be refused. */
export function useSaving({ of, row, form, judge, onSaved, onBlamed, change }: SavingOptions) {
  const t = useT();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<MergeConflict | null>(null);
  // The row as it was read last: when the form began, or when somebody else was found to have changed it.
  const read = useRef<WireRow | null>(row);

  async function save(how: How = {}): Promise<void> {
    const values = how.values ?? form.values;
    if (!how.asDraft && !judge(values)) return;
    setBusy(true);
    try {
      const saved = await saveRow(
        of,
        {
          ...bodyOf(of, row, form.began, values, read.current?.version, read.current ?? {}),
          ...(how.asDraft ? { draft: true } : {}),
          ...how.force,
        },
        { quiet: true },
      );
      toast.good(
        row ? t(['更新成功', 'Saved']) : how.asDraft ? t(['草稿已保存', 'Draft saved']) : t(['新增成功', 'Added']),
      );
      setConflict(null);
      refresh(of.name);
      onSaved(saved, how);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await refused(error, values, how);
    } finally {
      setBusy(false);
    }
  }

  async function refused(said: Refused, values: FormValues, how: How): Promise<void> {
    if (said.reason === 'row.changed' && row) return merge(said, values, how);
    const force = of.duplicates?.force;
    if (force && said.code === 409 && /duplicate|same|taken/i.test(said.reason)) {
      const yes = await ask({
        title: t(of.duplicates.said),
        text: said.message,
        yes: t(['仍然保存', 'Save all the same']),
      });
      return yes ? save({ ...how, force: { [force]: true } }) : undefined;
    }
    const { to } = said.data;
    if (typeof to === 'string' && /^\/[\w/]+\?/.test(to))
      toast.bad(said.message, undefined, { label: t(['查看', 'Open']), run: () => void navigate(to) });
    offerInstead(said, ({ field, id }) => change(field, id));
    // What is wrong in a line has no input of the paper itself to stand at.
    if (!said.fields.some((one) => of.fields[one.field])) return toast.bad(said.message);
    form.blame(Object.fromEntries(said.fields.map((one) => [one.field, one.msg])));
    return onBlamed(said.fields.map((one) => one.field));
  }

  /** Somebody saved in between: without overlap both are kept, else the person chooses; choices made stay when it happens again. */
  async function merge(said: Refused, values: FormValues, how: How): Promise<void> {
    // The refusal names who changed what; what stands there now is read, so that nothing is ever merged with a guess.
    const stored = await fetchRow(of, String(row?.id));
    const found = conflictOf(of, form.began, values, stored, said);
    read.current = { ...stored, version: found.version };
    if (found.rows.length === 0)
      return save({ ...how, values: { ...found.theirs, ...changedIn(values, form.began), ...resolved(found, {}) } });
    return setConflict((before) => (before ? { ...found, chosen: before.chosen } : found));
  }

  return { busy, save, conflict, setConflict };
}
