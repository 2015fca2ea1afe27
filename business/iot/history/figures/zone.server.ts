import type { Sql } from '#kernel/server';

/** The clocks by which the asking person's company lives. */
export async function zoneOf(sql: Sql): Promise<string> {
  const [{ zone }] = await sql.query<{ zone: string }>("select current_setting('TimeZone') as zone");
  return zone;
}
