import { Maximize, X } from 'lucide-react';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { momentOf, serverNow } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { type StreamState, useStream } from '#kernel/web/realtime/stream.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { ageWords } from '#kernel/fields/integer/span-words.ts';
import { RoomCards } from './room-cards.view.tsx';
import { type Wall, wallList, wallStream } from './wall.calls.ts';
import { type WallNews, wallAfter } from './wall.rules.ts';
import './wall.css';

const SECOND_MS = 1000;

type News = WallNews | { readonly type: 'storage'; readonly away: boolean };

function useNow(): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Load the wall display once, and then apply the changes from the stream. */
function useWall(roomAddressId: string): {
  readonly wall: Wall | undefined;
  readonly line: StreamState;
  readonly isStorageAway: boolean;
} {
  const [wall, setWall] = useState<Wall>();
  const [isStorageAway, setStorageAway] = useState(false);
  const first = useCallback(
    async (signal: AbortSignal) => {
      const all = await askCall(wallList, { roomAddressId }, { signal, quiet: true });
      setWall(all);
      setStorageAway(false);
    },
    [roomAddressId],
  );
  const hear = useCallback((data: unknown) => {
    const news = data as News;
    if (news.type === 'storage') setStorageAway(news.away);
    else setWall((before) => wallAfter(before, news));
  }, []);
  const line = useStream(wallStream.path, { roomAddressId }, { first, hear });
  return { wall, line, isStorageAway };
}

/** Show whether the display is live, or since when the connection is lost. */
function Line({ line, isStorageAway, now }: { line: StreamState; isStorageAway: boolean; now: Date }): ReactElement {
  const t = useT();
  if (!line.isOpen && line.heardMs !== null) {
    const age = ageWords((Date.now() - line.heardMs) / SECOND_MS);
    const since = momentOf(new Date(now.getTime() - (Date.now() - line.heardMs))).slice(11);
    return (
      <span className="wall-line" data-tone="away" role="status">
        <i aria-hidden />
        {t([`断开 ${age[0]}，${since} 起`, `Line lost for ${age[1]}, since ${since}`])}
      </span>
    );
  }
  if (!line.isOpen)
    return (
      <span className="wall-line" data-tone="away" role="status">
        <i aria-hidden />
        {t(['正在连接', 'Connecting'])}
      </span>
    );
  return isStorageAway ? (
    <span className="wall-line" data-tone="storage" role="status">
      <i aria-hidden />
      {t(['数据库连不上，报文在暂存', 'The database cannot be reached; messages are kept on disk'])}
    </span>
  ) : (
    <span className="wall-line" data-tone="live" role="status">
      <i aria-hidden />
      {t(['实时', 'Live'])}
    </span>
  );
}

/** Wall display of a home: readable from three metres, and meant to run for months unattended. */
export default function WallPage(): ReactElement {
  const t = useT();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const navigate = useNavigate();
  const { wall, line, isStorageAway } = useWall(id || '0');
  const now = useNow();
  const leave = useCallback(() => {
    if (window.history.length > 1) void navigate(-1);
    else void navigate('/operation/roomAddress');
  }, [navigate]);
  const fill = useCallback(() => void document.documentElement.requestFullscreen?.().catch(() => undefined), []);
  useTabTitle(wall?.fullAddress ?? '');
  useKeys([
    { keys: 'Escape', label: ['离开大屏', 'Leave the wall display'], run: leave },
    { keys: 'f', label: ['全屏', 'Full screen'], run: fill },
  ]);
  const isMissing = id === '' || line.refusal !== null;
  return (
    <div className="wall" data-away={(!line.isOpen && line.heardMs !== null) || isStorageAway}>
      <header className="wall-head">
        <h1>{wall?.fullAddress ?? ''}</h1>
        <b>{wall?.householdName ?? ''}</b>
        <span className="wall-spring" />
        {!isMissing && <Line line={line} isStorageAway={isStorageAway} now={now} />}
        <time>{momentOf(now).slice(11, 16)}</time>
        <span className="wall-tools">
          <button type="button" aria-label={t(['全屏', 'Full screen'])} title="F" onClick={fill}>
            <Maximize size={20} aria-hidden />
          </button>
          <button type="button" aria-label={t(['离开大屏', 'Leave the wall display'])} title="Esc" onClick={leave}>
            <X size={20} aria-hidden />
          </button>
        </span>
      </header>
      {isMissing ? (
        <p className="wall-none">
          {t(['没有这个地址，或您看不到那里的家庭', 'There is no such address, or you may not see who lives there'])}
        </p>
      ) : (
        <RoomCards wall={wall} now={now.getTime()} />
      )}
    </div>
  );
}
