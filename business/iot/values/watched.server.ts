import type { WatchedSource } from '#kernel/server';
import { device } from '../devices/device.paper.ts';

/** Source of live values of devices, for pages that watch them. */
export const watchedDevices: WatchedSource = {
  paper: device,
  read: (sql, rows) =>
    sql.query(
      `select l.device_id::text as id, (extract(epoch from l.ts) * 1000)::float8 as at, (
         select jsonb_object_agg(v.key, v.value) from jsonb_each(l.data) v
         where d.owned_since is null or l.times is null or (l.times->>v.key)::float8 >= extract(epoch from d.owned_since)) as values
       from unnest($1::bigint[], $2::float8[]) as w(id, at)
       join iot_device_latest l on l.device_id = w.id and l.ts > to_timestamp(w.at / 1000)
       join iot_device d on d.id = l.device_id and d.tenant_id = l.tenant_id
       where l.tenant_id = current_setting('anju.tenant') and (d.owned_since is null or l.ts >= d.owned_since) order by l.ts`,
      [rows.map((row) => row.id), rows.map((row) => row.at)],
    ),
};
