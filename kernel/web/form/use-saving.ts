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
  /** Reason of the change; empty: none. */ readonly why: string;
  readonly onSaved: (row: WireRow, how: How) => void;
  readonly onBlamed: (names: readonly string[]) => void;
  /** Set the value of an input as if the person typed it, so that dependent fields follow. */
  readonly change: (name: string, value: unknown) => void;
}

/**
 * Return the body of a save. A new row sends all filled values; a stored one sends the changed values and the version
 * that was read.
 */
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
  // Leave out copied values that are still masked, because the server copies them again in clear.
  return Object.fromEntries(
    Object.entries(shown).filter(
      ([name, value]) =>
        value !== null && value !== '' && !(of.fields[name]?.copied && isUntouchedMask(of.fields[name], value)),
    ),
  );
}

/**
 * Return the ids of the lines that were read with the row, so that the save does not remove lines that others have
 * added.
 */
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

/** Return the inputs of a save beside the values: draft, reason, and what forces a refused save. */
const besideValues = ({ asDraft, force }: How, why: string): Record<string, unknown> => ({
  ...(asDraft && { draft: true }),
  ...(why.trim() && { reason: why.trim() }),
  ...force,
});

export const isDraft = (of: AnyPaper, row: WireRow | null): boolean =>
  Boolean(of.lifecycle && row && row[of.lifecycle.field] === 'draft');

/** Return whether a row may be saved as a draft: the lifecycle has this state, and the row is new or in it. */
export const hasDraft = (of: AnyPaper, row: WireRow | null): boolean =>
  (of.lifecycle?.moves ?? []).some((move) => move[0] === '*' && move[1] === 'draft') && (!row || isDraft(of, row));

/** Return the state and the functions of saving a form, which handle conflicts and all other refusals. */
export function useSaving({ of, row, form, judge, why, onSaved, onBlamed, change }: SavingOptions) {
  const t = useT();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<MergeConflict | null>(null);
  // The row as it was last read: when the form opened, or after a conflict.
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
          ...besideValues(how, why),
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

  async function refused(refusal: Refused, values: FormValues, how: How): Promise<void> {
    if (refusal.reason === 'row.changed' && row) return merge(refusal, values, how);
    const force = of.duplicates?.force;
    if (force && refusal.code === 409 && /duplicate|same|taken/i.test(refusal.reason)) {
      const yes = await ask({
        title: t(of.duplicates.said),
        text: refusal.message,
        yes: t(['仍然保存', 'Save all the same']),
      });
      return yes ? save({ ...how, force: { [force]: true } }) : undefined;
    }
    const { to } = refusal.data;
    if (typeof to === 'string' && /^\/[\w/]+\?/.test(to))
      toast.bad(refusal.message, undefined, { label: t(['查看', 'Open']), run: () => void navigate(to) });
    offerInstead(refusal, ({ field, id }) => change(field, id));
    // No input of the paper can show a problem of a line, so show the problem in a toast.
    if (!refusal.fields.some((one) => of.fields[one.field])) return toast.bad(refusal.message);
    form.blame(Object.fromEntries(refusal.fields.map((one) => [one.field, one.msg])));
    return onBlamed(refusal.fields.map((one) => one.field));
  }

  /**
   * Merge a change that somebody else saved in the meantime. Without conflicts the result is saved; otherwise the
   * person chooses. Choices survive a further merge.
   */
  async function merge(refusal: Refused, values: FormValues, how: How): Promise<void> {
    // The refusal contains the changes and their authors. The stored row is read as well, because the merge needs all
    // its values.
    const stored = await fetchRow(of, String(row?.id));
    const found = conflictOf(of, form.began, values, stored, refusal);
    read.current = { ...stored, version: found.version };
    if (found.rows.length === 0)
      return save({ ...how, values: { ...found.theirs, ...changedIn(values, form.began), ...resolved(found, {}) } });
    return setConflict((before) => (before ? { ...found, chosen: before.chosen } : found));
  }

  return { busy, save, conflict, setConflict };
}
