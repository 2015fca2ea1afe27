import { must } from '#kernel/language/must.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { file } from '#kernel/fields/file/file.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { annexMedia } from '#business/intake/dictionaries.ts';
import { dispatchRights } from '../../rights.rules.ts';

/** A document of a visit that is no required photo of its completion. */
export const visitFile = paper('visitFile', {
  title: ['任务附件', 'Visit document'],
  table: 'dispatchlistfile',
  path: 'blade-maintain/dispatchListFile',
  // Technicians may delete documents of their own visits.
  rights: { ...dispatchRights, remove: [...must(dispatchRights.remove, 'remove'), 'as_technician'] },
  // A cancelled visit accepts no document. Documents that a confirmation relied on cannot be deleted.
  follows: [{ paper: 'visit', parent: 'dispatchListId', as: 'documents', grows: ['confirmed'], seen: true }],
  caption: 'fileName',
  search: ['fileName', 'remark'],
  fields: {
    dispatchListId: ref('visit', ['派工任务', 'Visit'], { required: true, filter: 'exact' }),
    mediaType: dict(annexMedia, ['类型', 'Media'], { required: true, filter: 'exact', initial: 'file' }),
    fileUrl: file(['文件', 'File'], { required: true, list: true }),
    fileName: text(['文件名', 'Name'], { list: true, filter: 'like', max: 200 }),
    remark: text(['说明', 'Note'], { list: true, max: 255, wide: true, isProductText: true }),
  },
  card: ['fileName', 'mediaType', 'remark'],
  under: 'visit',
});
