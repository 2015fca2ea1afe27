import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { SparkLine } from '#kernel/web/chart/spark-line.tsx';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { serverNow } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyPill } from '#kernel/web/pickers/key-word.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import { rejectReason } from '../records/dictionaries.ts';
import { type IngestFigures, ingestFigures } from '../values/values.calls.ts';
import { ageWords } from './age.rules.ts';
import './device-page.css';
import './ingest-page.css';

const EVERY_MS = 3000;

type Part = IngestFigures['parts'][number];

const stateWords: Readonly<Record<string, Label>> = {
  listening: ['在监听', 'Listening'],
  waiting: ['打不开，稍后再试', 'Not open, tried again'],
};
const kindWords: Readonly<Record<string, Label>> = {
  mqtt: ['MQTT', 'MQTT'],
  mqtts: ['MQTT 加密', 'MQTT over TLS'],
  http: ['HTTP 与 WebSocket', 'HTTP and WebSocket'],
};

function Figure({
  label,
  value,
  fact,
  worry,
}: {
  label: Label;
  value: string;
  fact?: ReactElement | string;
  worry?: boolean;
}): ReactElement {
  const t = useT();
  return (
    <div className="ingest-figure" data-worry={worry ?? false}>
      <small>{t(label)}</small>
      <b>{value}</b>
      <small className="quiet">{fact}</small>
    </div>
  );
}

/** How what devices send comes in: lines, lanes, what is kept on disk, what is refused, and who is silent. */
export default function IngestPage(): ReactElement {
  const t = useT();
  const { data } = useCall(ingestFigures, {}, { refetchInterval: EVERY_MS, quiet: true });
  const parts = data?.parts ?? [];
  const lanes = parts.flatMap((one) => one.lanes);
  const spooled = lanes.reduce((sum, one) => sum + one.spooled, 0);
  const isAway = lanes.some((one) => one.isAway);
  const lastMinute = data?.perMinute.at(-2) ?? 0;
  const queue = lanes.reduce((sum, one) => sum + one.queue, 0);
  const refused = parts.flatMap((one) => Object.values(one.rejects)).reduce((sum, one) => sum + one, 0);
  return (
    <div className="device-page ingest-page">
      <header className="page-head">
        <h1>{t(['接入监控', 'Ingest monitor'])}</h1>
        {data && parts.length === 0 && (
          <small className="device-old">
            {t(['设备接入进程没有在运行', 'The process that devices connect to is not running'])}
          </small>
        )}
        {isAway && (
          <small className="device-old">
            {t(['数据库连不上，报文在暂存', 'The database cannot be reached; messages are kept on disk'])}
          </small>
        )}
      </header>
      <div className="ingest-figures">
        <Figure
          label={['上一分钟报文', 'Messages in the last minute']}
          value={grouped(lastMinute)}
          fact={<SparkLine values={data?.perMinute ?? []} width={120} height={24} />}
        />
        <Figure
          label={['在线设备', 'Devices online']}
          value={grouped(data?.online ?? 0)}
          fact={t([`离线 ${data?.offline ?? 0}`, `${data?.offline ?? 0} offline`])}
        />
        <Figure
          label={['连接', 'Lines']}
          value={grouped(parts.reduce((sum, one) => sum + one.lines, 0))}
          fact={t([`登记 ${parts[0]?.devices ?? 0} 台`, `${parts[0]?.devices ?? 0} devices known`])}
        />
        <Figure label={['排队', 'Waiting']} value={grouped(queue)} worry={queue > 2500} />
        <Figure label={['暂存', 'On disk']} value={grouped(spooled)} worry={spooled > 0} />
        <Figure
          label={['拒收', 'Refused']}
          value={grouped(refused)}
          fact={<Link to="/iot/reject">{t(['看记录', 'See them'])}</Link>}
        />
      </div>
      <div className="ingest-columns">
        {parts.map((one) => (
          <PartFacts key={`${one.host} ${one.pid}`} part={one} />
        ))}
        <section>
          <h2>{t(['在线却最久没有数据', 'Online, but silent longest'])}</h2>
          <ol className="ingest-list">
            {data?.slowest.map((one) => (
              <li key={one.id}>
                <Link to={`/matter/exampleDetail?id=${one.id}`}>{one.name}</Link>
                <span className="quiet">
                  {one.at === null
                    ? t(['从未上报', 'Never reported'])
                    : t(ageWords((serverNow().getTime() - one.at) / 1000))}
                </span>
              </li>
            ))}
            {data?.slowest.length === 0 && <li className="quiet">{t(['没有在线设备', 'No device is online'])}</li>}
          </ol>
        </section>
      </div>
    </div>
  );
}

function PartFacts({ part }: { part: Part }): ReactElement {
  const t = useT();
  return (
    <>
      <section>
        <h2>
          {t(['监听', 'Listeners'])}
          <small className="quiet">
            {part.host} · {part.pid} · {Math.round(part.memory / 2 ** 20)} MB
          </small>
        </h2>
        <ol className="ingest-list">
          {part.listeners.map((one) => (
            <li key={one.kind}>
              <span>
                {t(kindWords[one.kind] ?? [one.kind, one.kind])} <code>{one.port}</code>
              </span>
              <span className={one.state === 'listening' ? 'ingest-good' : 'device-old'}>
                {t(stateWords[one.state] ?? [one.state, one.state])}
                {one.reason && ` (${one.reason})`}
              </span>
            </li>
          ))}
        </ol>
        <h2>{t(['通道', 'Lanes'])}</h2>
        <table className="ingest-lanes">
          <thead>
            <tr>
              <th>{t(['通道', 'Lane'])}</th>
              <th>{t(['排队', 'Waiting'])}</th>
              <th>{t(['已写', 'Written'])}</th>
              <th>{t(['上批条数', 'Last batch'])}</th>
              <th>{t(['提交毫秒', 'Commit (ms)'])}</th>
              <th>{t(['暂存', 'On disk'])}</th>
            </tr>
          </thead>
          <tbody>
            {part.lanes.map((one, at) => (
              <tr key={at}>
                <td>{at + 1}</td>
                <td>{grouped(one.queue)}</td>
                <td>{grouped(one.written)}</td>
                <td>{grouped(one.lastBatch)}</td>
                <td>{one.lastCommitMs.toFixed(1)}</td>
                <td>{grouped(one.spooled)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section>
        <h2>{t(['拒收原因', 'Why refused'])}</h2>
        <ol className="ingest-list">
          {Object.entries(part.rejects)
            .toSorted(([, a], [, b]) => b - a)
            .map(([reason, count]) => (
              <li key={reason}>
                <Link to={`/iot/reject?reason=${reason}`}>
                  <KeyPill of={rejectReason} value={reason} />
                </Link>
                <span>{grouped(count)}</span>
              </li>
            ))}
          {Object.keys(part.rejects).length === 0 && (
            <li className="quiet">{t(['没有拒收', 'Nothing was refused'])}</li>
          )}
        </ol>
      </section>
    </>
  );
}
