import { type ReactElement, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { Popup } from '#kernel/web/menus/popup.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { sendables } from '#business/iot/commands/control/control.calls.ts';
import { sendablesOf } from '#business/iot/commands/device/settable.rules.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import type { SchemaAttribute } from '#business/iot/models/model-schema.rules.ts';
import { settingDetail } from '../devices/commands/settings.calls.ts';
import { type SettingRow, settingRows } from '../devices/settings/setting-rows.rules.ts';
import { SettingEditor } from '../devices/settings/setting-editor.view.tsx';
import { useSettingChange } from '../devices/settings/use-setting.view.tsx';
import type { HomeNowDevice } from '../households/household.calls.ts';
import type { WallValue } from '../wall/wall.calls.ts';

interface SetPointProps {
  readonly of: Pick<HomeNowDevice, 'id' | 'mac' | 'onlineStatus'>;
  readonly value: WallValue;
  /** The wanted value while it is not reported; undefined: none. */ readonly wanted?: unknown;
}

/** The setting of one property of a device, read when its editor is opened. */
function Opened({ of, value, close }: SetPointProps & { close: () => void }): ReactElement {
  const t = useT();
  const mac = of.mac ?? '';
  const { data, error } = useCall(settingDetail, { mac }, { of: 'row', quiet: true, retry: false });
  const { data: known } = useCall(sendables, { deviceId: of.id }, { quiet: true, retry: false });
  const row =
    data &&
    known &&
    settingRows(data, sendablesOf(known as readonly SchemaAttribute[])).find(
      (one) => one.identifier === value.identifier,
    );
  if (error)
    return (
      <p className="field-problem" role="alert">
        {error.message}
      </p>
    );
  if (!data || !known) return <p aria-busy="true">{t(['读取…', 'Loading …'])}</p>;
  if (!row || row.isHigh)
    return <p>{t(['这一项不能在这里设置，请建指令任务', 'This cannot be set here: create an instruction task'])}</p>;
  return <Editing of={of} row={row} version={data.version} close={close} />;
}

function Editing({
  of,
  row,
  version,
  close,
}: Pick<SetPointProps, 'of'> & { row: SettingRow; version: number; close: () => void }): ReactElement {
  const [seen] = useState(version);
  const changing = useSettingChange(of.mac ?? '', seen);
  return <SettingEditor row={row} isOnline={of.onlineStatus === 'online'} changing={changing} close={close} />;
}

/** Set point of a room. For people with the right it is a button that opens its editor; the change becomes a command. */
export function SetPoint({ of, value, wanted }: SetPointProps): ReactElement {
  const t = useT();
  const mayControl = useMay(device)('control');
  const [isOpen, setOpen] = useState(false);
  const words = t(['设', 'Set']);
  const pending =
    wanted === undefined ? null : (
      <em className="now-wanted">{t([`期望 ${String(wanted)}`, `wanted ${String(wanted)}`])}</em>
    );
  if (!mayControl || !of.mac)
    return (
      <span>
        {words} {t(value.text)} {pending}
      </span>
    );
  return (
    // oxlint-disable-next-line no-static-element-interactions -- keys of the editor do not walk through the rooms
    <span onKeyDown={(event) => isOpen && event.stopPropagation()}>
      {words}{' '}
      <button
        type="button"
        className="setting-wanted"
        aria-label={t([`设置${value.name[0]}`, `Set ${value.name[1]}`])}
        aria-expanded={isOpen}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(!isOpen);
        }}
      >
        {t(value.text)}
      </button>
      {isOpen && (
        <Popup label={t([`设置${value.name[0]}`, `Set ${value.name[1]}`])} onClose={() => setOpen(false)}>
          <Opened of={of} value={value} close={() => setOpen(false)} />
        </Popup>
      )}
      {value.unit && <small> {value.unit}</small>} {pending}
    </span>
  );
}
