import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import type { Dictionary } from '#kernel/language/dictionary.ts';
import type { Label } from '#kernel/language/label.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { saveRow } from '#kernel/web/registry/paper-calls.ts';
import {
  accessMode,
  callMode,
  dataType,
  eventLevel,
  iotUnit,
  reportMode,
  storageMode,
} from '../../devices/dictionaries.ts';
import { modelAttribute } from '../model-attribute.paper.ts';
import { isNumeric } from '../model-schema.rules.ts';
import { readSpecs, uses } from './model-page.rules.ts';
import type { AttributeRow } from './use-model.view.tsx';

type Draft = Record<string, unknown>;

const numberIn = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

/** Edits an attribute within its table row. Tab moves on, Enter saves, Esc cancels. */
export function AttributeEdit({
  row,
  onDone,
}: {
  row: Partial<AttributeRow> & { readonly attrType: string; readonly modelId: string };
  onDone: (isSaved: boolean) => void;
}): ReactElement {
  const t = useT();
  const at = useLanguage() === 'en' ? 1 : 0;
  const [draft, setDraft] = useState<Draft>({ ...row });
  const [specs, setSpecs] = useState(() => (row.specs ? JSON.stringify(row.specs) : ''));
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const set = (name: string, value: unknown): void => setDraft((now) => ({ ...now, [name]: value }));
  const type = String(draft.dataType ?? 'int');
  const range = readSpecs(specs) ?? {};

  const save = async (): Promise<void> => {
    const read = readSpecs(specs);
    if (!read) {
      setWrong({ specs: t(['不是 JSON', 'It is no JSON']) });
      return;
    }
    try {
      const { _names: _, _can: __, ...body } = draft;
      await saveRow(modelAttribute, { ...body, ...(row.attrType === 'property' && { specs: read }) }, { quiet: true });
      onDone(true);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setWrong({ [error.fields[0]?.field ?? '']: error.message, '': error.message });
    }
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onDone(false);
    else if (event.key === 'Enter' && !(event.target as HTMLElement).matches('[role=combobox], button')) void save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const text = (name: string, label: Label, mono = false): ReactElement => (
    <input
      className={`plain-input ${mono ? 'mono' : ''}`}
      aria-label={t(label)}
      placeholder={t(label)}
      aria-invalid={wrong[name] !== undefined || undefined}
      value={String(draft[name] ?? '')}
      onChange={(event) => set(name, event.target.value)}
    />
  );
  const pick = (name: string, of: Dictionary, label: Label, isFree = false): ReactElement => (
    <ChoiceBox
      label={t(label)}
      value={String(draft[name] ?? '')}
      invalid={wrong[name] !== undefined}
      items={[
        ...(isFree ? [{ key: '', label: '—' }] : []),
        ...Object.entries(of.items).map(([key, item]) => ({ key, label: item[at] })),
      ]}
      onChange={(key) => set(name, key)}
    />
  );
  const edge = (name: 'min' | 'max', label: Label): ReactElement => (
    <input
      className="plain-input"
      inputMode="decimal"
      aria-label={t(label)}
      placeholder={t(label)}
      value={String(range[name] ?? '')}
      onChange={(event) => {
        const value = numberIn(event.target.value);
        if (value !== undefined && !Number.isFinite(value)) return;
        setSpecs(JSON.stringify({ ...range, [name]: value }));
      }}
    />
  );
  const isProperty = row.attrType === 'property';
  return (
    <>
      <tr className="model-edit" onKeyDown={press}>
        <td>{text('identifier', ['标识符', 'Identifier'], true)}</td>
        <td>{text('name', ['名称', 'Name'])}</td>
        <td>{isProperty && pick('dataType', dataType, ['类型', 'Type'])}</td>
        <td>
          {isProperty && isNumeric(type) && (
            <span className="model-range">
              {edge('min', ['最小', 'Minimum'])} – {edge('max', ['最大', 'Maximum'])}
            </span>
          )}
        </td>
        <td>{isProperty && pick('unit', iotUnit, ['单位', 'Unit'], true)}</td>
        <td>
          {isProperty
            ? pick('accessMode', accessMode, ['读写', 'Access'])
            : row.attrType === 'event'
              ? pick('eventLevel', eventLevel, ['级别', 'Level'])
              : pick('callMode', callMode, ['调用', 'Call'])}
        </td>
        <td>{isProperty && pick('reportMode', reportMode, ['上报', 'Reported'])}</td>
        <td>{isProperty && pick('storage', storageMode, ['存储', 'Stored'])}</td>
        <td className="model-uses">
          {isProperty &&
            uses.map((one) => (
              <button
                key={one.field}
                type="button"
                aria-pressed={draft[one.field] === true}
                title={t(one.label)}
                onClick={() => set(one.field, draft[one.field] !== true)}
              >
                {t(one.letter)}
              </button>
            ))}
        </td>
        <td />
      </tr>
      <tr className="model-edit" onKeyDown={press}>
        <td colSpan={10}>
          <div className="model-edit-foot">
            <span className="model-english">{text('nameEn', ['英文名称', 'English name'])}</span>
            {isProperty && !isNumeric(type) && (
              <input
                className="plain-input mono"
                aria-label={t(['类型参数（JSON）', 'Specification (JSON)'])}
                placeholder={type === 'enum' ? '{"items":{"0":{"zh":"关","en":"Off"}}}' : '{}'}
                value={specs}
                aria-invalid={wrong.specs !== undefined || undefined}
                onChange={(event) => setSpecs(event.target.value)}
              />
            )}
            {Object.keys(wrong).length > 0 && (
              <span className="model-wrong" role="alert">
                {wrong[''] ?? Object.values(wrong)[0]}
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
