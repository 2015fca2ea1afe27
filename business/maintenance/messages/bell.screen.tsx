import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon, Check } from 'lucide-react';
import { type ReactElement, useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { get, post } from '#kernel/web/http/http.ts';
import { type LiveEvent, useLive } from '#kernel/web/live/live.ts';
import { Popup } from '#kernel/web/menus/popup.tsx';
import { allPapers, useMay } from '#kernel/web/papers/papers.ts';
import { queryClient, refresh } from '#kernel/web/query/client.ts';
import { shortMoment } from '#kernel/web/words/dates.ts';
import { useLanguage, useT } from '#kernel/web/words/words.ts';
import { messageEvent } from './dictionaries.ts';
import { staffMessage } from './staff-message.paper.ts';
import './bell.css';

interface Message {
  readonly id: string; readonly messageEvent: string; readonly title: string; readonly content: string; readonly bizType: string; readonly bizId: string; readonly bizNo: string;
  readonly dueTime: string | null; readonly readTime: string | null; readonly createTime: string;
}
interface Shown { readonly unread: number; readonly now: string; readonly todos: readonly Message[]; readonly messages: readonly Message[] }

const KEY = ['bell'] as const;
const at = (call: string): string => `${staffMessage.path}/${call}`;

function again(): void {
  void queryClient.invalidateQueries({ queryKey: KEY });
  refresh(staffMessage.name);
}

/** Where the paper of a message stands. */
function placeOf(message: Message): string | null {
  const of = allPapers().find((one) => one.logAs === message.bizType && one.menu);
  return of?.menu && message.bizId ? `${of.menu.path}?id=${message.bizId}` : null;
}

/** Minutes from one wall clock to another of the same company. */
const minutesTo = (from: string, to: string): number => Math.round((Date.parse(`${to.replace(' ', 'T')}Z`) - Date.parse(`${from.replace(' ', 'T')}Z`)) / 60_000);

/** How long there is still time, or how long there was. */
function Due({ now, due }: { now: string; due: string }): ReactElement {
  const t = useT();
  const minutes = minutesTo(now, due);
  const size = Math.abs(minutes);
  const [zh, en] = size < 60 ? [`${size} 分钟`, `${size} min`] : size < 1440 ? [`${Math.floor(size / 60)} 小时`, `${Math.floor(size / 60)} h`] : [`${Math.floor(size / 1440)} 天`, `${Math.floor(size / 1440)} d`];
  return <span className="bell-due" data-late={minutes < 0}>{minutes < 0 ? t([`已超时 ${zh}`, `${en} late`]) : t([`还剩 ${zh}`, `${en} left`])}</span>;
}

function Entry({ message, now, todo, onOpen }: { message: Message; now: string; todo: boolean; onOpen: (message: Message) => void }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const item = messageEvent.items[message.messageEvent as keyof typeof messageEvent.items];
  const title = language === 'en' && item ? item[1] : message.title;
  const done = (): void => { void post(at('done'), { ids: message.id }, { quiet: true }).then(again, again); };
  return (
    <li className="bell-entry" data-unread={!message.readTime}>
      <button type="button" className="bell-open" onClick={() => onOpen(message)}>
        <b>{title}</b>
        <span>{message.content}</span>
        <small><span className="mono">{message.bizNo}</span><time>{shortMoment(message.createTime)}</time>{todo && message.dueTime && <Due now={now} due={message.dueTime} />}</small>
      </button>
      {todo && <button type="button" className="icon-button" aria-label={t([`完成:${title}`, `Done: ${title}`])} title={t(['完成', 'Done'])} onClick={done}><Check size={16} aria-hidden /></button>}
    </li>
  );
}

function Sheet({ shown, onClose }: { shown: Shown; onClose: () => void }): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const [tab, setTab] = useState<'todos' | 'messages'>(shown.todos.length ? 'todos' : 'messages');
  const open = (message: Message): void => {
    if (!message.readTime) void post(at('read'), { ids: message.id }, { quiet: true }).then(again, again);
    onClose();
    const place = placeOf(message);
    if (place) void navigate(place);
  };
  const entries = shown[tab];
  return (
    <div className="bell-sheet">
      <header>
        <div className="segments" role="group" aria-label={t(['待办与消息', 'To-dos and messages'])}>
          <button type="button" aria-pressed={tab === 'todos'} onClick={() => setTab('todos')}>{t(['待办', 'To do'])} {shown.todos.length || ''}</button>
          <button type="button" aria-pressed={tab === 'messages'} onClick={() => setTab('messages')}>{t(['消息', 'Messages'])}</button>
        </div>
        <button type="button" className="button" disabled={shown.unread === 0} onClick={() => { void post(at('read'), { ids: 'all' }, { quiet: true }).then(again, again); }}>{t(['全部已读', 'Read all'])}</button>
      </header>
      {entries.length === 0 ? <p className="quiet">{tab === 'todos' ? t(['没有待办', 'Nothing to do']) : t(['没有消息', 'No messages'])}</p>
        : <ul>{entries.map((one) => <Entry key={one.id} message={one} now={shown.now} todo={tab === 'todos'} onOpen={open} />)}</ul>}
      <footer><button type="button" className="button" onClick={() => { onClose(); void navigate(staffMessage.menu!.path); }}>{t(['查看全部', 'See all'])}</button></footer>
    </div>
  );
}

/** What waits for this person, told as it happens. */
export default function Bell(): ReactElement | null {
  const t = useT();
  const may = useMay(staffMessage)('view');
  const [open, setOpen] = useState(false);
  const { data } = useQuery({ queryKey: KEY, enabled: may, staleTime: 60_000, queryFn: ({ signal }) => get<Shown>(at('recent'), {}, { signal, quiet: true }) });
  useLive(useCallback((event: LiveEvent) => { if (event.type === 'message') again(); }, []));
  if (!may) return null;
  const unread = data?.unread ?? 0;
  const label = unread ? t([`消息，${unread} 条未读`, `Messages, ${unread} unread`]) : t(['消息', 'Messages']);
  return (
    <span className="with-badge">
      <button type="button" className="icon-button" aria-label={label} title={label} aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(!open)}><BellIcon size={16} aria-hidden /></button>
      {open && data && <Popup label={t(['待办与消息', 'To-dos and messages'])} onClose={() => setOpen(false)}><Sheet shown={data} onClose={() => setOpen(false)} /></Popup>}
      {unread > 0 && <i className="badge" aria-hidden>{unread > 99 ? '99+' : unread}</i>}
    </span>
  );
}
