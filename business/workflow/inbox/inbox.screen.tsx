import { Search } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { usePhone } from '#kernel/web/list/state/use-phone.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useTabPath } from '#kernel/web/tabs/tabs.ts';
import { CasePane } from './case/case-pane.view.tsx';
import { type InboxLine, type InboxView, alike, lineAfter } from './inbox-lines.rules.ts';
import { InboxList } from './list/inbox-list.view.tsx';
import { useBatchApproval } from './use-batch.view.tsx';
import { type Inbox, useInbox, useWorkCounts } from './use-inbox.view.tsx';
import { useInboxKeys } from './use-inbox-keys.view.tsx';
import { isAboutTasks, useChosenLine } from './use-chosen-line.view.tsx';
import { useReadCopy } from './use-read-copy.view.tsx';
import './inbox.css';

const VIEWS: readonly (readonly [InboxView, Label])[] = [
  ['todo', ['我办的', 'Mine']],
  ['claim', ['待签收', 'To claim']],
  ['copies', ['抄送', 'Copies']],
  ['send', ['我发起', 'Started']],
  ['done', ['办结', 'Done']],
];

const TITLES: Readonly<Record<InboxView, Label>> = {
  todo: ['待办审批', 'Tasks to do'],
  claim: ['待签收', 'Tasks to claim'],
  copies: ['抄送我的', 'Copies for me'],
  send: ['我发起的', 'Started by me'],
  done: ['我办结的', 'Done by me'],
};

/** Tabs of the lists, each with its number of lines. */
function Views({ view }: { view: InboxView }): ReactElement {
  const t = useT();
  const counts = useWorkCounts();
  return (
    <nav className="inbox-views" aria-label={t(['列表', 'Lists'])}>
      {VIEWS.map(([name, label]) => (
        <Link key={name} to={`/work/${name}`} aria-current={name === view ? 'page' : undefined}>
          {t(label)} <small className="quiet">{counts[name] ? (counts[name] >= 100 ? '99+' : counts[name]) : ''}</small>
        </Link>
      ))}
    </nav>
  );
}

/** The footer with keyboard shortcuts, and the batch actions for selected or similar tasks. */
function Foot({
  lines,
  isPicked,
  approve,
  decides,
}: {
  lines: readonly InboxLine[];
  isPicked: boolean;
  approve: () => void;
  decides: boolean;
}): ReactElement {
  const t = useT();
  return (
    <footer className="inbox-foot">
      {lines.length > 0 ? (
        <>
          <span>
            {isPicked
              ? t([`已选 ${lines.length} 张`, `${lines.length} selected`])
              : t([`同类 ${lines.length} 张`, `${lines.length} alike`])}
          </span>
          <span className="spring" />
          <button type="button" className={isPicked ? 'button strong' : 'button'} onClick={approve}>
            {t([`同意 ${lines.length} 张`, `Approve ${lines.length}`])} <kbd>B</kbd>
          </button>
        </>
      ) : (
        <>
          <span>
            <kbd>J</kbd> <kbd>K</kbd> {t(['上下', 'move'])}
          </span>
          {decides && (
            <span>
              <kbd>Space</kbd> {t(['选中', 'select'])}
            </span>
          )}
        </>
      )}
    </footer>
  );
}

interface ListSideProps {
  readonly view: InboxView;
  readonly inbox: Inbox;
  readonly current: string | undefined;
  readonly picked: ReadonlySet<string>;
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly choose: (key: string) => void;
  readonly foot: ReactElement;
}

