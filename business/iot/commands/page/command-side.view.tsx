import { Copy } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { Value } from '#kernel/web/detail/info/facts.tsx';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import type { Verification } from '../content/command-content.rules.ts';
import { deviceCommand } from '../device-command.paper.ts';
import { instructionTask } from '../task/instruction-task.paper.ts';
import { type Cause, type ShownAttempt, causesOf, reasonOf, courseOf } from './run.rules.ts';

const clock = (ms: number): string => {
  const at = new Date(ms);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
};

/** Every attempt of the chosen command, and its result. All attempts have the same number. */
function Course({ row }: { row: WireRow }): ReactElement {
  const t = useT();
  const attempts = (row.attempts as readonly ShownAttempt[] | null) ?? [];
  const reply = String(row.replyTime ?? '');
  const words = reasonOf(row);
  return (
    <section>
      <h3>
        {attempts.length > 0
          ? t([`${attempts.length} 次下发`, attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`])
          : t(['还没有下发', 'Not sent yet'])}
        {attempts.length > 1 && (
          <small className="quiet">
            {t(['同一指令号，设备不会做两遍', 'One number: the device executes it once'])}
          </small>
        )}
      </h3>
      <ol className="run-course">
        {courseOf(attempts).map((step, at) => (
          <li key={at} data-tone={step.tone}>
            <time>{clock(step.at)}</time>
            <i aria-hidden />
            <span>{t(step.label)}</span>
          </li>
        ))}
        {(reply || words) && (
          <li data-tone={row.execStatus === 'success' ? 'green' : row.execStatus === 'failed' ? 'red' : 'amber'}>
            <time>{reply.slice(11, 19)}</time>
            <i aria-hidden />
            <span>
              <Value of={deviceCommand} row={row} name="execStatus" />{' '}
              {row.resultCode !== null && row.resultCode !== undefined && `${String(row.resultCode)} `}
              {words}
            </span>
          </li>
        )}
      </ol>
    </section>
  );
}

function Content({ row }: { row: WireRow }): ReactElement {
  const t = useT();
  const json = JSON.stringify({ id: row.id, ...(row.content as object) }, null, 1);
  const copy = (): void => {
    void navigator.clipboard.writeText(json).then(() => toast.good(t(['已复制', 'Copied'])));
  };
  return (
    <section>
      <h3>
        {t(['内容', 'Content'])}
        <small className="quiet">{String(row.title ?? '')}</small>
        <span className="spring" />
        <button type="button" className="link" onClick={copy}>
          <Copy size={13} aria-hidden /> {t(['复制', 'Copy'])}
        </button>
      </h3>
      <pre className="run-json mono">{json}</pre>
    </section>
  );
}

function verifyWords(verify: unknown): Label | null {
  const of = verify as Verification | null;
  if (!of?.prop) return null;
  const value = String(of.value);
  const seconds = of.withinSec ?? 60;
  const signs = { eq: '=', ne: '≠', gt: '>', ge: '≥', lt: '<', le: '≤' } as const;
  const sign = signs[of.op ?? 'eq'];
  return [
    `${seconds} 秒内 ${of.prop} ${sign} ${value}，否则算失败`,
    `${of.prop} ${sign} ${value} within ${seconds} s, else it has failed`,
  ];
}

/** Return how a task is sent, as rows of a label and a sentence. */
function howSent(task: WireRow): (readonly [Label, Label])[] {
  const count = grouped(Number(task.targetCount ?? 0));
  const kind = task._names?.targetType ?? '';
  const verify = verifyWords(task.verify);
  const at = String(task.scheduleTime ?? '');
  return [
    [
      ['目标', 'Targets'],
      [`${kind}，选定 ${count} 台`, `${kind}: ${count} devices`],
    ],
    [
      ['速度', 'Pace'],
      [`每分 ${String(task.perMinute ?? '')} 台`, `${String(task.perMinute ?? '')} devices a minute`],
    ],
    [
      ['超时', 'Timeout'],
      [
        `${String(task.timeoutSec ?? '')} 秒，最多重试 ${String(task.maxRetry ?? 0)} 次`,
        `${String(task.timeoutSec ?? '')} s, at most ${String(task.maxRetry ?? 0)} retries`,
      ],
    ],
    [['离线', 'Away'], task.waitOnline ? ['排队等上线', 'Waits for the device'] : ['跳过', 'Skipped']],
    ...(verify ? [[['核对', 'Check'], verify] as const] : []),
    [
      ['风险', 'Risk'],
      [
        `${task._names?.riskLevel ?? ''}；${task._names?.createUser ?? ''}建`,
        `${task._names?.riskLevel ?? ''}; by ${task._names?.createUser ?? ''}`,
      ],
    ],
    [['计划', 'Plan'], at ? [`${shortMoment(at, 'zh')} 下发`, `Sent ${shortMoment(at, 'en')}`] : ['立即', 'At once']],
  ];
}

function Causes({
  rows,
  more,
  onRetry,
}: {
  rows: readonly Cause[];
  more: boolean;
  onRetry?: () => void;
}): ReactElement {
  const t = useT();
  const count = rows.reduce((sum, one) => sum + one.count, 0);
  return (
    <section>
      <h3>
        {t([`${count} 台为什么`, `Why ${count}`])}
        {more && <small className="quiet">{t(['前 200 台', 'the first 200'])}</small>}
        <span className="spring" />
        {onRetry && (
          <button type="button" className="link" onClick={onRetry}>
            {t(['重试', 'Retry'])}
          </button>
        )}
      </h3>
      <ul className="run-causes">
        {rows.map(({ code, text, count: of }) => (
          <li key={`${code} ${text}`}>
            <b>{of}</b> <span>{[code, text].filter(Boolean).join(' ') || t(['没有说明', 'No words'])}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SideProps {
  readonly task: WireRow;
  readonly row: WireRow | undefined;
  /** A row with its attempts and its content: this one once it is read. */ readonly whole: WireRow | undefined;
  /** Place of the row among all of the task, from one. */ readonly place: number;
  readonly total: number;
  readonly trouble: readonly WireRow[];
  readonly hasMore: boolean;
  readonly onRetry?: () => void;
}

/** The chosen device with its attempts, how the task is sent, and why devices failed. */
export function CommandSide({ task, row, whole, place, total, trouble, hasMore, onRetry }: SideProps): ReactElement {
  const t = useT();
  const causes = causesOf(trouble);
  return (
    <aside className="run-side" aria-label={t(['这一台', 'This device'])} tabIndex={0} role="region">
      {row && (
        <>
          <header>
            <h2>{[row._names?.householdId, row._names?.deviceId].filter(Boolean).join(' ')}</h2>
            <Value of={deviceCommand} row={row} name="execStatus" />
            <span className="spring" />
            <small className="quiet">
              {grouped(place)} / {grouped(total)}
            </small>
          </header>
          {whole?.id === row.id ? (
            <>
              <Course row={whole} />
              <Content row={whole} />
            </>
          ) : (
            <section aria-busy="true">
              <i className="skeleton" />
            </section>
          )}
        </>
      )}
      <section>
        <h3>{t(['这个任务怎么发', 'How the task is sent'])}</h3>
        <dl className="run-how">
          {howSent(task).map(([label, words]) => (
            <div key={label[1]}>
              <dt>{t(label)}</dt>
              <dd>{t(words)}</dd>
            </div>
          ))}
        </dl>
        {Boolean(task.reason) && (
          <p className="quiet">
            {t(instructionTask.fields.reason.label)}：{String(task.reason)}
          </p>
        )}
      </section>
      {causes.length > 0 && <Causes rows={causes} more={hasMore} onRetry={onRetry} />}
    </aside>
  );
}
