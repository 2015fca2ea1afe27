import { dict } from '#kernel/fields/dict/dict.ts';
import { file } from '#kernel/fields/file/file.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { annexMedia } from '../dictionaries.ts';
import { source } from '#business/masterdata/dictionaries.ts';
import { intakeRights } from '#business/customers/rights.rules.ts';

/** A picture, video or document of a repair form. */
export const repairAnnex = paper('repairAnnex', {
  title: ['报修附件', 'Request attachment'],
  table: 'asrepairannex',
  path: 'blade-maintenance/webApi/asrepairannex',
  rights: { ...intakeRights, remove: ['as_cs', 'as_dispatcher', 'as_leader', 'as_admin'] },
  team: { through: 'repairFormId', paper: 'repairForm' },
  caption: 'fileName',
  hint: ['mediaType'],
  fields: {
    repairFormId: ref('repairForm', ['报修单', 'Repair request'], { required: true, filter: 'exact' }),
    mediaType: dict(annexMedia, ['类型', 'Media'], { required: true, list: true, filter: 'exact', initial: 'image' }),
    fileUrl: file(['文件', 'File'], { required: true, list: true, takes: 'media' }),
    fileName: text(['文件名', 'File name'], { list: true, max: 200 }),
    fileSize: integer(['大小（字节）', 'Size (bytes)'], { max: 2_147_483_647 }),
    durationSec: integer(['时长（秒）', 'Seconds'], { max: 36_000, seconds: true }),
    uploadSource: dict(source, ['上传来源', 'Origin'], { auto: true, list: true, initial: 'admin' }),
  },
  shownWhen: { durationSec: { field: 'mediaType', is: ['video', 'audio'] } },
  card: ['fileName', 'mediaType', 'fileUrl'],
});
