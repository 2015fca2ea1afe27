import { type ReactElement, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Field } from '#kernel/language/field.ts';
import { must } from '#kernel/language/must.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { ConflictDialog } from '../../form/conflict/conflict-dialog.tsx';
import { FieldInput } from '../../form/field-input.tsx';
import { useFormState } from '../../form/form-state.ts';
import { initialValues } from '../../form/form-values.ts';
import { FormRow } from '../../form/form-row.ts';
import { isDraft, useSaving } from '../../form/use-saving.ts';
import { useT } from '../../i18n/words.ts';
import type { WireRow } from '../../registry/rows.ts';
import type { Slots } from '../../registry/screens.ts';
import { SAVE_KEYS, useKeys } from '../../shortcuts/keys.ts';
import './cell-edit.css';

const EDGE = 8;
const NARROWEST = 260;
/** Width of a text input, in pixels. */
const FOR_WORDS = 400;

/** Return whether choosing a value saves it at once; a typed value is saved by Enter, or by a press elsewhere. */
const isChosen = (field: Field): boolean => {
  const { choices, pointsTo } = kindOf(field);
  return !field.many && Boolean(field.dictionary || choices || pointsTo === 'row');
};

interface CellEditProps {
  readonly of: AnyPaper;
  /** The row as it was read just before the edit. */ readonly row: WireRow;
  readonly name: string;
  readonly inputs: Slots['inputs'];
  /** The table cell that the input covers. */ readonly cell: Element;
  readonly onClose: () => void;
}

/** Return the position of the box: over its cell and inside the window. It follows changes of its size. */
function usePlace(
  cell: Element,
  least: number,
): { box: React.RefObject<HTMLDivElement | null>; style: React.CSSProperties } {
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState({ left: 0, top: 0, width: least });
  useLayoutEffect(() => {
    const put = (): void => {
      const from = cell.getBoundingClientRect();
      const width = Math.min(Math.max(from.width, least), innerWidth - 2 * EDGE);
      const height = box.current?.offsetHeight ?? 0;
      setAt({
        width,
        left: Math.max(EDGE, Math.min(from.left, innerWidth - width - EDGE)),
        top: Math.max(EDGE, Math.min(from.top, innerHeight - height - EDGE)),
      });
    };
    const watch = new ResizeObserver(put);
    watch.observe(must(box.current, 'box'));
    put();
    return () => watch.disconnect();
  }, [cell, least]);
  return { box, style: at };
}

/**
 * The input over a cell that edits one value of a row, with the checks of the form. It shows refusals and conflicts
 * itself.
 */
export function CellEdit({ of, row, name, inputs, cell, onClose }: CellEditProps): ReactElement {
  const t = useT();
  const id = useId();
  const field = of.fields[name];
  const start = useMemo(() => initialValues(of, row, {}), []);
  const form = useFormState(of.fields, start);
  const { box, style } = usePlace(cell, kindOf(field).freeText ? FOR_WORDS : NARROWEST);
  const pressedInside = useRef(false);
  const draft = isDraft(of, row);
  const { busy, save, conflict, setConflict } = useSaving({
    of,
    row,
    form,
    why: '',
    judge: () => form.judgeAll([name]),
    change: (one, value) => form.set({ [one]: value }),
    onBlamed: () => undefined,
    onSaved: onClose,
  });
  // A draft remains a draft, because only its form can submit it.
  const store = (values = form.values): void => {
    if (busy) return;
    if (values[name] === start[name]) onClose();
    else if (!draft || form.judgeAll([name])) void save({ values, ...(draft && { asDraft: true }) });
  };
  const change = (one: string, value: unknown): void => {
    form.set({ [one]: value });
    if (one === name && isChosen(field)) store({ ...form.values, [name]: value });
  };
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('input, textarea, [tabindex]')?.focus();
  }, []);
  const latest = useRef(store);
  latest.current = store;
  useEffect(() => {
    const press = (): void => {
      if (!pressedInside.current) latest.current();
      pressedInside.current = false;
    };
    document.addEventListener('mousedown', press);
    return () => document.removeEventListener('mousedown', press);
  }, []);
  const isLong = kindOf(field).freeText === 'lines';
  const saving = isLong ? SAVE_KEYS : `Enter ${SAVE_KEYS}`;
  useKeys(
    [
      { keys: saving, label: ['保存', 'Save'], typing: true, silent: true, run: () => store() },
      { keys: 'Escape', label: ['取消', 'Cancel'], typing: true, silent: true, run: onClose },
    ],
    { modal: true, off: conflict !== null },
  );
  const others = Object.entries(form.problems).filter(([one]) => one !== name);
  return createPortal(
    <div
      ref={box}
      className="cell-edit"
      role="dialog"
      aria-label={t([`修改${field.label[0]}`, `Change ${field.label[1]}`])}
      style={style}
      onMouseDownCapture={() => {
        pressedInside.current = true;
      }}
    >
      <FormRow value={row}>
        <FieldInput
          own={inputs?.[name]}
          form={id}
          name={name}
          field={field}
          value={form.values[name]}
          values={form.values}
          problem={form.problems[name]}
          label={form.values[name] === start[name] ? row._names?.[name] : undefined}
          disabled={busy}
          onChange={change}
          onBlur={() => undefined}
        />
      </FormRow>
      {others.map(([one, message]) => (
        <p key={one} className="field-problem" role="alert">
          {t(of.fields[one]?.label ?? ['', ''])}: {typeof message === 'string' ? message : t(message)}
        </p>
      ))}
      <footer>
        <button type="button" className="button small" onClick={onClose}>
          {t(['取消', 'Cancel'])} <kbd>Esc</kbd>
        </button>
        <button type="button" className="button strong small" disabled={busy} onClick={() => store()}>
          {t(['保存', 'Save'])} <kbd>{isLong ? 'Ctrl ⏎' : '⏎'}</kbd>
        </button>
      </footer>
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          onChange={setConflict}
          onClose={() => setConflict(null)}
          onDiscard={onClose}
          onSave={(values) => void save({ values: { ...form.values, ...values }, ...(draft && { asDraft: true }) })}
        />
      )}
    </div>,
    document.body,
  );
}
