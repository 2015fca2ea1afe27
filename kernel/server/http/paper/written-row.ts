import type { AnyPaper } from '#kernel/language/paper.ts';
import { decide } from '#kernel/language/permission.ts';
import { detailOf } from '../../rows/read.ts';
import type { Values } from '../../rows/stored-row.ts';
import type { RouteCall } from '../route.ts';

/** Return the fields of the written row that the caller may see. */
export async function writtenAnswer(
  call: RouteCall,
  paper: AnyPaper,
  row: Readonly<Values>,
  more: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  if (!decide(call.actor.person, paper, 'view').allow) return { id: row.id, ...more };
  const shown = await detailOf(call.app, call.actor, paper, String(row.id)).catch(() => ({ id: row.id }));
  return { ...shown, ...more };
}
