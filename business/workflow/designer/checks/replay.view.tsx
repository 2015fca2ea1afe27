import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useT } from '#kernel/web/i18n/words.ts';
import type { PastReplay } from '../../model/design/design.calls.ts';

/** The result of replaying the process instances of the last 90 days on this drawing. */
export function ReplayPanel({ replay, onTry }: { replay: PastReplay; onTry: () => void }): ReactElement {
  const t = useT();
  const rows = [
    ['green', t(['办法不变', 'Unchanged']), replay.unchanged],
    ['amber', t(['走法不同', 'Differently']), replay.different],
    ['red', t(['卡住', 'Stuck']), replay.stuck],
  ] as const;
  return (
    <section className="design-replay" aria-label={t(['模拟', 'Simulation'])}>
      <header>
        <h2>{t(['模拟', 'Simulation'])}</h2>
        <small className="quiet">
          {t([
            `近 90 天 ${replay.total} 件在此图上重走，${(replay.ms / 1000).toFixed(1)} 秒，不写数据`,
            `${replay.total} cases of 90 days walked again in ${(replay.ms / 1000).toFixed(1)} s, nothing written`,
          ])}
          {replay.skipped > 0 && t([`，略过 ${replay.skipped} 件`, `, ${replay.skipped} left out`])}
        </small>
        <span className="spring" />
        <button type="button" className="link" onClick={onTry}>
          {t(['试走一件', 'Try one'])}
        </button>
      </header>
      <table>
        <tbody>
          {rows.map(([tone, label, count]) => (
            <tr key={tone}>
              <th scope="row">{label}</th>
              <td>
                <i data-tone={tone} style={{ width: `${(100 * count) / Math.max(1, replay.total)}%` }} />
              </td>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {replay.people.length > 0 && (
        <p>
          <small className="quiet">{t(['谁的任务变了', 'Whose tasks change'])}</small>
          {replay.people.slice(0, 4).map(({ name, before, after }) => (
            <span key={name}>
              {name} {before} → {after}
            </span>
          ))}
        </p>
      )}
      {replay.cases.length > 0 && (
        <ul>
          {replay.cases.slice(0, 6).map((one) => (
            <li key={one.processInstanceId}>
              <Link to={`/work/process/generic/detail/${one.processInstanceId}`}>
                {one.title || one.processInstanceId}
              </Link>
              <small className="quiet">
                {one.message ||
                  t(one.verdict === 'stuck' ? ['没有走到结束', 'Not to its end'] : ['走法不同', 'Differently'])}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
