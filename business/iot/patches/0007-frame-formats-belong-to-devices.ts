import { FrameFault } from '../gateway/connect/codec/frame.rules.ts';
import { compileLive, liveText, readLive } from '../gateway/connect/config/live/live.rules.ts';
import { expectationOf, typedBytes } from '../gateway/connect/config/samples/sample.rules.ts';
import { FormulaFault } from '../gateway/connect/points/expression.rules.ts';

type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

const PAGE = 'sys_device_connect_config';

/** The page and buttons of configurations and their fields. */
const OWN = "m.code like 'sys\\_device\\_connect\\_%' and m.is_deleted = 0";

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** Return a row with the names that fields have in the product. */
const named = (row: Record<string, unknown>): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as Row;

const isFault = (error: unknown): boolean => error instanceof FrameFault || error instanceof FormulaFault;

/** Return what was stored as the published form; null: it cannot run. */
function publishedForm(config: Row, fields: readonly Row[]): string | null {
  const text = liveText(config, fields);
  try {
    const live = readLive(text);
    if (live) compileLive(live);
    return text;
  } catch (error) {
    if (isFault(error)) return null;
    throw error;
  }
}

/** Return the lines of the sample frames that are frames, with what they decode to by the published form. */
function samplesIn(
  text: string,
  config: Row,
): { name: string; frame: string; expect: string | null; fault: string | null }[] {
  const live = readLive(text);
  if (!live) return [];
  const { codec } = compileLive(live);
  const format = live.config.deviceConnectFormat;
  return String(config.sampleFrames ?? '')
    .split('\n')
    .map((line) => line.trim())
    .flatMap((frame, at) => {
      try {
        typedBytes(frame, format);
      } catch (error) {
        if (isFault(error)) return [];
        throw error;
      }
      const { expect = null, fault = null } = expectationOf(codec, frame, format);
      return [{ name: `样例 ${at + 1}`, frame, expect: expect && JSON.stringify(expect), fault }];
    });
}

async function publishStored(query: Query): Promise<void> {
  const configs = await query(
    'select * from sys_device_connect_config where is_deleted = 0 and live is null order by id',
  );
  for (const config of configs.map(named)) {
    const fields = await query(
      'select * from sys_device_connect_field where key_id = $1 and is_deleted = 0 order by sort, id',
      [config.id],
    );
    const text = publishedForm(config, fields.map(named));
    if (text === null) continue;
    await query('update sys_device_connect_config set live = $2, live_version = 1 where id = $1', [config.id, text]);
    const [known] = await query('select 1 from sys_device_connect_sample where key_id = $1 limit 1', [config.id]);
    for (const [at, { name, frame, expect, fault }] of known ? [] : samplesIn(text, config).entries())
      await query(
        `insert into sys_device_connect_sample (id, tenant_id, key_id, sort, name, frame, direction, expect, fault, create_user, create_dept, create_time, update_user, update_time)
         select next_id((extract(epoch from c.create_time) * 1000)::bigint), c.tenant_id, c.id, $2, $3, $4, 'up', $5::jsonb, $6, c.create_user, c.create_dept, c.create_time, c.create_user, c.create_time
         from sys_device_connect_config c where c.id = $1`,
        [config.id, at + 1, name, frame, expect, fault],
      );
  }
}

/**
 * Publish the stored configurations, with samples of their sample frames. Move the page of frame formats into the group of connections, in menus and in the tabs of the top bar. Grant it to
 * IoT engineers, and its view to managers, in each company that has their roles.
 */
export default {
  covers: [],
  async apply(query: Query): Promise<void> {
    await publishStored(query);
    const [page] = await query('select 1 from blade_menu where code = $1 and is_deleted = 0', [PAGE]);
    if (!page) return;
    await query(
      `insert into blade_menu (id, name, name_en, code, category, path, source, action, is_open, sort, alias, create_time, update_time)
       select next_id((extract(epoch from m.create_time) * 1000)::bigint), '接入', 'Connections', 'iot-connect', 1, '', 'network', 1, 1, 161, 'menu', m.create_time, m.create_time
       from blade_menu m where m.code = $1 and m.is_deleted = 0
         and not exists (select 1 from blade_menu o where o.code = 'iot-connect' and o.is_deleted = 0) limit 1`,
      [PAGE],
    );
    await query(
      `update blade_menu set parent_id = (select id from blade_menu where code = 'iot-connect' and is_deleted = 0 limit 1), sort = 10
       where code = $1 and is_deleted = 0`,
      [PAGE],
    );
    await query(
      `insert into blade_top_menu_setting (tenant_id, top_menu_id, menu_id)
       select t.tenant_id, t.id, m.id from blade_top_menu t join blade_menu m on (m.code = 'iot-connect' and m.is_deleted = 0) or (${OWN})
       where t.code = 'iot' and t.is_deleted = 0 on conflict do nothing`,
    );
    await query(
      `delete from blade_top_menu_setting s using blade_top_menu t, blade_menu m
       where t.id = s.top_menu_id and t.tenant_id = s.tenant_id and t.code = 'platform' and m.id = s.menu_id and ${OWN}`,
    );
    await query(
      `insert into blade_role_menu (tenant_id, role_id, menu_id)
       select r.tenant_id, r.id, m.id from blade_role r join blade_menu m on ${OWN}
       where r.is_deleted = 0 and (r.role_alias = 'as_iot' or r.role_alias in ('as_manager', 'as_admin') and m.code in ($1, $1 || '_view'))
       on conflict do nothing`,
      [PAGE],
    );
  },
};
