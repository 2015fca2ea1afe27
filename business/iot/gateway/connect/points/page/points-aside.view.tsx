import { type ReactElement, useState } from 'react';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyPill } from '#kernel/web/pickers/key-word.tsx';
import { useMay } from '#kernel/web/registry/papers.ts';
import { onlineStatus } from '../../../../devices/dictionaries.ts';
import { deviceConnection } from '../../channel/device-connection.paper.ts';
import { scanUnits } from '../../modbus/scan.calls.ts';
import { Mappings, type MappingsProps } from './mappings.view.tsx';

/** Scans the bus of the chosen device, and names the units that answer. */
function Scan({ busId }: { busId: string }): ReactElement {
  const t = useT();
  const [found, setFound] = useState<CallAnswer<typeof scanUnits>['units'] | string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const scan = async (): Promise<void> => {
    setBusy(true);
    try {
      setFound((await askCall(scanUnits, { id: busId }, { quiet: true })).units);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setFound(error.message);
    } finally {
      setBusy(false);
    }
  };
  const free = typeof found === 'string' ? [] : (found ?? []).filter((one) => one.deviceId === null);
  return (
    <div className="points-scan">
      <button type="button" className="button" disabled={isBusy} onClick={() => void scan()}>
        {isBusy ? t(['正在扫描', 'Scanning']) : t(['扫描单元 1–32', 'Scan units 1–32'])}
      </button>
      {typeof found === 'string' && (
        <p className="model-wrong" role="alert">
          {found}
        </p>
      )}
      {found !== null && typeof found !== 'string' && (
        <p role="status">
          {t([
            `${found.length} 个单元有应答：${found.map((one) => one.unit).join('、') || '无'}`,
            `${found.length} answered: ${found.map((one) => one.unit).join(', ') || 'none'}`,
          ])}
          {free.length > 0 && (
            <small className="quiet">
              {t([
                `单元 ${free.map((one) => one.unit).join('、')} 还没有设备`,
                `No device yet for ${free.map((one) => one.unit).join(', ')}`,
              ])}
            </small>
          )}
        </p>
      )}
    </div>
  );
}

/** Devices that are polled by these points, and the mappings of the chosen point. */
export function PointsAside({
  on,
  point,
  mapping,
  onMapping,
  onDevice,
}: MappingsProps & { readonly onDevice: (id: string) => void }): ReactElement {
  const t = useT();
  const { devices, deviceId } = on.reads;
  const mayScan = useMay(deviceConnection)('edit');
  const busId = devices.find((one) => one.id === deviceId)?.busId;
  return (
    <aside className="model-aside points-aside">
      <section>
        <header className="model-part">
          <h2>{t(['看哪台设备', 'Device'])}</h2>
          <span className="quiet">{devices.length}</span>
          <span className="spring" />
          <kbd>[</kbd>
          <kbd>]</kbd>
        </header>
        {devices.length === 0 && (
          <p className="quiet">
            {t([
              '还没有设备：物模型要选这个连接模型，设备要选总线',
              'No device yet: a thing model names this connection model, and its device a bus',
            ])}
          </p>
        )}
        <ul className="points-devices">
          {devices.map((one) => (
            <li key={one.id}>
              <button type="button" aria-pressed={one.id === deviceId} onClick={() => onDevice(one.id)}>
                <b>{one.name}</b>
                <KeyPill of={onlineStatus} value={one.onlineStatus ?? 'unknown'} />
                <small className="quiet">
                  {one.bus ?? t(['没有总线', 'No bus'])} ·{' '}
                  {one.unit === null
                    ? t(['没有单元号', 'No unit number'])
                    : t(
                        typeof one.unit === 'number'
                          ? [`单元 ${one.unit}`, `Unit ${one.unit}`]
                          : [`表号 ${one.unit}`, `Meter ${one.unit}`],
                      )}
                </small>
              </button>
            </li>
          ))}
        </ul>
        {busId && mayScan && String(on.model.protocol).startsWith('modbus') && <Scan key={busId} busId={busId} />}
      </section>
      <Mappings on={on} point={point} mapping={mapping} onMapping={onMapping} />
    </aside>
  );
}
