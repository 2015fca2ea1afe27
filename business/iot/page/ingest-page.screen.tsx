import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { SparkLine } from '#kernel/web/chart/spark-line.tsx';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { momentOf, serverNow } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyPill, KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import { rejectReason } from '../records/dictionaries.ts';
import { type IngestFigures, ingestFigures } from '../values/values.calls.ts';
import { ageWords } from '#kernel/fields/integer/span-words.ts';
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

/** The place of the figures and lists while they load. */
const waiting = (
  <div className="ingest-figures" aria-busy="true">
    {Array.from({ length: 6 }, (_, at) => (
      <div key={at} className="ingest-figure">
        <i className="skeleton" style={{ width: 96 }} />
        <i className="skeleton" style={{ width: 56, height: 22 }} />
        <i className="skeleton" style={{ width: 120 }} />
      </div>
    ))}
  </div>
);

/** Six key figures, each with a line of explanation. */
function Figures({ data }: { data: IngestFigures }): ReactElement {
  const t = useT();
  const { parts } = data;
  const lanes = parts.flatMap((one) => one.lanes);
  const spooled = lanes.reduce((sum, one) => sum + one.spooled, 0);
  const lastMinute = data.perMinute.at(-2) ?? 0;
  const most = Math.max(0, ...data.perMinute);
  const queue = lanes.reduce((sum, one) => sum + one.queue, 0);
  const refused = parts.flatMap((one) => Object.values(one.rejects)).reduce((sum, one) => sum + one, 0);
  return (
    <div className="ingest-figures">
      <Figure
        label={['上一分钟报文', 'Messages in the last minute']}
        value={grouped(lastMinute)}
        fact={
          <>
            <SparkLine values={data.perMinute.slice(0, -1)} width={150} height={24} />
            <br />
            {t([`60 分最高 ${grouped(most)}`, `most in 60 min: ${grouped(most)}`])}
          </>
        }
      />
      <Figure
        label={['在线设备', 'Devices online']}
        value={grouped(data.online)}
        fact={t([`离线 ${data.offline}`, `${data.offline} offline`])}
      />
      <Figure
        label={['连接', 'Lines']}
        value={grouped(parts.reduce((sum, one) => sum + one.lines, 0))}
        fact={t([`登记 ${parts[0]?.devices ?? 0} 台`, `${parts[0]?.devices ?? 0} devices known`])}
      />
      <Figure
        label={['排队', 'Waiting']}
        value={grouped(queue)}
        worry={queue > 2500}
        fact={t(['满 5,000 条时让设备等', 'Devices wait from 5,000 on'])}
      />
      <Figure
        label={['暂存', 'On disk']}
        value={grouped(spooled)}
        worry={spooled > 0}
        fact={t(
          spooled > 0
            ? ['数据库回来后按次序补写', 'Written in order when the database is back']
            : ['直写数据库', 'Straight to the database'],
        )}
      />
      <Figure
        label={['拒收', 'Refused']}
        value={grouped(refused)}
        fact={<Link to="/iot/reject">{t(['看记录', 'See them'])}</Link>}
      />
    </div>
  );
}

/** Page on the intake of device messages: connections, write queues (lanes), spool, refusals, and silent devices. */
export default function IngestPage(): ReactElement {
  const t = useT();
  const { data } = useCall(ingestFigures, {}, { refetchInterval: EVERY_MS, quiet: true });
  const parts = data?.parts ?? [];
  const lanes = parts.flatMap((one) => one.lanes);
  const isAway = lanes.some((one) => one.isAway);
  return (
    <div className="device-page ingest-page">
      <header className="page-head">
        <h1>{t(['接入监控', 'Ingest monitor'])}</h1>
        {data?.history && data.history.homesDone < data.history.homes && (
          <small className="quiet">
            {t([
              `历史数据 ${data.history.homesDone} / ${data.history.homes} 户，在后台写入`,
              `history of ${data.history.homesDone} of ${data.history.homes} homes, written behind`,
            ])}
          </small>
        )}
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
      {data ? <Figures data={data} /> : waiting}
      <div className="ingest-columns">
        {parts.map((one) => (
          <PartFacts key={`${one.host} ${one.pid}`} part={one} />
        ))}
        <section>
          <h2>{t(['在线却最久没有数据', 'Online, but silent longest'])}</h2>
          <ol className="ingest-list">
            {!data &&
              [0, 1, 2].map((at) => (
                <li key={at} aria-hidden>
                  <i className="skeleton" style={{ width: 160 }} />
                </li>
              ))}
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
      <LastRejects rows={data?.lastRejects ?? []} />
    </div>
  );
}