function ListSide({ view, inbox, current, picked, name, setName, choose, foot }: ListSideProps): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const counts = useWorkCounts();
  const [isSearching, setSearching] = useState(name !== '');
  return (
    <section className="inbox-list" aria-label={t(TITLES[view])}>
      <header>
        <h1>{t(TITLES[view])}</h1>
        <span className="quiet">{inbox.lines ? inbox.total : ''}</span>
        <span className="spring" />
        {view !== 'copies' && (
          <button
            type="button"
            className="icon-button"
            aria-label={t(['按流程名称查找', 'Search by process'])}
            aria-expanded={isSearching}
            onClick={() => {
              setSearching(!isSearching);
              setName('');
            }}
          >
            <Search size={16} aria-hidden />
          </button>
        )}
      </header>
      {isSearching && (
        <input
          type="search"
          className="plain-input inbox-search"
          autoFocus
          placeholder={t(['流程名称', 'Process'])}
          aria-label={t(['流程名称', 'Process'])}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <Views view={view} />
      <div className="inbox-scroll">
        {inbox.error ? (
          <div className="table-empty" role="alert">
            <b>{t(['没有读到列表', 'The list could not be read'])}</b>
            <span>{inbox.error.message}</span>
            <button type="button" className="button" onClick={inbox.again}>
              {t(['再试', 'Try again'])}
            </button>
          </div>
        ) : inbox.lines ? (
          <InboxList
            view={view}
            lines={inbox.lines}
            total={inbox.total}
            current={current}
            picked={picked}
            waitingToClaim={counts.claim ?? 0}
            choose={choose}
            toClaim={() => void navigate('/work/claim')}
          />
        ) : (
          <div className="inbox-waiting" aria-busy="true">
            {[1, 2, 3, 4, 5].map((one) => (
              <i key={one} className="skeleton" style={{ width: '86%' }} />
            ))}
          </div>
        )}
      </div>
      {foot}
    </section>
  );
}

/** Tasks, process instances and copies in one place: the list, the paper, the deciders and the next steps. */
export default function InboxScreen(): ReactElement {
  const phone = usePhone();
  const t = useT();
  const view = (useTabPath().split('/')[2] ?? 'todo') as InboxView;
  const [name, setName] = useState('');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const inbox = useInbox(view, name);
  const lines = inbox.lines ?? [];
  const { line, current, place, choose, go } = useChosenLine(view, inbox);
  const gone = (keys: ReadonlySet<string>): void => {
    setPicked(new Set());
    if (current) choose(lineAfter(lines, keys, current));
  };
  const batch = useBatchApproval(gone);
  useReadCopy(line?.unreadCopy);
  // Clear the selection when another list is opened.
  useEffect(() => setPicked(new Set()), [view]);

  const decides = view === 'todo' || view === 'claim';
  const chosen = lines.filter((one) => picked.has(one.key));
  const together = decides ? (chosen.length > 0 ? chosen : alike(lines, line)) : [];
  useInboxKeys({
    view,
    go,
    pick: () => {
      if (!line) return;
      const more = new Set(picked);
      if (!more.delete(line.key)) more.add(line.key);
      setPicked(more);
    },
    batch: () => batch.approve(together),
    hasBatch: together.length > 0,
    clear: () => setPicked(new Set()),
    hasPicked: picked.size > 0,
  });
  const isOpen = current !== undefined;
  return (
    <div className="inbox" data-open={isOpen}>
      {!(phone && isOpen) && (
        <ListSide
          view={view}
          inbox={inbox}
          current={current}
          picked={picked}
          name={name}
          setName={setName}
          choose={choose}
          foot={
            <Foot
              lines={together}
              isPicked={chosen.length > 0}
              decides={decides}
              approve={() => batch.approve(together)}
            />
          }
        />
      )}
      {isOpen ? (
        <CasePane
          key={current}
          taskId={isAboutTasks(view) ? (line?.flow.taskId ?? current) : ''}
          processInstanceId={line?.flow.processInstanceId ?? ''}
          at={place + 1}
          total={lines.length}
          go={go}
          {...(phone && { back: () => choose(null) })}
          onGone={() => gone(new Set([current]))}
        />
      ) : (
        !phone && (
          <div className="inbox-nothing quiet">{inbox.lines?.length === 0 && t(['没有异常', 'Nothing unusual'])}</div>
        )
      )}
      {batch.element}
    </div>
  );
}
