import { Check } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { sinceMoment } from '#kernel/web/i18n/company-time.ts';
import { shortMoment, today } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { iconOf } from '#kernel/web/menus/icons.ts';
import { type InboxLine, type InboxView, taskDueWords } from '../inbox-lines.rules.ts';
import { iconOfCase } from './line-icon.rules.ts';

/** The right part of a line: the due time, or the time of a done task, or the state of the instance. */
function Right({ line: { flow }, view }: { line: InboxLine; view: InboxView }): ReactElement {
  const t = useT();
  const language = useLanguage();
  if (flow.suspended) return <span className="inbox-due quiet">{t(['已挂起', 'Suspended'])}</span>;
  if (view === 'send' || view === 'copies')
    return (
      <span className="inbox-due quiet">
        {flow.processIsFinished === 'finished' ? t(['已结束', 'Over']) : flow.taskName || t(['进行中', 'Running'])}
      </span>
    );
  if (view === 'done') return <span className="inbox-due quiet">{shortMoment(flow.endTime, language)}</span>;
  const due = taskDueWords(flow.dueTime, sinceMoment(flow.dueTime || flow.createTime), today());
  return due ? (
    <span className="inbox-due" data-tone={due.tone}>
      {t(due.words)}
    </span>
  ) : (
    <span className="inbox-due quiet">{shortMoment(flow.createTime, language)}</span>
  );
}

/** Return the title of an instance without its process name and the present year. */
const shortTitle = (title: string, name: string): string =>
  (name && title.startsWith(name) ? title.slice(name.length).trim() : title).replaceAll(`${today().slice(0, 4)}-`, '');

interface LineProps {
  readonly line: InboxLine;
  readonly view: InboxView;
  readonly isCurrent: boolean;
  readonly isPicked: boolean;
  readonly choose: () => void;
}

function Line({ line, view, isCurrent, isPicked, choose }: LineProps): ReactElement {
  const t = useT();
  const { flow } = line;
  const Icon = iconOf(iconOfCase(flow));
  const box = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li
      ref={box}
      data-task={line.key}
      data-current={isCurrent}
      data-picked={isPicked}
      data-suspended={flow.suspended}
      data-unread={line.unreadCopy !== undefined}
    >
      <button type="button" aria-current={isCurrent ? 'true' : undefined} aria-pressed={isPicked} onClick={choose}>
        {isPicked ? <Check size={15} aria-hidden /> : <Icon size={15} aria-hidden />}
        <span className="inbox-what">
          <b>{flow.processDefinitionName}</b> {flow.starterName}
        </span>
        <span className="inbox-node quiet">{view === 'send' ? flow.categoryName : flow.taskName}</span>
        <span className="inbox-title quiet">
          {view === 'claim' && flow.waitsFor && (
            <span className="inbox-for">{t([`等 ${flow.waitsFor} 签收　`, `For ${flow.waitsFor}: `])}</span>
          )}
          {shortTitle(flow.title, flow.starterName) || t(['无标题', 'No title'])}
        </span>
        <Right line={line} view={view} />
      </button>
    </li>
  );
}

const EMPTY: Readonly<Record<InboxView, readonly [string, string]>> = {
  todo: ['暂无待办', 'Nothing to do'],
  claim: ['没有可以签收的', 'Nothing to claim'],
  copies: ['没有抄送给你的', 'No copies for you'],
  send: ['你还没有发起过流程', 'You have not started a process'],
  done: ['你还没有办结的任务', 'You have done no task yet'],
};

interface InboxListProps {
  readonly view: InboxView;
  readonly lines: readonly InboxLine[];
  readonly total: number;
  readonly current: string | undefined;
  readonly picked: ReadonlySet<string>;
  readonly waitingToClaim: number;
  readonly choose: (key: string) => void;
  readonly toClaim: () => void;
}

/** The lines of one list; the current one is scrolled into view. */
export function InboxList(props: InboxListProps): ReactElement {
  const { view, lines, total, current, picked, waitingToClaim, choose, toClaim } = props;
  const t = useT();
  if (lines.length === 0)
    return (
      <div className="table-empty inbox-none">
        <b>{t(EMPTY[view])}</b>
        {view === 'todo' && waitingToClaim > 0 && (
          <button type="button" className="button" onClick={toClaim}>
            {t([`待签收 ${waitingToClaim}`, `${waitingToClaim} to claim`])}
          </button>
        )}
      </div>
    );
  return (
    <ul className="inbox-lines">
      {lines.map((line) => (
        <Line
          key={line.key}
          line={line}
          view={view}
          isCurrent={line.key === current}
          isPicked={picked.has(line.key)}
          choose={() => choose(line.key)}
        />
      ))}
      {total > lines.length && (
        <li className="inbox-rest quiet">
          {t([`还有 ${total - lines.length} 条更早的`, `${total - lines.length} older ones`])}
        </li>
      )}
    </ul>
  );
}
