import { kindOf } from '#kernel/fields/kinds.ts';
import { onlyPictures, picturesIn, pointedAnew } from '#kernel/fields/rich-text/rich-text.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import { type AnyPaper, columnOf, storedFields } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import { visibleCondition } from '../rows/visible/condition.ts';
import { raw, sql } from '../database/statement.ts';
import type { DatabaseSession } from '../write/session/database-session.ts';
import { fileKey, thumbnailKey } from './storage.ts';

type Row = Readonly<Record<string, unknown>>;

/** Key of a body by which a new row names the row that it copies. */
export const COPY_OF = '_copyOf';

const NONE: ReadonlySet<string> = new Set();

const hasPicture = (value: unknown): boolean => typeof value === 'string' && value.includes('<img');

/**
 * Return the pictures that a copy may take: those that the copied row shows, in fields and rows that the copier may
 * see. Other files that a body names were never shown to the copier.
 */
export async function picturesOfSource(
  tx: DatabaseSession,
  paper: AnyPaper,
  values: Row,
  from: unknown,
): Promise<ReadonlySet<string>> {
  const table = tx.app.ownPapers.attachment?.table;
  const names = storedFields(visibleTo(tx.person, paper))
    .filter(([name, field]) => kindOf(field).embedsPictures && hasPicture(values[name]))
    .map(([name]) => name);
  if (!table || !isId(String(from ?? '')) || names.length === 0) return NONE;
  const columns = names.map((name) => `t.${columnOf(name)} as "${name}"`).join(', ');
  const condition = (await visibleCondition(tx, paper, { query: { id_in: String(from) } })) ?? raw('false');
  const [source] = await tx.sql.query<Row>(sql`select ${raw(columns)} from ${raw(paper.table)} t where ${condition}`);
  const shown = names.flatMap((name) => picturesIn(String(source?.[name] ?? '')));
  if (!shown.length) return NONE;
  const own = await tx.sql.query<{ id: string }>(
    `select id::text as id from ${table} where tenant_id = $1 and id = any($2::bigint[]) and is_deleted = 0 and content_type like 'image/%' and bound and paper_name = $3 and row_id = $4`,
    [tx.tenantId, shown, paper.name, String(from)],
  );
  return new Set(own.map((one) => one.id));
}

/** Copy a file for the copier; it is bound to nothing until the row takes it. */
async function copied(tx: DatabaseSession, table: string, id: string): Promise<string | null> {
  const { files } = tx.app;
  const key = (of: string): string => fileKey(tx.tenantId, of);
  if ((await files.size(key(id))) === null) return null;
  const fresh = await tx.newId();
  await files.put(key(fresh), files.get(key(id)) as AsyncIterable<Buffer>);
  const [thumbnail, own] = [thumbnailKey(tx.tenantId, id), thumbnailKey(tx.tenantId, fresh)];
  if ((await files.size(thumbnail)) !== null) await files.put(own, files.get(thumbnail) as AsyncIterable<Buffer>);
  await tx.sql.query(
    `insert into ${table} (id, tenant_id, original_name, name, extension, content_type, attach_size, hash, width, height, bound, create_user, create_dept, create_time, update_user, update_time)
    select $3::bigint, tenant_id, original_name, $7::text || '.' || extension, extension, content_type, attach_size, hash, width, height, false, $4, $5, $6, $4, $6 from ${table} where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, fresh, tx.person.id, tx.dept, tx.now(), fresh],
  );
  return fresh;
}

/** Replace pictures in the texts of a new row by copies, once nothing refuses the row any more. */
export async function takeAlong(
  tx: DatabaseSession,
  paper: AnyPaper,
  values: Record<string, unknown>,
  pictures: ReadonlySet<string>,
): Promise<void> {
  const table = tx.app.ownPapers.attachment?.table;
  if (!table || pictures.size === 0) return;
  const anew = new Map<string, string | null>();
  for (const [name, field] of storedFields(paper)) {
    if (!kindOf(field).embedsPictures || !hasPicture(values[name])) continue;
    const text = String(values[name]);
    const own = picturesIn(text);
    for (const id of own) if (pictures.has(id) && !anew.has(id)) anew.set(id, await copied(tx, table, id));
    values[name] = pointedAnew(onlyPictures(text, new Set(own.filter((id) => anew.get(id) !== null))), anew);
  }
}
