import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import type { ReactElement } from 'react';
import { ask } from '../dialogs/ask.tsx';
import { get, postJson } from '../http/http.ts';
import { useT } from '../i18n/words.ts';
import { momentWords } from '../i18n/dates.ts';

interface LivingSession {
  readonly id: string;
  readonly ip: string;
  readonly agent: string;
  readonly clientId: string;
  readonly createTime: string;
  readonly usedTime: string;
  readonly own: boolean;
}

const MOST = 50;

/** Return a device name from a user agent. */
function deviceOf(agent: string): { readonly name: string; readonly isPhone: boolean } {
  const system =
    (
      [
        ['Windows', /Windows/],
        ['iPhone', /iPhone/],
        ['iPad', /iPad/],
        ['Android', /Android/],
        ['macOS', /Mac OS/],
        ['Linux', /Linux/],
      ] as const
    ).find(([, shape]) => shape.test(agent))?.[0] ?? '';
  const browser =
    (
      [
        ['Edge', /Edg\//],
        ['WeChat', /MicroMessenger/],
        ['Firefox', /Firefox/],
        ['Chrome', /Chrom/],
        ['Safari', /Safari/],
      ] as const
    ).find(([, shape]) => shape.test(agent))?.[0] ?? '';
  return {
    name: [browser, system].filter(Boolean).join(' · ') || agent.slice(0, 40),
    isPhone: /Mobile|Android|iPhone/.test(agent),
  };
}

/** The open sessions of the person, or of the account `userId` for an account administrator. */
export function LivingSessions({ userId }: { userId?: string }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['sessions', userId ?? ''],
    queryFn: () =>
      get<{ records: LivingSession[]; total: number }>('blade-system/user/sessions', { userId, size: MOST }),
  });
  const end = async (ids: readonly string[]): Promise<void> => {
    if (
      !(await ask({
        title: t(['结束这些登录？', 'End these logins?']),
        text: t([
          '那里的人须重新登录，未保存的内容会丢失。',
          'Whoever is there must log in again; what is not saved is lost.',
        ]),
      }))
    )
      return;
    await postJson('blade-system/user/end-sessions', { ids: ids.join(',') });
    await client.invalidateQueries({ queryKey: ['sessions'] });
  };
  const others = (data?.records ?? []).filter((one) => !one.own);
  return (
    <div className="detail-own sessions">
      {data?.records.length === 0 && <p className="quiet">{t(['没有登录', 'Not logged in anywhere'])}</p>}
      <ul className="sessions-list">
        {data?.records.map((one) => {
          const { name, isPhone } = deviceOf(one.agent);
          return (
            <li key={one.id}>
              {isPhone ? <Smartphone size={18} aria-hidden /> : <Monitor size={18} aria-hidden />}
              <span>
                <b>{name || one.clientId}</b>
                {one.own && <span className="state-good"> {t(['当前', 'this one'])}</span>}
                <br />
                <span className="quiet">
                  {one.ip} · {t(['最近使用', 'last used'])} {momentWords(one.usedTime)} · {t(['登录于', 'since'])}{' '}
                  {momentWords(one.createTime)}
                </span>
              </span>
              {!one.own && (
                <button type="button" className="button" onClick={() => void end([one.id])}>
                  {t(['结束', 'End'])}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {others.length > 1 && (
        <p>
          <button type="button" className="button" onClick={() => void end(others.map((one) => one.id))}>
            {t(['结束其他全部', 'End all others'])}
          </button>
        </p>
      )}
    </div>
  );
}
