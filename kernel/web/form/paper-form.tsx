import { type ReactElement, Suspense, lazy, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { useBand } from '../detail/band/use-band.ts';
import { ask } from '../dialogs/ask.tsx';
import { NEXT_KEYS, SAVE_KEYS, useKeys } from '../shortcuts/keys.ts';
import type { WireRow } from '../registry/rows.ts';
import { useSlots } from '../registry/use-slots.ts';
import { refresh } from '../query/client.ts';
import { useT } from '../i18n/words.ts';
import { changeAsksWhy } from '#kernel/fields/paper-fields.ts';
import { ConflictDialog } from './conflict/conflict-dialog.tsx';
import { useCopied } from './copied.ts';
import { FieldGroups } from './field-groups.tsx';
import { focusProblem } from './focus-problem.ts';
import { DraftNote, FormFoot, FormHead } from './form-bars.tsx';
import { FormRow } from './form-row.ts';
import { fieldGroupsOf, inputNames } from './groups.ts';
import { type FormState, type FormValues, changedIn, useFormState } from './form-state.ts';
import { isFieldShown } from './inputs.ts';
import { initialValues } from './form-values.ts';
import { useForOneself } from './for-oneself.ts';
import { editable } from './inputs.ts';
import { LineEditor } from './line-editor.tsx';
import { linesIn } from './lines-in.ts';
import { useOnlyChoices } from './only-choice.ts';
import { useServerDraft } from './server-draft.ts';
import { useSaving } from './use-saving.ts';
import { WhyInput } from '../dialogs/why-input.tsx';
import { useTaken } from './unique/use-taken.ts';
import '../detail/panel.css';

const BandStrip = lazy(() => import('../detail/band/band-strip.tsx'));

interface PaperFormProps {
  readonly of: AnyPaper;
  /** The row to change; null for a new one. */
  readonly row: WireRow | null;
  /** Initial values of a new row. */
  readonly start?: FormValues;
  /** Problems that prevented an action, by field; the form opened to solve them. */
  readonly lacking?: Readonly<Record<string, string>>;
  /** Counter that increases when the person goes back in the browser; the form then asks whether it may close. */
  readonly leaving?: number;
  /** Called when the person chooses to continue editing instead of closing. */
  readonly onStay?: () => void;
  readonly onClose: () => void;
  readonly onDirty: (dirty: boolean) => void;
  readonly onSaved: (row: WireRow, another: boolean) => void;
}

interface LeavingProps extends Pick<PaperFormProps, 'leaving' | 'onStay' | 'onClose'> {
  readonly form: FormState;
  readonly draft: { readonly drop: () => void };
}

/**
 * Return a function that closes the form, after a confirmation if something was typed. A change of `leaving` calls it
 * too.
 */
function useLeaving({ form, draft, leaving, onStay, onClose }: LeavingProps): () => Promise<void> {
  const t = useT();
  async function close(): Promise<void> {
    if (
      form.dirty &&
      !(await ask({
        title: t(['放弃已输入的内容？', 'Discard your changes?']),
        yes: t(['放弃', 'Discard']),
        no: t(['继续编辑', 'Go on editing']),
        danger: true,
      }))
    ) {
      onStay?.();
      return;
    }
    if (form.dirty) draft.drop();
    onClose();
  }

  const came = useRef(leaving);
  useEffect(() => {
    if (leaving !== came.current) {
      came.current = leaving;
      void close();
    }
  }, [leaving]);

  return close;
}

interface FormFieldsProps extends Pick<PaperFormProps, 'of' | 'row'> {
  readonly form: FormState;
  readonly id: string;
  readonly names: readonly string[];
  readonly inputs: ReturnType<typeof useSlots>['inputs'];
  readonly may: (name: string) => boolean;
  readonly onChange: (name: string, value: unknown) => void;
  readonly onLeave: (name: string) => void;
}

/** The inputs of a form in their sections, and below them the lines of the paper. */
function FormFields({ of, row, form, id, names, inputs, may, onChange, onLeave }: FormFieldsProps): ReactElement {
  const t = useT();
  // Lines that were not read with the row cannot be edited here, and remain unchanged.
  const lines = linesIn(of).filter(({ name }) => Array.isArray(form.values[name]));
  return (
    <>
      <FieldGroups
        id={id}
        fields={of.fields}
        groups={fieldGroupsOf(of, names)}
        form={form}
        shownWhen={of.shownWhen}
        names={row?._names}
        inputs={inputs}
        mayEdit={may}
        why={t(['当前状态不能修改这一项', 'This cannot be changed in the present state'])}
        onChange={onChange}
        onLeave={onLeave}
      />
      {lines.map((line) => (
        <LineEditor
          key={line.name}
          id={id}
          line={line}
          header={row?.id}
          rows={form.values[line.name] as readonly FormValues[]}
          disabled={!may(line.name)}
          onChange={(rows) => form.set({ [line.name]: rows })}
        />
      ))}
    </>
  );
}

/** The strip with the stages of the service case, as in the detail of the row. */
function FormBand({ of, row }: { of: AnyPaper; row: WireRow }): ReactElement | null {
  const read = useBand(of, row);
  if (!read.isExpected) return null;
  return (
    <Suspense fallback={<div className="band-room" />}>
      <BandStrip read={read} id={row.id} plain isStill />
    </Suspense>
  );
}

/** The form that adds or changes a row, built from the definition. */
export function PaperForm({
  of,
  row,
  start = {},
  lacking,
  leaving = 0,
  onStay,
  onClose,
  onDirty,
  onSaved,
}: PaperFormProps): ReactElement {
  const t = useT();
  const id = useId();
  const { formAside: Aside, formNote: Note, inputs } = useSlots(of);
  const own = useForOneself(of);
  const form = useFormState(
    of.fields,
    useMemo(() => initialValues(of, row, { ...start, ...own }), []),
  );
  const { change, isRepeated } = useCopied(of, form, row?._names);
  const onlyChoices = useOnlyChoices(of, row === null, form);
  const taken = useTaken(of, row, form);
  const draft = useServerDraft(of, row?.id ?? '', form);
  const box = useRef<HTMLElement>(null);
  const names = inputNames(of, inputs).filter((name) => !(name in own));
  const may = editable(of, row);
  const judge = (values: FormValues): boolean => {
    const right = form.judgeAll(names.filter((name) => may(name) && isFieldShown(name, of.shownWhen, values)));
    if (!right)
      setTimeout(() =>
        focusProblem(
          id,
          [...(box.current?.querySelectorAll<HTMLElement>('.field:has(.field-problem)') ?? [])].map(
            (field) => field.dataset.field ?? '',
          ),
        ),
      );
    return right;
  };
  const [why, setWhy] = useState('');
  const isWhyAsked = row !== null && changeAsksWhy(of, Object.keys(changedIn(form.values, form.began)));
  const { busy, save, conflict, setConflict } = useSaving({
    of,
    row,
    form,
    judge,
    why: isWhyAsked ? why : '',
    change,
    onBlamed: (blamed) => setTimeout(() => focusProblem(id, blamed)),
    onSaved: (saved, how) => {
      draft.drop();
      if (how.another) form.begin(initialValues(of, null, { ...onlyChoices(), ...own }));
      onSaved(saved, Boolean(how.another));
    },
  });
  useEffect(() => onDirty(form.dirty), [form.dirty]);
  // Set the focus before the first paint, so that it is not taken from a person who already types.
  useLayoutEffect(() => {
    if (lacking) {
      form.blame(lacking);
      setTimeout(() => focusProblem(id, Object.keys(lacking)));
    } else box.current?.querySelector<HTMLElement>('.field :is(input, textarea):not(:disabled)')?.focus();
  }, []);

  const close = useLeaving({ form, draft, leaving, onStay, onClose });
  useKeys(
    [
      { keys: SAVE_KEYS, label: ['保存', 'Save'], typing: true, run: () => void save() },
      ...(row
        ? []
        : [
            {
              keys: NEXT_KEYS,
              label: ['保存并继续', 'Save and next'] as const,
              typing: true,
              run: () => void save({ another: true }),
            },
          ]),
      { keys: 'Escape', label: ['关闭', 'Close'], typing: true, run: () => void close() },
    ],
    { modal: true },
  );

  const fields = (
    <FormFields
      of={of}
      row={row}
      form={form}
      id={id}
      names={names.filter((name) => !isRepeated(name))}
      inputs={inputs}
      may={may}
      onChange={change}
      onLeave={taken}
    />
  );
  return (
    <section
      className={of.plain ? 'panel' : 'panel wide'}
      ref={box}
      role="dialog"
      aria-label={
        row ? t([`编辑${of.title[0]}`, `Edit ${of.title[1]}`]) : t([`新增${of.title[0]}`, `New ${of.title[1]}`])
      }
      tabIndex={-1}
    >
      <FormHead of={of} row={row} onClose={() => void close()} />
      {row && <FormBand of={of} row={row} />}
      <div className="panel-body">
        {draft.found && <DraftNote onTake={draft.take} onDrop={draft.drop} />}
        <FormRow value={row}>
          {Note && <Note values={form.values} />}
          {Aside ? (
            <div className="form-with-aside">
              <div>{fields}</div>
              <Aside values={form.values} set={form.set} />
            </div>
          ) : (
            fields
          )}
        </FormRow>
        {isWhyAsked && <WhyInput value={why} onChange={setWhy} />}
      </div>
      <FormFoot of={of} row={row} form={form} busy={busy} onSave={save} onClose={() => void close()} />
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          onChange={setConflict}
          onClose={() => setConflict(null)}
          onDiscard={() => {
            setConflict(null);
            draft.drop();
            refresh(of.name);
            onClose();
          }}
          onSave={(values) => void save({ values: { ...form.values, ...values } })}
        />
      )}
    </section>
  );
}
