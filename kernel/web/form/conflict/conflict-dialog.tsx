import { kindOf } from '#kernel/fields/kinds.ts';
import { ArrowRight, Check, GitMerge } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { viewOf } from '#kernel/fields/kinds.view.tsx';
import { isEmpty } from '#kernel/fields/kind.ts';
import type { Field } from '#kernel/language/field.ts';
import { Dialog } from '../../dialogs/dialog.tsx';
import { useSession } from '../../session/session.ts';
import { shortMoment } from '../../i18n/dates.ts';
import { counted } from '../../i18n/plural.ts';
import { portrait } from '../../i18n/portrait.tsx';
import { useLanguage, useT } from '../../i18n/words.ts';
import { SAVE_KEYS } from '../../shortcuts/keys.ts';
import type { FormValues } from '../form-state.ts';
import { type MergeConflict, type ConflictRow, type MergeChoice, resolved } from './merge.ts';
import { REMOVED } from './merge-lines.ts';
import { bothOf, piecesOf } from './text-merge.ts';
import './conflict.css';

interface ConflictProps {
  readonly conflict: MergeConflict;
  readonly onChange: (conflict: MergeConflict) => void;
  readonly onClose: () => void;
  readonly onDiscard: () => void;
  readonly onSave: (values: FormValues) => void;
}

const isText = (field: Field | null): boolean => field !== null && kindOf(field).freeText !== undefined;

interface Told {
  readonly name: string;
  readonly field: Field | null;
  readonly words?: string;
}

/** Return a function that shows a value. A whole line is shown only as changed or removed. */
function useShow(names: Readonly<Record<string, string>>): (of: Told, value: unknown, stored?: boolean) => ReactNode {
  const language = useLanguage();
  const t = useT();
  return ({ name, field, words }, value, stored) => {
    if (value === REMOVED) return t(['删除了这一行', 'removed the row']);
    if (!field)
      return typeof value === 'number'
        ? counted(value, t(['行', 'row']), t(['行', 'rows']))
        : t(['改了这一行', 'changed the row']);
    return isEmpty(value) ? (
      <span className="quiet">{t(['空', 'empty'])}</span>
    ) : (
      viewOf(field).cell({ value, field, name, label: stored ? (words ?? names[name]) : undefined, language })
    );
  };
}

function Choice({
  checked,
  onPick,
  children,
  label,
}: {
  checked: boolean;
  onPick: () => void;
  children: ReactNode;
  label: string;
}): ReactElement {
  return (
    <button
      type="button"
      role="radio"
      data-autofocus
      aria-checked={checked}
      aria-label={label}
      className="conflict-choice"
      onClick={onPick}
    >
      <i aria-hidden />
      {children}
    </button>
  );
}

function Row({
  conflict,
  row,
  pick,
  show,
  active,
  onFocus,
}: {
  conflict: MergeConflict;
  row: ConflictRow;
  pick: (name: string, pick: MergeChoice, text?: string) => void;
  show: ReturnType<typeof useShow>;
  active: boolean;
  onFocus: () => void;
}): ReactElement {
  const t = useT();
  const choice = conflict.chosen[row.name];
  const original = String(row.original ?? '');
  const both = bothOf(original, String(row.theirs ?? ''), String(row.mine ?? ''));
  const display = (value: unknown, stored: boolean): ReactNode =>
    isText(row.field) && !isEmpty(value) && original ? (
      <span>
        {piecesOf(original, String(value)).map((piece, at) =>
          piece.added ? <ins key={at}>{piece.text}</ins> : piece.text,
        )}
      </span>
    ) : (
      show(row, value, stored)
    );
  const label = t(row.label);
  return (
    <div className="conflict-row" role="radiogroup" aria-label={label} data-active={active} onFocus={onFocus}>
      <span>{label}</span>
      <span className="conflict-original">{row.field && show(row, row.original)}</span>
      <Choice
        checked={choice?.pick === 'theirs'}
        onPick={() => pick(row.name, 'theirs')}
        label={t([`${label}用对方的`, `${label}: theirs`])}
      >
        {display(row.theirs, true)}
      </Choice>
      <Choice
        checked={choice?.pick === 'mine'}
        onPick={() => pick(row.name, 'mine')}
        label={t([`${label}用我的`, `${label}: mine`])}
      >
        {display(row.mine, false)}
      </Choice>
      {isText(row.field) && !isEmpty(row.mine) && !isEmpty(row.theirs) && (
        <div className="conflict-both">
          <Choice
            checked={choice?.pick === 'both'}
            onPick={() => pick(row.name, 'both', choice?.text ?? both)}
            label={t([`${label}两段都留`, `${label}: keep both`])}
          >
            {t(['两段都留，可再改', 'Keep both, and edit'])}
          </Choice>
          {choice?.pick === 'both' && (
            <textarea
              className="plain-input"
              rows={2}
              aria-label={t(['合并后的内容', 'Merged text'])}
              value={choice.text}
              onChange={(event) => pick(row.name, 'both', event.target.value)}
            />
          )}
        </div>
      )}
    </div>
  );
}

