import type { Shown } from '#kernel/language/calls/shape.ts';
import type { AnyPaper, Row } from '#kernel/language/paper.ts';
import { type Context, type Reading, row as refuseRow } from '#kernel/server';
import { tenantFacts } from '../tenants/tenant-facts.relation.ts';

/** Return the name of the company, which printed papers carry. */
export async function companyName(reading: Reading): Promise<string> {
  const [found] = await reading.sql.query<{ name: string }>(
    `select tenant_name as name from ${tenantFacts} where tenant_id = $1`,
    [reading.tenantId],
  );
  return found?.name ?? '';
}

/** Return a row that the reader sees. Refuse any other as missing. */
export async function rowToPrint<P extends AnyPaper>(reading: Reading, paper: P, id: string): Promise<Shown<P>> {
  const [found] = await reading.visible(paper, { query: { id } }).words({ first: 1 });
  if (!found) throw refuseRow.missing({ title: paper.title });
  return found;
}

/** Count and log a print of a row that the reader sees. Two concurrent prints count as two. */
export async function countPrint<P extends AnyPaper>(
  context: Context,
  paper: P,
  id: string,
  more: Partial<Row<P>> = {},
): Promise<{ readonly row: Shown<P>; readonly printCount: number }> {
  const row = await rowToPrint(context, paper, id);
  const [before] = await context.lockRows(paper, [id]);
  const printCount = Number((before as { readonly printCount?: number | null }).printCount ?? 0) + 1;
  await context.change(paper, id, { ...more, printCount } as Partial<Row<P>>, ['打印', 'Printed']);
  return { row, printCount };
}
