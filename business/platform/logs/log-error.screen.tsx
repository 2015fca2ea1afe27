import { menuOf } from '#kernel/language/paper.ts';
import { Layers } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { logApi } from './log-api.paper.ts';
import { logError } from './log-error.paper.ts';
import { faultCauses } from './logs.calls.ts';
import './logs.css';

interface SameCall {
  readonly id: string;
  readonly title: string;
  readonly requestUri: string;
  readonly answerStatus: number;
  readonly time: number;
  readonly createTime: string;
  readonly sqlCount: number | null;
  readonly statements: readonly { readonly kind: string; readonly count: number; readonly ms: number }[];
}

function Causes({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT();
  const { data = [], isPending } = useCall(faultCauses, {}, { staleTime: 0 });
  return (
    <Dialog title={t(['按原因归并', 'By cause'])} width={880} onClose={onClose}>
      {isPending ? (
        <i className="skeleton" />
      ) : data.length === 0 ? (
        <p className="quiet">{t(['没有错误', 'No faults'])}</p>
      ) : (
        <div className="log-causes">
          <table>
            <thead>
              <tr>
                <th>{t(['异常', 'Fault'])}</th>
                <th>{t(['来源', 'Source'])}</th>
                <th className="end">{t(['次数', 'Times'])}</th>
                <th className="end">{t(['人数', 'People'])}</th>
                <th>{t(['首次', 'First'])}</th>
                <th>{t(['最近', 'Last'])}</th>
              </tr>
            </thead>
            <tbody>
              {data.map((one) => (
                <tr key={`${one.cause}${one.source}`}>
                  <td>
                    <Link to={`${menuOf(logError).path}?cause=${one.cause}`} onClick={onClose}>
                      <b>{one.exceptionName}</b> {one.message}
                    </Link>
                  </td>
                  <td>{one.source === 'server' ? t(['服务端', 'Server']) : t(['浏览器', 'Browser'])}</td>
                  <td className="end">{one.count}</td>
                  <td className="end">{one.people}</td>
                  <td>{shortMoment(one.first)}</td>
                  <td>{shortMoment(one.last)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}

function ByCause(): ReactElement {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Layers size={15} aria-hidden />
        {t(['按原因归并', 'By cause'])}
      </button>
      {open && <Causes onClose={() => setOpen(false)} />}
    </>
  );
}

/** Table of a call's database queries: kind, number and time. */
function Asked({ call }: { call: SameCall }): ReactElement {
  const t = useT();
  return (
    <div className="log-causes">
      <table>
        <caption>
          {t([
            `数据库语句 ${call.sqlCount ?? 0} 条，只有种类与耗时，没有值`,
            `${call.sqlCount ?? 0} statements: kinds and times, no values`,
          ])}
        </caption>
        <thead>
          <tr>
            <th>{t(['语句', 'Statement'])}</th>
            <th className="end">{t(['次数', 'Times'])}</th>
            <th className="end">{t(['毫秒', 'ms'])}</th>
          </tr>
        </thead>
        <tbody>
          {call.statements.map((one) => (
            <tr key={one.kind}>
              <td className="mono">{one.kind}</td>
              <td className="end">{one.count}</td>
              <td className="end">{one.ms}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The failed call with its database queries, found by the request number. */
function Request({ row }: { row: WireRow }): ReactElement {
  const t = useT();
  const calls = (row.sameRequest ?? []) as SameCall[];
  return (
    <div className="detail-own">
      <p className="quiet">
        {row.requestId ? (
          <>
            {t(['请求编号', 'Request no.'])} <span className="mono">{String(row.requestId)}</span>
          </>
        ) : (
          t(['没有请求编号', 'No request number'])
        )}
      </p>
      {calls.length === 0 ? (
        <p className="quiet">{t(['接口日志中没有这次请求', 'The log of calls does not have this request'])}</p>
      ) : (
        <ul>
          {calls.map((one) => (
            <li key={one.id} className="related">
              <Link to={`${menuOf(logApi).path}?id=${one.id}`}>{one.title || one.requestUri}</Link>
              <span className="mono">{one.requestUri}</span>
              <span>{one.answerStatus}</span>
              <span>{one.time} ms</span>
            </li>
          ))}
        </ul>
      )}
      {calls
        .filter((one) => one.statements.length > 0)
        .map((one) => (
          <Asked key={one.id} call={one} />
        ))}
      {row.cause ? (
        <p>
          <Link to={`${menuOf(logError).path}?cause=${String(row.cause)}`}>
            {t(['同一原因的全部错误', 'All faults of this cause'])}
          </Link>
        </p>
      ) : null}
    </div>
  );
}

export default screen(logError, {
  toolbar: ByCause,
  detailTabs: [{ key: 'request', label: ['请求', 'Request'], Content: Request }],
});
