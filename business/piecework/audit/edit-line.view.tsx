import { type ReactElement, useRef, useState } from 'react';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { DialogButtons } from '#kernel/web/dialogs/dialog-buttons.tsx';
import { newKey } from '#kernel/web/http/headers.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { type CheckedLine, changeShares, correctWork } from '../pieces/audit/audit.calls.ts';
import { type LineGroup, missingOf, percent, plain, ratioOf } from './lines.rules.ts';

export interface Editing {
  readonly what: 'work' | 'shares';
  readonly group: LineGroup<CheckedLine>;
  readonly title: string;
}

interface EditProps extends Editing {
  readonly pieceId: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function useSaving(
  onDone: () => void,
  onClose: () => void,
): { said: string; busy: boolean; save: (ask: (key: string) => Promise<unknown>) => Promise<void> } {
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const key = useRef(newKey());
  const save = async (ask: (key: string) => Promise<unknown>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await ask(key.current);
      onDone();
      onClose();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      key.current = newKey();
      setSaid(error.message);
    } finally {
      setBusy(false);
    }
  };
  return { said, busy, save };
}

function Frame({
  title,
  onClose,
  onSave,
  busy,
  said,
  children,
}: {
  title: string;
  onClose: () => void;
  onSave: () => void;
  busy: boolean;
  said: string;
  children: ReactElement;
}): ReactElement {
  const t = useT();
  const foot = (
    <DialogButtons onClose={onClose} disabled={busy} onClick={onSave}>
      {t(['保存并重算', 'Save and price anew'])} <kbd>Ctrl ⏎</kbd>
    </DialogButtons>
  );
  return (
    <Dialog
      title={title}
      width={440}
      onClose={onClose}
      foot={foot}
      keys={[{ keys: 'Ctrl+Enter', label: ['保存并重算', 'Save and price anew'], typing: true, run: onSave }]}
    >
      <div className="audit-edit">
        {children}
        {said && (
          <p className="field-problem" role="alert">
            {said}
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface Typed {
  readonly qty: string;
  readonly qualityCoef: string;
  readonly timeCoef: string;
  readonly reason: string;
}

/** Edit quantity, quality and time factor of a process for its whole crew, with a reason. */
function EditWork({ group, title, pieceId, onClose, onDone }: EditProps): ReactElement {
  const t = useT();
  const [first] = group.lines;
  const before: Typed = {
    qty: plain(first.qty),
    qualityCoef: plain(first.qualityCoef || '1'),
    timeCoef: plain(first.timeCoef || '1'),
    reason: '',
  };
  const [typed, setTyped] = useState(before);
  const { said, busy, save } = useSaving(onDone, onClose);
  const changed = (['qty', 'qualityCoef', 'timeCoef'] as const).filter((name) => typed[name].trim() !== before[name]);
  const go = (): void =>
    void save((key) =>
      askCall(
        correctWork,
        {
          id: pieceId,
          lines: [
            {
              processId: first.pieceworkProcessId,
              reason: typed.reason,
              ...Object.fromEntries(changed.map((name) => [name, typed[name].trim()])),
            },
          ],
        },
        { quiet: true, key },
      ),
    );
  const input = (name: keyof Typed, label: string, help = ''): ReactElement => (
    <label className="plain-field">
      <span>{label}</span>
      <input
        className="plain-input"
        inputMode={name === 'reason' ? 'text' : 'decimal'}
        data-autofocus={name === 'qty' ? '' : undefined}
        value={typed[name]}
        maxLength={name === 'reason' ? 255 : 16}
        onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
        onFocus={(event) => event.target.select()}
      />
      {help && <small className="quiet">{help}</small>}
    </label>
  );
  return (
    <Frame title={title} onClose={onClose} onSave={go} busy={busy} said={said}>
      <>
        <div className="audit-edit-three">
          {input('qty', t(['数量', 'Quantity']))}
          {input('qualityCoef', t(['质量系数', 'Quality']), '0.9–1.1')}
          {input('timeCoef', t(['时段系数', 'Time factor']), '1 / 1.5 / 2 / 3')}
        </div>
        {input('reason', t(['人工调整原因（必填）', 'Reason (required)']))}
      </>
    </Frame>
  );
}

/** Edit the shares of a process; together they are 100%. */
function EditShares({ group, title, pieceId, onClose, onDone }: EditProps): ReactElement {
  const t = useT();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(group.lines.map((line) => [line.id, percent(line.shareRatio).slice(0, -1)])),
  );
  const [reason, setReason] = useState('');
  const { said, busy, save } = useSaving(onDone, onClose);
  const missing = missingOf(Object.values(typed));
  const type = (id: string, value: string): void => {
    const other = group.lines.find((line) => line.id !== id);
    const rest = group.lines.length === 2 && other ? missingOf([value]) : null;
    setTyped({ ...typed, [id]: value, ...(rest !== null && other && { [other.id]: rest }) });
  };
  const go = (): void =>
    void save((key) =>
      askCall(
        changeShares,
        {
          id: pieceId,
          remark: reason,
          lines: group.lines.map((line) => ({
            collectId: line.id,
            technicianId: line.technicianId,
            shareRatio: ratioOf(typed[line.id]) ?? typed[line.id],
          })),
        },
        { quiet: true, key },
      ),
    );
  return (
    <Frame title={title} onClose={onClose} onSave={go} busy={busy} said={said}>
      <>
        {group.lines.map((line, at) => (
          <label key={line.id} className="audit-edit-share">
            <span>{line.technicianName}</span>
            <input
              className="plain-input"
              inputMode="decimal"
              data-autofocus={at === 0 ? '' : undefined}
              value={typed[line.id]}
              onChange={(event) => type(line.id, event.target.value)}
              onFocus={(event) => event.target.select()}
            />
            <span>%</span>
          </label>
        ))}
        <p className={missing === '0' ? 'quiet' : 'amber'}>
          {missing === null
            ? t(['请填写 0–100，最多两位小数', '0–100 with at most two decimals'])
            : missing === '0'
              ? t(['合计 100%', 'Together 100 %'])
              : t([`合计须为 100%，还差 ${missing}%`, `Together 100 %: ${missing} % are missing`])}
        </p>
        <label className="plain-field">
          <span>{t(['说明', 'Note'])}</span>
          <input
            className="plain-input"
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.target.value)}
          />
        </label>
      </>
    </Frame>
  );
}

/** Correct one process of a piece. Saving prices the whole piece again. */
export const EditLine = (props: EditProps): ReactElement =>
  props.what === 'shares' ? <EditShares {...props} /> : <EditWork {...props} />;
