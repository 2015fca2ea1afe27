import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyPill, KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { useMay } from '#kernel/web/registry/papers.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { onlineStatus } from '../../../../devices/dictionaries.ts';
import { deviceConnection } from '../../channel/device-connection.paper.ts';
import { scanUnits } from '../../modbus/scan.calls.ts';
import { dmdDirection } from '../dictionaries.ts';
import { tryMapping } from '../model-mapping.calls.ts';
import { rawOf, stepLabels, pointValueWords } from './points-page.rules.ts';
import type { PointsOnPage, Read } from './use-points.view.tsx';

type Tried = CallAnswer<typeof tryMapping>;

/** Tries a mapping with a raw value: the value after each of its rules. */
function TryMapping({ mapping, read }: { mapping: WireRow; read: Read | undefined }): ReactElement {
  const t = useT();
  const [raw, setRaw] = useState('');
  const [tried, setTried] = useState<Tried | string | null>(null);
  const typed = raw === '' && read ? pointValueWords(read.value) : raw;
  const run = async (): Promise<void> => {
    try {
      setTried(await askCall(tryMapping, { raw: rawOf(typed), id: mapping.id }, { quiet: true }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setTried(error.message);
    }
  };
  return (
    <form
      className="points-try"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <input
        className="plain-input mono"
        aria-label={t(['原始值', 'Raw value'])}
        placeholder={read ? pointValueWords(read.value) : t(['原始值', 'Raw value'])}
        value={raw}
        onChange={(event) => setRaw(event.target.value)}
      />
      <button type="submit" className="button" disabled={typed === ''}>
        {t(['试算', 'Try'])} <kbd>Enter</kbd>
      </button>
      {typeof tried === 'string' && (
        <p className="model-wrong" role="alert">
          {tried}
        </p>
      )}
      {tried && typeof tried !== 'string' && (
        <ol role="status">
          {tried.steps.map((step, at) => (
            <li key={at}>
              <span>{t(stepLabels[step.rule] ?? [step.rule, step.rule])}</span>
              <b className="mono">{pointValueWords(step.value)}</b>
            </li>
          ))}
          <li>
            <span>{t(['结果', 'Result'])}</span>
            <b className="mono">{tried.value === null ? t(['没有值', 'No value']) : pointValueWords(tried.value)}</b>
          </li>
        </ol>
      )}
    </form>
  );
}

/** The mappings of the chosen point, each with a test. */
function Mappings({ on, point }: { on: PointsOnPage; point: WireRow | undefined }): ReactElement {
  const t = useT();
  const mine = on.mappings.filter((one) => point && one.pointId === point.id);
  const read = on.reads.reads.find((one) => one.code === point?.pointCode);
  return (
    <section>
      <header className="model-part">
        <h2>{t(['数据映射', 'Mapping'])}</h2>
        {point && <span className="mono quiet">{String(point.pointCode)}</span>}
        <span className="spring" />
        <Link className="link" to={`/iot/dmdConfig?connectionModelId=${on.model.id}`}>
          {t(['全部', 'All'])} {on.mappings.length}
        </Link>
      </header>
      {point && mine.length === 0 && (
        <p className="quiet">
          {t([
            `没有映射：点位编码就是属性 ${String(point.pointCode)}`,
            `No mapping: the code is the property ${String(point.pointCode)}`,
          ])}
        </p>
      )}
      <ul>
        {mine.map((one) => (
          <li key={one.id} data-off={one.enabled === false || undefined}>
            <b>{one._names?.attributeId ?? String(one.attributeId)}</b>{' '}
            <KeyWord of={dmdDirection} value={String(one.direction)} />
            <small className="quiet">
              {one._names?.modelId ?? ''}
              {one.enabled === false && t(['，已停用', ', disabled'])}
            </small>
            <TryMapping key={`${one.id} ${point?.id ?? ''}`} mapping={one} read={read} />
          </li>
        ))}
      </ul>
    </section>
  );
}

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
  onDevice,
}: {
  on: PointsOnPage;
  point: WireRow | undefined;
  onDevice: (id: string) => void;
}): ReactElement {
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
      <Mappings on={on} point={point} />
    </aside>
  );
}
