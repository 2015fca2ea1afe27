import { captionOf } from '#kernel/language/caption.ts';
import { lowered } from '#kernel/language/label.ts';
import { X } from 'lucide-react';
import { type ReactElement, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react';
import type { Lifecycle } from '#kernel/language/lifecycle.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { ask } from '../dialogs/ask.tsx';
import { useKeys } from '../keys/keys.ts';
import type { WireRow } from '../papers/rows.ts';
import { useSlots } from '../papers/use-slots.ts';
import { refresh } from '../query/client.ts';
import { useT } from '../words/words.ts';
import { ConflictDialog } from './conflict/conflict-dialog.tsx';
import { useCopied } from './copied.ts';
import { FieldGroups, focusProblem } from './field-groups.tsx';
import { FormRow } from './form-row.ts';
import { groupsOf, inputNames } from './groups.ts';
import { type Values, isShown, useFormState } from './form-state.ts';
import { LineEditor } from './line-editor.tsx';
import { linesIn } from './lines-in.ts';
import { useOnlyChoices } from './only-choice.ts';
import { useServerDraft } from './server-draft.ts';
import { hasDraft, useSaving } from './use-saving.ts';
import { useTaken } from './unique/use-taken.ts';
import '../detail/panel.css';

interface PaperFormProps {
  readonly of: AnyPaper;
  /** The row that is changed; none for a new one. */
  readonly row: WireRow | null;
  /** With which values a new row begins. */
  readonly start?: Values;
  /** What the row lacks for what was about to be done with it. */
  readonly lacking?: Readonly<Record<string, string>>;
  /** Counts how often the person went back in the browser. */
  readonly leaving?: number;
  /** He was asked whether he leaves, and does not. */
  readonly onStay?: () => void;
  readonly onClose: () => void;
  readonly onDirty: (dirty: boolean) => void;
  readonly onSaved: (row: WireRow, another: boolean) => void;
}

/** What a form begins with; a copy goes on saying whose copy it is, in a kept draft too. */
function initialValues(of: AnyPaper, row: WireRow | null, start: Values): Values {
  const names = inputNames(of);
  const fields = of.fields as Record<string, { initial?: unknown }>;
  const lines = linesIn(of).map(({ name }) => [name, row ? row[name] : (start[name] ?? [])]);
  return Object.fromEntries([
    ...names.map((name) => [name, row ? (row[name] ?? null) : (start[name] ?? fields[name].initial ?? null)]),
    ...lines,
    ...(start._copyOf ? [['_copyOf', start._copyOf]] : []),
  ]);
}

/** What may be changed by hand in the state the row is in. */
function editable(of: AnyPaper, row: WireRow | null): (name: string) => boolean {
  const life = of.lifecycle as Lifecycle | undefined;
  // What others keep of a row stays what it is.
  if (!row || !life) return (name) => !row || name !== of.key;
  const rule = life.editable[String(row[life.field])];
  return (name) => rule === 'all' || (Array.isArray(rule) && rule.includes(name));
}

/** Adding and changing a row: one form from the definition. */
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
  const { formAside: Aside, inputs } = useSlots(of);
  const form = useFormState(
    of.fields,
    useMemo(() => initialValues(of, row, start), []),
  );
  const change = useCopied(of, form);
  const onlyChoices = useOnlyChoices(of, row === null, form);
  const taken = useTaken(of, row, form);
  const draft = useServerDraft(of, row?.id ?? '', form);
  const box = useRef<HTMLElement>(null);
  const names = inputNames(of, inputs);
  const may = editable(of, row);
  const judge = (values: Values): boolean => {
    const right = form.judgeAll(names.filter((name) => may(name) && isShown(name, of.shownWhen, values)));
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
  const { busy, save, conflict, setConflict } = useSaving({
    of,
    row,
    form,
    judge,
    onBlamed: (blamed) => setTimeout(() => focusProblem(id, blamed)),
    onSaved: (saved, how) => {
      draft.drop();
      if (how.another) form.begin(initialValues(of, null, onlyChoices()));
      onSaved(saved, Boolean(how.another));
    },
  });
  useEffect(() => onDirty(form.dirty), [form.dirty]);
  // Before it is seen: whoever is quick and types into another input has the hand there, and it is not taken from him.
  useLayoutEffect(() => {
    if (lacking) {
      form.blame(lacking);
      setTimeout(() => focusProblem(id, Object.keys(lacking)));
    } else box.current?.querySelector<HTMLElement>('.field :is(input, textarea):not(:disabled)')?.focus();
  }, []);

  async function close(): Promise<void> {
    if (
      form.dirty &&
      !(await ask({
        title: t(['放弃已输入的内容？', 'Discard what you typed?']),
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

  useKeys(
    [
      { keys: 'Ctrl+s', label: ['保存', 'Save'], typing: true, run: () => void save() },
      {
        keys: 'Ctrl+Enter',
        label: row ? ['保存', 'Save'] : ['保存并继续', 'Save and add next'],
        typing: true,
        run: () => void save({ another: !row }),
      },
      { keys: 'Escape', label: ['关闭', 'Close'], typing: true, run: () => void close() },
    ],
    { modal: true },
  );

  // Lines that were not read with the row are left alone.
  const lines = linesIn(of).filter(({ name }) => Array.isArray(form.values[name]));
  const groups = (
    <>
      <FieldGroups
        id={id}
        fields={of.fields}
        groups={groupsOf(of, names)}
        form={form}
        shownWhen={of.shownWhen}
        names={row?._names}
        inputs={inputs}
        mayEdit={may}
        why={t(['当前状态不能修改这一项', 'This cannot be changed in the present state'])}
        onChange={change}
        onLeave={taken}
      />
      {lines.map((line) => (
        <LineEditor
          key={line.name}
          id={id}
          line={line}
          header={row?.id}
          rows={form.values[line.name] as readonly Values[]}
          disabled={!may(line.name)}
          onChange={(rows) => form.set({ [line.name]: rows })}
        />
      ))}
    </>
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
      <header className="panel-bar">
        <h2>
          {row
            ? t([`编辑${of.title[0]}`, `Edit ${lowered(of.title[1])}`])
            : t([`新增${of.title[0]}`, `New ${lowered(of.title[1])}`])}
        </h2>
        {row && <span className="mono quiet">{t([captionOf(of, row, 'zh'), captionOf(of, row, 'en')])}</span>}
        <span className="spring" />
        <button type="button" className="icon-button" aria-label={t(['关闭', 'Close'])} onClick={() => void close()}>
          <X size={16} aria-hidden />
        </button>
      </header>
      <div className="panel-body">
        {draft.found && (
          <p className="draft-note">
            {t(['有上次没保存的输入', 'There is typing from last time that was not saved'])}{' '}
            <button type="button" className="link" onClick={draft.take}>
              {t(['恢复', 'Take it'])}
            </button>
            <button type="button" className="link" onClick={draft.drop}>
              {t(['丢弃', 'Drop it'])}
            </button>
          </p>
        )}
        <FormRow value={row}>
          {Aside ? (
            <div className="form-with-aside">
              <div>{groups}</div>
              <Aside values={form.values} set={form.set} />
            </div>
          ) : (
            groups
          )}
        </FormRow>
      </div>
      <footer className="panel-foot">
        <button type="button" className="button strong" disabled={busy} onClick={() => void save()}>
          {t(['保存', 'Save'])} <kbd>Ctrl S</kbd>
        </button>
        {!row && (
          <button type="button" className="button" disabled={busy} onClick={() => void save({ another: true })}>
            {t(['保存并继续', 'Save and next'])} <kbd>Ctrl ⏎</kbd>
          </button>
        )}
        {hasDraft(of, row) && (
          <button type="button" className="button" disabled={busy} onClick={() => void save({ asDraft: true })}>
            {t(['存为草稿', 'Save as draft'])}
          </button>
        )}
        <button type="button" className="button plain" onClick={() => void close()}>
          {t(['取消', 'Cancel'])}
        </button>
        <span className="spring" />
        {form.dirty && <span className="quiet">{t([`改了 ${form.changes} 项`, `${form.changes} changed`])}</span>}
      </footer>
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
