import { kindOf } from '#kernel/fields/kinds.ts';
import { SegmentedControl } from '../../pickers/choice/segmented-control.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useId, useState } from 'react';
import type { Fields } from '#kernel/language/field.ts';
import { Dialog } from '../../dialogs/dialog.tsx';
import { DialogButtons } from '../../dialogs/dialog-buttons.tsx';
import { changeAsksWhy } from '#kernel/fields/paper-fields.ts';
import { WhyInput } from '../../dialogs/why-input.tsx';
import { FieldInput } from '../../form/field-input.tsx';
import { inputNames } from '../../form/groups.ts';
import { problemOf } from '../../form/form-state.ts';
import { postJson } from '../../http/http.ts';
import { callOf, matchingOf } from '../../registry/paper-calls.ts';
import type { BatchAnswer } from '../../registry/rows.ts';
import { refresh } from '../../query/client.ts';
import { toast } from '../../toast/toasts.ts';
import { useT } from '../../i18n/words.ts';
import { counted, grouped } from '../../i18n/plural.ts';
import { takenBack } from '../state/taken-back.ts';
import type { ListScreenState } from '../state/use-list-screen.ts';

type Choice = 'leave' | 'set' | 'clear';

/**
 * Return the fields that may be set in many rows: not unique, not personal, and without an input of the paper's own
 * screen.
 */
function bulkNames(screen: ListScreenState): string[] {
  const life = screen.of.lifecycle;
  const fields = screen.of.fields as Fields;
  return inputNames(screen.of).filter(
    (name) => !fields[name].unique && !fields[name].personal && name !== life?.field && !kindOf(fields[name]).perRow,
  );
}

/**
 * The dialog that changes many rows alike: each field stays, gets a value, or is emptied. It shows the number of rows.
 */
export function BulkDialog({ screen, onClose }: { screen: ListScreenState; onClose: () => void }): ReactElement {
  const t = useT();
  const id = useId();
  const { of, selection } = screen;
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({});
  const [busy, setBusy] = useState(false);
  const [why, setWhy] = useState('');
  const target = selection.allMatching
    ? { matching: matchingOf(screen.filters, screen.rows.page?.total ?? 0) }
    : { ids: [...selection.ids] };
  const names = bulkNames(screen);
  const fields = of.fields as Fields;
  const set = Object.fromEntries(
    Object.entries(choices)
      .filter(([, choice]) => choice !== 'leave')
      .map(([name, choice]) => [name, choice === 'clear' ? null : (values[name] ?? null)]),
  );
  const wrong = Object.fromEntries(
    Object.keys(set)
      .filter((name) => choices[name] === 'set')
      .flatMap((name) => {
        const problem = problemOf({ ...fields[name], required: true }, values[name]);
        return problem ? [[name, problem] as const] : [];
      }),
  );
  const { data: dry } = useQuery({
    queryKey: ['list', of.name, 'bulk', target],
    queryFn: () => postJson<{ count: number }>(callOf(of, 'bulk'), { ...target, set: {}, dry: true }, { quiet: true }),
  });
  const count = dry?.count ?? (selection.allMatching ? (screen.rows.page?.total ?? 0) : selection.size);
  const changed = Object.keys(set).length;
  const isWhyAsked = changeAsksWhy(of, Object.keys(set));

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const answer = await postJson<BatchAnswer & { before: Readonly<Record<string, object>> }>(callOf(of, 'bulk'), {
        ...target,
        set,
        ...(isWhyAsked && why.trim() && { reason: why.trim() }),
      });
      refresh(of.name);
      if (answer.failed.length) screen.acting.notify(answer);
      if (answer.success.length)
        toast.good(
          t(['更新成功', 'Saved']),
          Object.values(answer.before).some((was) => Object.keys(was).length)
            ? {
                label: t(['撤销', 'Undo']),
                run: () => void takenBack(postJson(callOf(of, 'bulk'), { rows: answer.before }), of, screen.acting),
              }
            : undefined,
        );
      selection.clear();
      onClose();
    } finally {
      setBusy(false);
    }
  }

  const foot = (
    <>
      <span className="quiet">
        {t([
          `将修改 ${grouped(count)} 条的 ${changed} 个字段`,
          `${counted(changed, 'field')} of ${counted(count, 'row')}`,
        ])}
      </span>
      <span className="spring" />
      <DialogButtons
        onClose={onClose}
        disabled={busy || changed === 0 || Object.keys(wrong).length > 0}
        title={changed === 0 ? t(['先选要修改的字段', 'Choose a field to set first']) : undefined}
        onClick={() => void save()}
      >
        {t(['修改', 'Change'])}
      </DialogButtons>
    </>
  );
  return (
    <Dialog title={t(['批量修改', 'Bulk edit'])} width={680} onClose={onClose} foot={foot}>
      <ul className="bulk">
        {names.map((name) => (
          <li key={name}>
            {choices[name] === 'set' ? (
              <FieldInput
                form={id}
                name={name}
                field={fields[name]}
                value={values[name]}
                values={values}
                onChange={(field, value) => setValues((now) => ({ ...now, [field]: value }))}
                onBlur={() => undefined}
              />
            ) : (
              <span data-clear={choices[name] === 'clear'}>{t(fields[name].label)}</span>
            )}
            <SegmentedControl
              label={t(fields[name].label)}
              items={(
                [
                  ['leave', ['不变', 'Keep']],
                  ['set', ['改为', 'Set']],
                  ...(fields[name].required ? [] : [['clear', ['清空', 'Clear']] as const]),
                ] as const
              ).map(([key, label]) => ({ key, label: t(label) }))}
              value={choices[name] ?? 'leave'}
              onChange={(choice) => setChoices((now) => ({ ...now, [name]: choice }))}
            />
          </li>
        ))}
      </ul>
      {isWhyAsked && <WhyInput value={why} onChange={setWhy} />}
    </Dialog>
  );
}
