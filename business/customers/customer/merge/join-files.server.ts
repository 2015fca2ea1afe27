import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { serviceFile } from '../../service-file/service-file.paper.ts';

type File = Row<typeof serviceFile>;

const STEP = 500;

const later = (one: string | null, other: string | null): string | null => ((one ?? '') >= (other ?? '') ? one : other);
const both = (one: string | null, other: string | null): string | null =>
  !one || !other || one.includes(other) ? (one ?? other) : [...`${one}；${other}`].slice(0, 500).join('');

/**
 * Join two service files of one home: move machines and registrations to the remaining file, and fill its empty values.
 */
export async function joinFiles(context: Context, from: File, into: File): Promise<void> {
  for (let moved = STEP; moved === STEP;)
    moved = await context.repoint(serviceFile, {
      from: from.id,
      to: into.id,
      most: STEP,
      note: [`档案 ${from.fileNo} 并入 ${into.fileNo}`, `File ${from.fileNo} was merged into ${into.fileNo}`],
    });
  await context.change(
    serviceFile,
    into.id,
    {
      premisesId: into.premisesId ?? from.premisesId,
      systemTypes: [...new Set([...(into.systemTypes ?? []), ...(from.systemTypes ?? [])])],
      installDate: into.installDate ?? from.installDate,
      warrantyEndDate: later(into.warrantyEndDate, from.warrantyEndDate),
      lastServiceTime: later(into.lastServiceTime, from.lastServiceTime),
      keyNote: both(into.keyNote, from.keyNote),
      remark: both(into.remark, from.remark),
    },
    [`并入档案 ${from.fileNo}`, `File ${from.fileNo} merged in`],
  );
  await context.note(serviceFile, from.id, 'merge', [`并入 ${into.fileNo}`, `Merged into ${into.fileNo}`]);
  await context.remove(serviceFile, from.id);
}
