import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { stepsOf } from '#kernel/language/exact.ts';
import type { Context } from '#kernel/server';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import { refuse } from '../../refusals.ts';
import { toolApply } from '../tool-apply.paper.ts';
import type { addToolPhoto } from '../tool-line.calls.ts';
import { toolLine } from '../tool-line.paper.ts';
import { MAX_TOOL_PHOTOS } from '../tool.rules.ts';

/**
 * Add a photo to a line that the caller may write. A photo that waited on a phone may come after the return, so every
 * line that was handed out takes it. While an approved application is handed out, its lines take the first photos.
 */
export async function addPhoto(
  { id, when, file }: CallInputOf<typeof addToolPhoto>,
  context: Context,
): Promise<CallAnswer<typeof addToolPhoto>> {
  const [{ toolApplyId }] = await context.visible(toolLine, { button: 'edit' }).all([id]);
  const [{ toolApplyStatus }] = await context.lockRows(toolApply, [toolApplyId]);
  const [line] = await context.lockRows(toolLine, [id]);
  const isAtHandOut = when === 'out' && toolApplyStatus === 'approved';
  if (!isAtHandOut && stepsOf(line.outQty, QTY) <= 0n) throw refuse.toolNotOut({ tool: line.toolName ?? '' });
  const field = when === 'out' ? 'outPhoto' : 'returnPhoto';
  const photos = [...new Set([...(line[field] ?? []), file])];
  if (photos.length > MAX_TOOL_PHOTOS)
    throw refuse.toolPhotosFull({ tool: line.toolName ?? '', n: String(MAX_TOOL_PHOTOS) });
  await context.change(toolLine, id, { [field]: photos });
  return { photos: photos.length };
}