const RATES_OVER_MS = 5000;

/** Return the messages a second of each lane, from the growth of its count over at least five seconds. */
function useRates({ at, lanes }: Part): readonly number[] {
  const [seen, setSeen] = useState<{ at: number; written: readonly number[]; rates: readonly number[] }>({
    at,
    written: lanes.map((one) => one.written),
    rates: [],
  });
  if (at - seen.at >= RATES_OVER_MS)
    setSeen({
      at,
      written: lanes.map((one) => one.written),
      rates: lanes.map((one, lane) => Math.max(0, (one.written - (seen.written[lane] ?? 0)) / ((at - seen.at) / 1000))),
    });
  return seen.rates;
}

/** The newest refused messages, with links to the device and the raw message. */
function LastRejects({ rows }: { rows: IngestFigures['lastRejects'] }): ReactElement | null {
  const t = useT();
  if (rows.length === 0) return null;
  return (
    <section className="ingest-last">
      <h2>
        {t(['最近拒收', 'Last refusals'])}
        <span className="spring" />
        <Link to="/iot/reject">{t(['全部', 'All'])}</Link>
      </h2>
      <ol className="ingest-list">
        {rows.map((one) => (
          <li key={one.id}>
            <time>{momentOf(new Date(one.at)).slice(5, 19)}</time>
            <KeyWord of={rejectReason} value={one.reason} />
            {one.deviceId && <Link to={`/matter/exampleDetail?id=${one.deviceId}`}>{one.deviceName}</Link>}
            <span className="ingest-detail">
              {one.identifier && <code>{one.identifier}</code>} {one.detail || one.topic}
            </span>
            <Link to={`/iot/reject?id=${one.id}`}>{t(['原文', 'Raw message'])}</Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

function PartFacts({ part }: { part: Part }): ReactElement {
  const t = useT();
  const rates = useRates(part);
  return (
    <>
      <section>
        <h2>
          {t(['监听', 'Listeners'])}
          <small className="quiet">
            {t([
              `主机 ${part.host}，进程 ${part.pid}，内存 ${Math.round(part.memory / 2 ** 20)} MB`,
              `host ${part.host}, process ${part.pid}, ${Math.round(part.memory / 2 ** 20)} MB of memory`,
            ])}
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
        <h2>
          {t(['通道', 'Lanes'])}
          <small className="quiet">
            {t([
              '一台设备的报文总走同一条，次序不乱；落库或落盘之后才回执',
              'One device keeps to one lane, so its order holds; acknowledged once stored or on disk',
            ])}
          </small>
        </h2>
        <div className="ingest-wide">
          <table className="ingest-lanes">
            <thead>
              <tr>
                <th>{t(['通道', 'Lane'])}</th>
                <th>{t(['排队', 'Waiting'])}</th>
                <th>{t(['条/秒', 'Per second'])}</th>
                <th>{t(['已写', 'Written'])}</th>
                <th>{t(['每批条数', 'Per batch'])}</th>
                <th>{t(['落库中位 ms', 'Median (ms)'])}</th>
                <th>{t(['落库 99% ms', '99% (ms)'])}</th>
                <th>{t(['暂存', 'On disk'])}</th>
              </tr>
            </thead>
            <tbody>
              {part.lanes.map((one, at) => (
                <tr key={at}>
                  <td>{at + 1}</td>
                  <td>{grouped(one.queue)}</td>
                  <td>{rates[at] === undefined ? '—' : rates[at].toFixed(1)}</td>
                  <td>{grouped(one.written)}</td>
                  <td>{one.batches === 0 ? '—' : (one.written / one.batches).toFixed(1)}</td>
                  <td>{one.commitP50Ms.toFixed(1)}</td>
                  <td>{one.commitP99Ms.toFixed(1)}</td>
                  <td>
                    {one.spooled === 0
                      ? t(['0，直写', '0, direct'])
                      : `${grouped(one.spooled)} (${(one.spoolBytes / 2 ** 20).toFixed(1)} MB)`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
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
