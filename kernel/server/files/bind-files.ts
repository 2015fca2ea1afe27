import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, storedFields } from '#kernel/language/paper.ts';
import { columnFor } from '#kernel/fields/columns.server.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { BINARY_ENDINGS } from '#kernel/fields/file/binary-file.ts';
import { type FileOptions, unfit } from '#kernel/fields/file/file.ts';
import { onlyPictures, picturesIn } from '#kernel/fields/rich-text/rich-text.ts';
import { clean } from '#kernel/fields/rich-text/rich-text.server.ts';
import { notFound } from '#kernel/fields/ref/ref.ts';
import type { Label } from '#kernel/language/label.ts';
import { refuseProblems } from '../write/steps/values.ts';
import type { DatabaseSession } from '../write/session/database-session.ts';

type Row = Readonly<Record<string, unknown>>;

interface Kept {
  id: string;
  bound: boolean | null;
  paper: string | null;
  row: string | null;
  person: string | null;
  extension: string;
  kb: number;
}

/**
 * Bind the files of a saved row to it, in the same transaction: fresh uploads of the same person. Uploads of others,
 * and files of other rows, are refused. That holds for the product as well, since its values may come from a person.
 */
export async function bindFiles(tx: DatabaseSession, paper: AnyPaper, before: Row | null, row: Row): Promise<void> {
  const table = tx.app.ownPapers.attachment?.table;
  if (!table) return;
  for (const [name, field] of storedFields(paper)) {
    const { attachments } = columnFor(field);
    if (!attachments || paper === tx.app.ownPapers.attachment) continue;
    const had = attachments(before?.[name]);
    const has = attachments(row[name]);
    const fresh = has.filter((id) => !had.includes(id));
    const gone = had.filter((id) => !has.includes(id));
    if (fresh.length) await take(tx, { table, paper, rowId: String(row.id), name, field, ids: fresh });
    if (gone.length)
      await tx.sql.query(
        `update ${table} set bound = false, update_time = $4 where tenant_id = $1 and id = any($2::bigint[]) and row_id = $3`,
        [tx.tenantId, gone, row.id, tx.now()],
      );
  }
}

/** Return why a file does not fit a field. A field without endings takes documents, but no binaries. */
function unfitFor(field: Field, { extension, kb }: Kept): Label | undefined {
  const { endings, takes = 'any' } = field as FileOptions;
  if (!endings && takes === 'any' && BINARY_ENDINGS.includes(extension.toLowerCase()))
    return [`${field.label[0]}不接受${extension}文件`, `${field.label[1]}: no ${extension} files`];
  return unfit(field, { extension, kb });
}

async function take(
  tx: DatabaseSession,
  {
    table,
    paper,
    rowId,
    name,
    field,
    ids,
  }: { table: string; paper: AnyPaper; rowId: string; name: string; field: Field; ids: string[] },
): Promise<void> {
  const files = await tx.sql.query<Kept>(
    `select id, bound, paper_name as paper, row_id as row, create_user as person, extension, coalesce(attach_size, 0)::int as kb from ${table} where tenant_id = $1 and id = any($2::bigint[]) and is_deleted = 0 for update`,
    [tx.tenantId, ids],
  );
  const mine = files.filter(
    (file) => (file.paper === paper.name && file.row === rowId) || (!file.bound && file.person === tx.person.id),
  );
  if (mine.length < new Set(ids).size)
    refuseProblems([{ field: name, words: (notFound(field) as { problem: Label }).problem }]);
  const wrong = mine.map((one) => unfitFor(field, one)).find((words) => words !== undefined);
  if (wrong) refuseProblems([{ field: name, words: wrong }]);
  const free = mine.filter((file) => !file.bound).map((file) => file.id);
  if (free.length)
    await tx.sql.query(
      `update ${table} set bound = true, paper_name = $3, row_id = $4, update_time = $5 where tenant_id = $1 and id = any($2::bigint[])`,
      [tx.tenantId, free, paper.name, rowId, tx.now()],
    );
}

/**
 * Remove pictures of a text other than the row's own, the writer's fresh uploads, or those of a copied row. An outside
 * picture reveals its readers to its owner, and pictures of others were never shown to the writer.
 */
export async function onlyOwnPictures(
  tx: DatabaseSession,
  paper: AnyPaper,
  values: Record<string, unknown>,
  before: Row | null,
  along: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (const [name, field] of storedFields(paper)) {
    const html = values[name];
    if (!kindOf(field).embedsPictures || typeof html !== 'string' || !html.includes('<img')) continue;
    const text = clean(html);
    const ids = picturesIn(text);
    const own =
      ids.length && tx.app.ownPapers.attachment
        ? await tx.sql.query<{ id: string }>(
            `select id::text as id from ${tx.app.ownPapers.attachment.table} where tenant_id = $1 and id = any($2::bigint[]) and is_deleted = 0 and content_type like 'image/%'
      and case when bound then paper_name = $3 and row_id = $4 else create_user = $5 end`,
            [tx.tenantId, ids, paper.name, before ? String(before.id) : null, tx.person.id],
          )
        : [];
    values[name] = onlyPictures(text, new Set([...own.map((one) => one.id), ...along]));
  }
}
