import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useSyncExternalStore } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { get } from '#kernel/web/http/http.ts';
import { serverNow } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import './pages.css';

/** Widths in CSS pixels at which the layout changes. */
const BREAKPOINTS = [768, 992, 1200] as const;
const SLOW_MS = 1000;
const CLOCK_MS = 60_000;

const listen = (changed: () => void): (() => void) => {
  addEventListener('resize', changed);
  return () => removeEventListener('resize', changed);
};

interface Tested {
  readonly label: Label;
  readonly good: boolean;
  readonly words: Label;
}

async function reachServer(): Promise<{ ms: number; aheadMs: number }> {
  const began = performance.now();
  await get('blade-auth/oauth/user-info', {}, { quiet: true });
  return { ms: Math.round(performance.now() - began), aheadMs: serverNow().getTime() - Date.now() };
}

/** Page with facts about this browser and network, which people read out on the phone when something does not work. */
export default function SelfTest(): ReactElement {
  const t = useT();
  const width = useSyncExternalStore(listen, () => innerWidth);
  const { data: server, isError } = useQuery({
    queryKey: ['self-test'],
    queryFn: reachServer,
    gcTime: 0,
    retry: false,
  });
  const level = BREAKPOINTS.filter((from) => width >= from).length;
  const minutes = Math.round((server?.aheadMs ?? 0) / CLOCK_MS);
  const tests: Tested[] = [
    {
      label: ['服务器', 'Server'],
      good: !isError && (server?.ms ?? 0) < SLOW_MS,
      words: isError ? ['连不上', 'Cannot be reached'] : server ? [`${server.ms} 毫秒`, `${server.ms} ms`] : ['…', '…'],
    },
    {
      label: ['本机时钟', 'Clock'],
      good: Math.abs(minutes) < 1,
      words:
        Math.abs(minutes) < 1
          ? ['与服务器一致', 'Same as the server']
          : [`与服务器差 ${Math.abs(minutes)} 分钟`, `${Math.abs(minutes)} min from that of the server`],
    },
    {
      label: ['屏幕宽度', 'Width of the screen'],
      good: true,
      words: [`${width} 像素，第 ${level + 1} 档（共 4 档）`, `${width} px, size ${level + 1} of 4`],
    },
    {
      label: ['离线打开', 'Opens without a network'],
      good: 'serviceWorker' in navigator,
      words: 'serviceWorker' in navigator ? ['支持', 'Yes'] : ['不支持：需要 https', 'No: it needs https'],
    },
    {
      label: ['多页签互通', 'Tabs know of each other'],
      good: 'locks' in navigator,
      words: 'locks' in navigator ? ['支持', 'Yes'] : ['不支持：需要 https', 'No: it needs https'],
    },
    { label: ['浏览器', 'Browser'], good: true, words: [navigator.userAgent, navigator.userAgent] },
  ];
  return (
    <div className="info">
      <header className="page-head">
        <h1>{t(['环境自检', 'Self-test'])}</h1>
        <span className="quiet">
          {t([
            '报修电脑问题时，把这一页念给管理员',
            'Read this page to your administrator when something does not work',
          ])}
        </span>
      </header>
      <dl className="self-test">
        {tests.map((one) => (
          <div key={one.label[1]}>
            <dt>{t(one.label)}</dt>
            <dd className={one.good ? undefined : 'state-bad'}>{t(one.words)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
