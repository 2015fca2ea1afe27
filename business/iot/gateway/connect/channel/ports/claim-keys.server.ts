import type { Context } from '#kernel/server';

/**
 * Let each of these rows own its key of a kind, or none (null); a key belongs to one row of the installation. Return
 * the first key that another row has, also one of the same list; undefined: none.
 */
export async function claimKeys(
  { sql }: Context,
  kind: 'account' | 'cert',
  rows: readonly { readonly id: string; readonly key: string | null }[],
): Promise<string | undefined> {
  if (!rows.length) return undefined;
  const keys = rows.flatMap(({ key }) => key ?? []);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) return twice;
  const [taken] = await sql.query<{ key: string }>('select iot_claim_channels($1, $2::text[], $3::bigint[]) as key', [
    kind,
    rows.map(({ key }) => key),
    rows.map(({ id }) => id),
  ]);
  return taken?.key;
}
