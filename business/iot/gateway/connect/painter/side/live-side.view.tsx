import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { readList } from '#kernel/web/registry/paper-calls.ts';
import { deviceConnection } from '../../channel/device-connection.paper.ts';
import type { Painter } from '../use-painter.view.tsx';

/** The connections of a configuration with their counts, and its published version. */
export function LiveSide({ on }: { on: Painter }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { row } = on;
  const { data } = useQuery({
    queryKey: ['list', deviceConnection.name, 'of config', row.id, language],
    queryFn: ({ signal }) => readList(deviceConnection, { connectConfigId: row.id, size: '20' }, signal),
    refetchInterval: 5000,
  });
  const sum = (name: string): number => (data?.records ?? []).reduce((all, one) => all + Number(one[name] || 0), 0);
  const version = Number(row.liveVersion || 0);
  return (
    <section className="paint-live">
      <h2>
        {version ? t([`这份配置此刻在用 v${version}`, `v${version} is in use`]) : t(['还没有生效过', 'Not in use yet'])}
      </h2>
      {data && data.records.length > 0 && (
        <p>
          {t([
            `在线 ${grouped(sum('onlineDevices'))} 台，收 ${grouped(sum('rxFrames'))} 帧，坏帧 ${grouped(sum('badFrames'))}，垃圾字节 ${grouped(sum('junkBytes'))}`,
            `${sum('onlineDevices') === 1 ? '1 device' : `${grouped(sum('onlineDevices'))} devices`} online, ${grouped(sum('rxFrames'))} frames, ${grouped(sum('badFrames'))} bad, ${grouped(sum('junkBytes'))} junk bytes`,
          ])}
        </p>
      )}
      <p>{t(['保存后换上，不断线', 'It is exchanged without dropping a connection'])}</p>
      {(data?.records ?? []).map((one) => (
        <p key={one.id}>
          <Link to={`/ljgl/lianjieguanliDetail?id=${one.id}`}>{String(one.name)}</Link>{' '}
          <span className="quiet">{one._names?.channelState}</span>
        </p>
      ))}
    </section>
  );
}
