import type { Sql } from '#kernel/server';

/** Return the time zone of the caller's company. */
export async function zoneOf(sql: Sql): Promise<string> {
  const [{ zone }] = await sql.query<{ zone: string }>("select current_setting('TimeZone') as zone");
  return zone;
}
