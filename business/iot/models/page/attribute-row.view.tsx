import { Pencil, Trash2 } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyPill, KeyWord } from '#kernel/web/pickers/key-word.tsx';
import type { Dictionary } from '#kernel/language/dictionary.ts';
import {
  accessMode,
  aggMode,
  callMode,
  dataType,
  eventLevel,
  reportMode,
  storageMode,
} from '../../devices/dictionaries.ts';
import type { SchemaAttribute } from '../model-schema.rules.ts';
import { unitOf } from '../../values/value-words.rules.ts';
import { rangeWords, uses } from './model-page.rules.ts';
import type { AttributeRow, ModelDifference } from './use-model.view.tsx';

/** Show a value and, if it differs, the published one struck out. */
function Before({ differs, old, children }: { differs: boolean; old: ReactNode; children: ReactNode }): ReactElement {
  return differs ? (
    <>
      {old && <del>{old}</del>} {children}
    </>
  ) : (
    <>{children}</>
  );
}

const Key = ({ of, value }: { of: Dictionary; value: string | null | undefined }): ReactElement | null =>
  value ? <KeyWord of={of} value={value} /> : null;

/** Columns on reporting and storage of an attribute; they differ by its kind. */
function Manner({ row }: { row: AttributeRow }): ReactElement {
  const t = useT();
  if (row.attrType === 'event')
    return (
      <>
        <td>{row.eventLevel && <KeyPill of={eventLevel} value={row.eventLevel} />}</td>
        <td />
        <td />
        <td />
      </>
    );
  if (row.attrType === 'service')
    return (
      <>
        <td>
          <Key of={callMode} value={row.callMode} />
        </td>
        <td>{row.timeoutSec ? t([`超时 ${row.timeoutSec} 秒`, `${row.timeoutSec} s timeout`]) : ''}</td>
        <td />
        <td />
      </>
    );
  return (
    <>
      <td>
        <Key of={accessMode} value={row.accessMode} />
      </td>
      <td>
        <Key of={reportMode} value={row.reportMode} />
        {row.deadband && (
          <small className="quiet"> {t([`死区 ${Number(row.deadband)}`, `±${Number(row.deadband)}`])}</small>
        )}
      </td>
      <td>
        <Key of={storageMode} value={row.storage} />{' '}
        <small className="quiet">{row.aggregation !== 'none' && <Key of={aggMode} value={row.aggregation} />}</small>
      </td>
      <td className="model-uses">
        {uses.map((one) => (
          <i key={one.field} data-on={row[one.field] === true} title={t(one.label)}>
            {row[one.field] === true ? t(one.letter) : '·'}
          </i>
        ))}
      </td>
    </>
  );
}

/** One attribute as a table row, with its differences from the published version. */
export function AttributeLine({
  row,
  old,
  difference,
  onEdit,
  onRemove,
}: {
  row: AttributeRow;
  old: SchemaAttribute | undefined;
  difference: ModelDifference | undefined;
  onEdit?: () => void;
  onRemove?: () => void;
}): ReactElement {
  const t = useT();
  const differs = (field: string): boolean => difference?.fields.some((one) => one.field === field) ?? false;
  const mark = difference && (difference.isBreaking ? 'breaking' : difference.change);
  const words = {
    breaking: ['破坏', 'Breaking'],
    added: ['新增', 'New'],
    changed: ['改', 'Changed'],
    removed: ['', ''],
  } as const;
  return (
    <tr data-mark={mark} tabIndex={onEdit ? 0 : undefined} data-id={row.id} onDoubleClick={onEdit}>
      <td className="mono">{row.identifier}</td>
      <td>
        <Before differs={differs('name')} old={old?.name}>
          {t([row.name, row.nameEn || row.name])}
        </Before>{' '}
        {mark && <em className="model-mark">{t(words[mark])}</em>}
      </td>
      <td>
        <Before differs={differs('dataType')} old={old?.dataType && <KeyWord of={dataType} value={old.dataType} />}>
          <Key of={dataType} value={row.dataType} />
        </Before>
      </td>
      <td title={t(rangeWords(row))}>
        <Before differs={differs('specs') || differs('params')} old={old && t(rangeWords(old))}>
          {t(rangeWords(row))}
        </Before>
      </td>
      <td>
        <Before differs={differs('unit')} old={old?.unit}>
          {unitOf(row)}
        </Before>
      </td>
      <Manner row={row} />
      <td className="model-tools">
        {onEdit && (
          <button
            type="button"
            className="icon-button"
            onClick={onEdit}
            aria-label={t([`修改 ${row.identifier}`, `Edit ${row.identifier}`])}
          >
            <Pencil size={14} aria-hidden />
          </button>
        )}
        {onRemove && (
          <button
            type="button"
            className="icon-button"
            onClick={onRemove}
            aria-label={t([`删除 ${row.identifier}`, `Remove ${row.identifier}`])}
          >
            <Trash2 size={14} aria-hidden />
          </button>
        )}
      </td>
    </tr>
  );
}

/** An attribute of the published version that the model no longer has, as a table row. */
export function RemovedLine({ old }: { old: SchemaAttribute }): ReactElement {
  const t = useT();
  return (
    <tr data-mark="breaking">
      <td className="mono">
        <del>{old.identifier}</del>
      </td>
      <td>
        <del>{t([old.name, old.nameEn || old.name])}</del> <em className="model-mark">{t(['已删', 'Removed'])}</em>
      </td>
      <td colSpan={8} />
    </tr>
  );
}