function MergedList({
  conflict,
  show,
}: {
  conflict: MergeConflict;
  show: ReturnType<typeof useShow>;
}): ReactElement | null {
  const t = useT();
  if (conflict.merged.length === 0) return null;
  const who = { mine: t(['我改的', 'mine']), theirs: t(['对方改的', 'theirs']), same: t(['两人相同', 'the same']) };
  return (
    <details className="conflict-merged" open>
      <summary>
        <Check size={14} aria-hidden />{' '}
        {t([
          `已自动合好 ${conflict.merged.length} 项，互不冲突`,
          `${conflict.merged.length} merged by themselves, without conflict`,
        ])}
      </summary>
      <dl>
        {conflict.merged.map((one) => (
          <div key={one.name}>
            <dt>{t(one.label)}</dt>
            <dd className="quiet">{who[one.who]}</dd>
            <dd className="quiet">{one.field && show(one, one.from)}</dd>
            <dd>
              <ArrowRight size={12} aria-hidden /> {show(one, one.to, one.who !== 'mine')}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/**
 * Shows each conflicting field with three values: the original, the others' and one's own. The person must choose, as
 * nothing is preselected.
 */
export function ConflictDialog({ conflict, onChange, onClose, onDiscard, onSave }: ConflictProps): ReactElement {
  const t = useT();
  const me = useSession((state) => state.session?.name ?? '');
  const mine = useSession((state) => state.session?.avatar);
  const show = useShow(conflict.names);
  const [at, setAt] = useState(0);
  const pick = (name: string, choice: MergeChoice, text?: string): void =>
    onChange({ ...conflict, chosen: { ...conflict.chosen, [name]: { pick: choice, text } } });
  const pickAll = (choice: MergeChoice): void =>
    onChange({ ...conflict, chosen: Object.fromEntries(conflict.rows.map((row) => [row.name, { pick: choice }])) });
  const missing = conflict.rows.filter((row) => !conflict.chosen[row.name]).length;
  const save = (): void => {
    if (!missing) onSave(resolved(conflict, {}));
  };
  const foot = (
    <>
      <span className="quiet">
        <kbd>↑</kbd> <kbd>↓</kbd> {t(['换项', 'next item'])} <kbd>←</kbd> <kbd>→</kbd>{' '}
        {t(['选对方的、我的', 'theirs, mine'])}
      </span>
      <span className="spring" />
      <button type="button" className="link danger" onClick={onDiscard}>
        {t(['丢弃我的', 'Discard mine'])}
      </button>
      <button type="button" className="button" onClick={onClose}>
        {t(['回到表单', 'Back to the form'])}
      </button>
      <button type="button" className="button strong" disabled={missing > 0} onClick={save}>
        {missing
          ? t([`还差 ${missing} 项`, `${missing} to choose`])
          : t([`存为第 ${conflict.version + 1} 版`, `Save as version ${conflict.version + 1}`])}{' '}
        <kbd>Ctrl ⏎</kbd>
      </button>
    </>
  );
  const move = (by: number): void => setAt((at + by + conflict.rows.length) % conflict.rows.length);
  return (
    <Dialog
      title={t(['这张单刚被别人改过', 'Somebody has just changed this row'])}
      width={720}
      onClose={onClose}
      foot={foot}
      lead={
        <span className="dialog-mark">
          <GitMerge size={18} aria-hidden />
        </span>
      }
      keys={[
        { keys: 'ArrowDown', label: ['下一项', 'Next item'], run: () => move(1) },
        { keys: 'ArrowUp', label: ['上一项', 'Previous item'], run: () => move(-1) },
        { keys: 'ArrowLeft', label: ['选对方的', 'Theirs'], run: () => pick(conflict.rows[at].name, 'theirs') },
        { keys: 'ArrowRight', label: ['选我的', 'Mine'], run: () => pick(conflict.rows[at].name, 'mine') },
        { keys: SAVE_KEYS, label: ['保存', 'Save'], typing: true, run: save },
      ]}
    >
      <p className="conflict-said">
        {t([
          `${conflict.by || '别人'}在 ${shortMoment(conflict.at)} 存了第 ${conflict.version} 版。${conflict.rows.length} 项两人都改了，请逐项选${conflict.merged.length ? `；其余 ${conflict.merged.length} 项已合好` : ''}。`,
          `${conflict.by || 'Somebody'} saved version ${conflict.version} at ${shortMoment(conflict.at)}. You both changed ${conflict.rows.length}; choose for each.${conflict.merged.length ? ` The other ${conflict.merged.length} are merged.` : ''}`,
        ])}
      </p>
      <div className="conflict">
        <div className="conflict-head">
          <span>{t(['字段', 'Field'])}</span>
          <span>{t(['原来', 'Original'])}</span>
          <span>
            {portrait(conflict.by, undefined)}
            {conflict.by} {shortMoment(conflict.at)}{' '}
            <button type="button" className="link" onClick={() => pickAll('theirs')}>
              {t(['全选', 'All'])}
            </button>
          </span>
          <span>
            {portrait(me, mine)}
            {t(['我的 未存', 'Mine, unsaved'])}{' '}
            <button type="button" className="link" onClick={() => pickAll('mine')}>
              {t(['全选', 'All'])}
            </button>
          </span>
        </div>
        {conflict.rows.map((row, index) => (
          <Row
            key={row.name}
            conflict={conflict}
            row={row}
            pick={pick}
            show={show}
            active={index === at}
            onFocus={() => setAt(index)}
          />
        ))}
      </div>
      <MergedList conflict={conflict} show={show} />
    </Dialog>
  );
}
