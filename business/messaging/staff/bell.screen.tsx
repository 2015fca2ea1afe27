import { menuOf } from '#kernel/language/paper.ts';
import { useQuery } from '@tanstack/react-query';
import { copyPage, taskPage } from '#kernel/web/registry/screens.ts';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import { Bell as BellIcon, Check } from 'lucide-react';
import { type ReactElement, useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  type RecentNotices,
  type ShownNotice,
  readNotices,
  recentNotices,
} from '#business/platform/notices/notice-receipt.calls.ts';
import { noticeReceipt } from '#business/platform/notices/notice-receipt.paper.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { type LiveEvent, useLive } from '#kernel/web/realtime/live.ts';
import { Popup } from '#kernel/web/menus/popup.tsx';
import { allPapers, useMay } from '#kernel/web/registry/papers.ts';
import { queryClient, refresh } from '#kernel/web/query/client.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { noticeType as noticeKind } from '#business/system/dictionaries.ts';
import {
  type RecentMessages,
  type ShownMessage,
  finishTodos,
  readMessages,
  recentMessages,
} from './staff-message.calls.ts';
import { staffMessage } from './staff-message.paper.ts';
import './bell.css';

const KEY = ['bell'] as const;
const NOTICES = ['bell', 'notices'] as const;

function again(): void {
  void queryClient.invalidateQueries({ queryKey: KEY });
  refresh(staffMessage.name);
  refresh(noticeReceipt.name);
}

/** Return the address that a message leads to: its task or case, else the row of its paper; null without one. */
function placeOf(message: ShownMessage): string | null {
  const ofProcess = message.taskId
    ? taskPage(message.taskId, Boolean(message.doneTime))
    : message.caseId && copyPage(message.caseId);
  if (ofProcess) return ofProcess;
  const of = allPapers().find(
    (one) => (message.paperName ? one.name === message.paperName : one.logAs === message.bizType) && one.menu,
  );
  return of?.menu && message.bizId ? `${of.menu.path}?id=${message.bizId}` : null;
}

/** Return the minutes between two times in the same time zone; negative if `to` is earlier. */
const minutesTo = (from: string, to: string): number =>
  Math.round((Date.parse(`${to.replace(' ', 'T')}Z`) - Date.parse(`${from.replace(' ', 'T')}Z`)) / 60_000);

/** The time that is left until a to-do is due, or for how long it has been overdue. */
function Due({ now, due }: { now: string; due: string }): ReactElement {
  const t = useT();
  const minutes = minutesTo(now, due);
  const size = Math.abs(minutes);
  const [zh, en] =
    size < 60
      ? [`${size} 分钟`, `${size} min`]
      : size < 1440
        ? [`${Math.floor(size / 60)} 小时`, `${Math.floor(size / 60)} h`]
        : [`${Math.floor(size / 1440)} 天`, `${Math.floor(size / 1440)} d`];
  return (
    <span className="bell-due" data-late={minutes < 0}>
      {minutes < 0 ? t([`已超时 ${zh}`, `${en} late`]) : t([`还剩 ${zh}`, `${en} left`])}
    </span>
  );
}

function Entry({
  message,
  now,
  todo,
  onOpen,
}: {
  message: ShownMessage;
  now: string;
  todo: boolean;
  onOpen: (message: ShownMessage) => void;
}): ReactElement {
  const t = useT();
  const done = (): void => {
    void askCall(finishTodos, { ids: [message.id] }, { quiet: true }).then(again, again);
  };
  return (
    <li className="bell-entry" data-unread={!message.readTime}>
      <button type="button" className="bell-open" onClick={() => onOpen(message)}>
        <b>{message.title}</b>
        <span className="long-text">{message.content}</span>
        <small>
          <span className="mono">{message.bizNo}</span>
          <time>{shortMoment(message.createTime)}</time>
          {todo && message.dueTime && <Due now={now} due={message.dueTime} />}
        </small>
      </button>
      {todo && !message.taskId && (
        <button
          type="button"
          className="icon-button"
          aria-label={t([`完成：${message.title}`, `Done: ${message.title}`])}
          title={t(['完成', 'Done'])}
          onClick={done}
        >
          <Check size={16} aria-hidden />
        </button>
      )}
    </li>
  );
}

/** A notice of the company in the list; opening it marks it as read. */
function NoticeEntry({ notice, onOpen }: { notice: ShownNotice; onOpen: (notice: ShownNotice) => void }): ReactElement {
  const language = useLanguage();
  const kind = (noticeKind.items as Readonly<Record<string, readonly [string, string]>>)[String(notice.category)];
  return (
    <li className="bell-entry" data-unread={!notice.readTime}>
      <button type="button" className="bell-open" onClick={() => onOpen(notice)}>
        <b>{notice.title}</b>
        <small>
          {kind && <span>{kind[language === 'en' ? 1 : 0]}</span>}
          <time>{shortMoment(notice.releaseTime ?? '')}</time>
        </small>
      </button>
    </li>
  );
}

type Tab = 'notices' | 'messages' | 'todos';

