import { type ReactElement, useEffect, useState } from 'react';
import { ageWords } from '#kernel/fields/integer/span-words.ts';
import { sinceMoment } from '#kernel/web/i18n/company-time.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { commandLog, sendables } from '#business/iot/commands/control/control.calls.ts';
import { type CommandInput, sendablesOf, settingWords } from '#business/iot/commands/device/settable.rules.ts';
import { deviceCommand } from '#business/iot/commands/device-command.paper.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import type { SchemaAttribute } from '#business/iot/models/model-schema.rules.ts';
import { settingDetail } from '../commands/settings.calls.ts';
import { type SettingRow, delayWords, lastCommandOf, settingRows } from './setting-rows.rules.ts';
import { SettingEditor } from './setting-editor.view.tsx';
import { rereadSettings, useSettingChange } from './use-setting.view.tsx';
import './device-settings.css';

/** More rows than these without a wanted value are folded into one line. */
const MAX_SAME = 3;
const COMMANDS = 6;

interface SettingsProps {
  readonly deviceId: string;
  readonly mac: string;
  readonly isOnline: boolean;
  /** Moment of the newest message in ms, so that new reports are shown. */ readonly heard: number | null;
}

/** A value of a property in words, or a dash. */
function ValueOf({ of, value }: { of: CommandInput; value: unknown }): ReactElement {
  const t = useT();
  return value === undefined ? <span className="quiet">—</span> : <>{t(settingWords(of, value))}</>;
}

interface LineProps extends SettingsProps {
  readonly row: SettingRow;
  readonly version: number;
  readonly mayChange: boolean;
  readonly commands: readonly Readonly<Record<string, unknown>>[];
}

/** One property: wanted beside reported, and why the wanted value is not reported yet. */
function SettingLine({ row, version, mayChange, commands, mac, isOnline }: LineProps): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  // The version at the moment when the person began to change the value.
  const [seen, setSeen] = useState(version);
  const changing = useSettingChange(mac, isOpen ? seen : version);
  const isWanted = row.wanted !== undefined;
  const close = (): void => {
    setOpen(false);
    changing.reset();
  };
  const name = t(row.input.label);
  const age = row.reportedTime && t(ageWords(sinceMoment(row.reportedTime) / 1000));
  return (
    <li data-open={isWanted} className="setting-line">
      <span>
        {name} {row.input.unit && <small className="quiet">{row.input.unit}</small>}
      </span>
      {row.isHigh ? (
        <small
          className="quiet"
          title={t([
            '高风险：不能作期望值，请建指令任务，由另一人复核',
            'High risk: never wanted; create an instruction task, which another person approves',
          ])}
        >
          {t(['高风险', 'High risk'])}
        </small>
      ) : mayChange ? (
        <button
          type="button"
          className="setting-wanted"
          aria-expanded={isOpen}
          aria-label={t([`设置${name}`, `Set ${name}`])}
          onClick={() => {
            if (isOpen) return close();
            setSeen(version);
            setOpen(true);
          }}
        >
          {isWanted ? <ValueOf of={row.input} value={row.wanted} /> : t(['设', 'Set'])}
        </button>
      ) : (
        <b>
          <ValueOf of={row.input} value={row.wanted} />
        </b>
      )}
      <span>
        <ValueOf of={row.input} value={row.reported} />
        {age && <small className="quiet">{age}</small>}
      </span>
      {isWanted && (
        <p>
          <span>
            {[row.wantedBy, row.wantedTime && shortMoment(row.wantedTime, language)].filter(Boolean).join(' ')}
            {t(['，', ', '])}
            {t(delayWords(row, isOnline, lastCommandOf(commands, row.identifier, row.wanted)))}
          </span>
          {mayChange && !isOpen && (
            <button
              type="button"
              className="link"
              disabled={changing.isBusy}
              onClick={() => void changing.change(row.identifier, null)}
            >
              {t(['撤回', 'Withdraw'])}
            </button>
          )}
        </p>
      )}
      {!isOpen && changing.problem && (
        <p className="field-problem" role="alert">
          {changing.problem}
        </p>
      )}
      {isOpen && <SettingEditor row={row} isOnline={isOnline} changing={changing} close={close} />}
    </li>
  );
}

/** Wanted beside reported values of the properties of a device that people may set. */
export default function DeviceSettings(props: SettingsProps): ReactElement | null {
  const t = useT();
  const may = useMay(device);
  const mayCommands = useMay(deviceCommand)('view');
  const [isAll, setAll] = useState(false);
  const { deviceId, mac, heard } = props;
  const { data } = useCall(settingDetail, { mac }, { of: 'row', enabled: mac !== '', quiet: true, retry: false });
  const { data: known } = useCall(sendables, { deviceId }, { enabled: mac !== '', quiet: true, retry: false });
  const { data: log } = useCall(
    commandLog,
    { deviceId, current: 1, size: COMMANDS },
    { enabled: mayCommands, quiet: true },
  );
  useEffect(rereadSettings, [heard]);
  if (!data || !known) return null;
  const rows = settingRows(data, sendablesOf(known as readonly SchemaAttribute[]));
  if (rows.length === 0) return null;
  const open = rows.filter((row) => row.wanted !== undefined);
  const same = rows.filter((row) => row.wanted === undefined);
  const isFolded = same.length > MAX_SAME && !isAll;
  const names = same.slice(0, 2).map((row) => t(row.input.label));
  return (
    <section className="settings">
      <h2>
        {t(['期望与上报', 'Wanted and reported'])}
        <small className="quiet">
          {t([
            open.length ? `影子 v${data.version}，差 ${open.length} 项` : `影子 v${data.version}，一致`,
            open.length ? `v${data.version}, ${open.length} open` : `v${data.version}, all reported`,
          ])}
        </small>
      </h2>
      <ul>
        <li className="setting-head" aria-hidden>
          <span>{t(['设置项', 'Setting'])}</span>
          <span>{t(['期望', 'Wanted'])}</span>
          <span>{t(['上报', 'Reported'])}</span>
        </li>
        {[...open, ...(isFolded ? [] : same)].map((row) => (
          <SettingLine
            key={row.identifier}
            {...props}
            row={row}
            version={data.version}
            mayChange={may('control') || may('controlAtWork')}
            commands={log?.records ?? []}
          />
        ))}
      </ul>
      {isFolded && (
        <p className="setting-same">
          <span>
            {t([`${names.join('、')}等 ${same.length} 项`, `${names.join(', ')} and others, ${same.length} in all`])}
          </span>
          <button type="button" className="link" onClick={() => setAll(true)}>
            {t(['展开', 'Show'])}
          </button>
          <span className="spring" />
          <span className="quiet">{t(['没有期望', 'Nothing wanted'])}</span>
        </p>
      )}
    </section>
  );
}
