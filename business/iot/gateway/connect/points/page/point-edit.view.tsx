import { type KeyboardEvent, type ReactElement, useState } from 'react';
import type { Dictionary } from '#kernel/language/dictionary.ts';
import type { Label } from '#kernel/language/label.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { saveRow } from '#kernel/web/registry/paper-calls.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { accessMode, iotUnit } from '../../../../devices/dictionaries.ts';
import { fieldData } from '../../dictionaries.ts';
import { connectionPoint } from '../connection-point.paper.ts';
import { pollGroup } from '../dictionaries.ts';

/** Edits a point within its table row. Tab moves on, Enter saves, Esc cancels. */
export function PointEdit({
  row,
  onDone,
}: {
  row: Partial<WireRow> & Readonly<Record<string, unknown>>;
  onDone: (isSaved: boolean) => void;
}): ReactElement {
  const t = useT();
  const at = useLanguage() === 'en' ? 1 : 0;
  const [draft, setDraft] = useState<Record<string, unknown>>({ ...row });
  const [wrong, setWrong] = useState<{ readonly field: string; readonly words: string } | null>(null);
  const set = (name: string, value: unknown): void => setDraft((now) => ({ ...now, [name]: value }));
  const save = async (): Promise<void> => {
    try {
      const { _names: _, _can: __, makerNumber: ___, ...body } = draft;
      await saveRow(connectionPoint, body, { quiet: true });
      onDone(true);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setWrong({ field: error.fields[0]?.field ?? '', words: error.message });
    }
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onDone(false);
    else if (event.key === 'Enter' && !(event.target as HTMLElement).matches('[role=combobox], button')) void save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const text = (name: string, label: Label, isMono = false, isFirst = false): ReactElement => (
    <input
      className={`plain-input ${isMono ? 'mono' : ''}`}
      aria-label={t(label)}
      placeholder={t(label)}
      aria-invalid={wrong?.field === name || undefined}
      autoFocus={isFirst}
      value={String(draft[name] ?? '')}
      onChange={(event) => set(name, event.target.value)}
    />
  );
  const pick = (name: string, of: Dictionary, label: Label, isFree = false): ReactElement => (
    <ChoiceBox
      label={t(label)}
      value={String(draft[name] ?? '')}
      invalid={wrong?.field === name}
      items={[
        ...(isFree ? [{ key: '', label: '—' }] : []),
        ...Object.entries(of.items).map(([key, item]) => ({ key, label: item[at] })),
      ]}
      onChange={(key) => set(name, key)}
    />
  );
  return (
    <>
      <tr className="model-edit" onKeyDown={press}>
        <td>{text('pointCode', ['编码', 'Code'], true, true)}</td>
        <td>{text('pointName', ['名称', 'Name'])}</td>
        <td>{text('address', ['地址', 'Address'], true)}</td>
        <td>{pick('dataType', fieldData, ['类型', 'Type'])}</td>
        <td>{pick('rw', accessMode, ['读写', 'Access'])}</td>
        <td colSpan={5} />
      </tr>
      <tr className="model-edit" onKeyDown={press}>
        <td colSpan={10}>
          <div className="model-edit-foot points-more">
            {text('scale', ['倍率', 'Scale'], true)}
            {text('shift', ['偏移', 'Offset'], true)}
            {pick('unit', iotUnit, ['单位', 'Unit'], true)}
            {pick('pollGroup', pollGroup, ['采集组', 'Poll group'])}
            {wrong && (
              <span className="model-wrong" role="alert">
                {wrong.words}
              </span>
            )}
            <span className="spring" />
            <button type="button" className="button" onClick={() => onDone(false)}>
              {t(['取消', 'Cancel'])} <kbd>Esc</kbd>
            </button>
            <button type="button" className="button strong" onClick={() => void save()}>
              {t(['保存', 'Save'])} <kbd>Enter</kbd>
            </button>
          </div>
        </td>
      </tr>
    </>
  );
}