/** Return the tab that is open at first: to-dos if there are any, notices if only they are unread, else messages. */
const firstTab = (shown: RecentMessages, notices: RecentNotices): Tab =>
  shown.todos.length ? 'todos' : notices.unread && !shown.unread ? 'notices' : 'messages';

function Entries({
  tab,
  shown,
  notices,
  onOpen,
  onNotice,
}: {
  tab: Tab;
  shown: RecentMessages;
  notices: RecentNotices;
  onOpen: (message: ShownMessage) => void;
  onNotice: (notice: ShownNotice) => void;
}): ReactElement {
  const t = useT();
  const empty = {
    notices: ['没有通知', 'No notices'],
    messages: ['没有消息', 'No messages'],
    todos: ['没有待办', 'Nothing to do'],
  } as const;
  const count = tab === 'notices' ? notices.notices.length : shown[tab].length;
  if (!count) return <p className="quiet">{t(empty[tab])}</p>;
  if (tab === 'notices')
    return (
      <ul>
        {notices.notices.map((one) => (
          <NoticeEntry key={one.id} notice={one} onOpen={onNotice} />
        ))}
      </ul>
    );
  return (
    <ul>
      {shown[tab].map((one) => (
        <Entry key={one.id} message={one} now={shown.now} todo={tab === 'todos'} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function Sheet({
  shown,
  notices,
  onClose,
}: {
  shown: RecentMessages;
  notices: RecentNotices;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const [tab, setTab] = useState<Tab>(firstTab(shown, notices));
  const open = (message: ShownMessage): void => {
    if (!message.readTime) void askCall(readMessages, { ids: [message.id] }, { quiet: true }).then(again, again);
    onClose();
    const place = placeOf(message);
    if (place) void navigate(place);
  };
  const openNotice = (notice: ShownNotice): void => {
    if (!notice.readTime) void askCall(readNotices, { ids: [notice.id] }, { quiet: true }).then(again, again);
    onClose();
    void navigate(`${menuOf(noticeReceipt).path}?id=${notice.id}`);
  };
  const readAll = (): void => {
    void askCall(tab === 'notices' ? readNotices : readMessages, { ids: ['all'] }, { quiet: true }).then(again, again);
  };
  const counted: readonly (readonly [Tab, string, number])[] = [
    ['notices', t(['通知', 'Notices']), notices.unread],
    ['messages', t(['消息', 'Messages']), shown.messages.filter((one) => !one.readTime).length],
    ['todos', t(['待办', 'To do']), shown.todos.length],
  ];
  return (
    <div className="bell-sheet">
      <header>
        <SegmentedControl
          label={t(['通知、消息与待办', 'Notices, messages and to-dos'])}
          items={counted.map(([key, label, count]) => ({ key, label: `${label} ${count || ''}` }))}
          value={tab}
          onChange={setTab}
        />
        <button
          type="button"
          className="button"
          disabled={(tab === 'notices' ? notices.unread : shown.unread) === 0}
          onClick={readAll}
        >
          {t(['全部已读', 'Read all'])}
        </button>
      </header>
      <Entries tab={tab} shown={shown} notices={notices} onOpen={open} onNotice={openNotice} />
      <footer>
        <button
          type="button"
          className="button"
          onClick={() => {
            onClose();
            void navigate(menuOf(tab === 'notices' ? noticeReceipt : staffMessage).path);
          }}
        >
          {t(['查看全部', 'See all'])}
        </button>
      </footer>
    </div>
  );
}

const NONE: RecentNotices = { unread: 0, notices: [] };

/** To-dos and messages of the person, updated live. */
export default function Bell(): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  const may = useMay(staffMessage)('view');
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: [...KEY, language],
    enabled: may,
    staleTime: 60_000,
    queryFn: ({ signal }) => askCall(recentMessages, {}, { signal, quiet: true }),
  });
  const mayNotices = useMay(noticeReceipt)('view');
  const { data: notices = NONE } = useQuery({
    queryKey: NOTICES,
    enabled: mayNotices,
    staleTime: 60_000,
    queryFn: ({ signal }) => askCall(recentNotices, {}, { signal, quiet: true }),
  });
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.type === 'message' || event.type === 'reopened') again();
    }, []),
  );
  if (!may) return null;
  const unread = (data?.unread ?? 0) + notices.unread;
  const label = unread ? t([`消息，${unread} 条未读`, `Messages, ${unread} unread`]) : t(['消息', 'Messages']);
  return (
    <span className="with-badge">
      <button
        type="button"
        className="icon-button"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <BellIcon size={16} aria-hidden />
      </button>
      {open && data && (
        <Popup label={t(['通知、消息与待办', 'Notices, messages and to-dos'])} onClose={() => setOpen(false)}>
          <Sheet shown={data} notices={notices} onClose={() => setOpen(false)} />
        </Popup>
      )}
      {unread > 0 && (
        <i className="badge" aria-hidden>
          {unread > 99 ? '99+' : unread}
        </i>
      )}
    </span>
  );
}
