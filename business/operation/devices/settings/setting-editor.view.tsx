import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { commandValue, permittedWords, typedOf, settingWords } from '#business/iot/commands/device/settable.rules.ts';
import { BareValueInput } from '#business/iot/commands/device/value-input.view.tsx';
import type { SettingRow } from './setting-rows.rules.ts';
import type { SettingChange, ShadowNow } from './use-setting.view.tsx';
import './setting-editor.css';

/** The settings as somebody else has left them. */
function Stands({ row, standing }: { row: SettingRow; standing: ShadowNow }): ReactElement {
  const t = useT();
  const [wanted, reported] = [standing.desired, standing.reported].map((values) =>
    t(settingWords(row.input, values[row.identifier])),
  );
  return (
    <p className="setting-stands">
      {t([
        `现在：期望 ${wanted || '无'}，上报 ${reported || '无'}`,
        `Now: wanted ${wanted || 'none'}, reported ${reported || 'none'}`,
      ])}
    </p>
  );
}

interface EditorProps {
  readonly row: SettingRow;
  readonly isOnline: boolean;
  readonly changing: SettingChange;
  readonly close: (isDone: boolean) => void;
}

/** The input of a wanted value, with the refusals of the server and the way past them. */
export function SettingEditor({ row, isOnline, changing, close }: EditorProps): ReactElement {
  const t = useT();
  const [typed, setTyped] = useState(typedOf(row.wanted ?? row.reported));
  const [why, setWhy] = useState('');
  const value = commandValue(row.input, typed);
  const canSave = value !== undefined && !changing.isBusy && !(changing.isLocked && !why.trim());
  const save = (): void => {
    if (canSave) void changing.change(row.identifier, value, why.trim()).then((isDone) => isDone && close(true));
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close(false);
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line no-static-element-interactions -- Enter and Escape of the input inside
    <div className="setting-editor" onKeyDown={press}>
      <div className="setting-value">
        <BareValueInput of={row.input} value={typed} onType={setTyped} />
        <button type="button" className="button strong" disabled={!canSave} onClick={save}>
          {t(changing.standing || changing.isLocked ? ['仍要设置', 'Set all the same'] : ['设置', 'Set'])}
        </button>
        <button type="button" className="button" onClick={() => close(false)}>
          {t(['取消', 'Cancel'])}
        </button>
      </div>
      <small className="quiet">
        {[
          permittedWords(row.input),
          isOnline ? '' : t(['设备不在线，上线后下发', 'The device is offline: sent when it connects']),
        ]
          .filter(Boolean)
          .join(t(['；', '; ']))}
      </small>
      {changing.isLocked && (
        <input
          className="plain-input"
          aria-label={t(['越过作业锁定的原因', 'Reason to pass the lock-out'])}
          placeholder={t(['越过作业锁定的原因', 'Reason to pass the lock-out'])}
          value={why}
          maxLength={200}
          onChange={(event) => setWhy(event.target.value)}
        />
      )}
      {changing.problem && (
        <p className="field-problem" role="alert">
          {changing.problem}
        </p>
      )}
      {changing.standing && <Stands row={row} standing={changing.standing} />}
    </div>
  );
}
