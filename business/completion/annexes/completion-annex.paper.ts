import { dict } from '#kernel/fields/dict/dict.ts';
import { file } from '#kernel/fields/file/file.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { person } from '#kernel/fields/person/person.ts';
import { place } from '#kernel/fields/place/place.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { photoCheck } from '../dictionaries.ts';
import { completionRights } from '../rights.rules.ts';
import { ownJobs } from '#business/masterdata/own-jobs.rules.ts';

/** A photo of a visit, later also of its completion, with its class, hash, time, place and automatic check. */
export const completionAnnex = paper('completionAnnex', {
  title: ['完工附件', 'Completion photo'],
  table: 'ascompletionannexrelation',
  path: 'blade-maintenance/webApi/ascompletionannexrelation',
  rights: completionRights,
  team: { through: 'dispId', paper: 'dispatchForm' },
  mine: ownJobs('dispId'),
  // Photos may still be added to a submitted or confirmed completion, but its photos cannot be deleted.
  follows: [{ paper: 'completion', parent: 'completionId', as: 'annexes', grows: ['submitted', 'confirmed'] }],
  caption: 'classifyId',
  hint: ['takenTime'],
  once: [
    {
      by: ['fileHash'],
      within: 'dispatchListId',
      words: ['照片已用于其他服务', 'This photo belongs to another visit'],
      unless: { extra: 'reuse', button: 'ascompletionregistration_reusePhoto' },
    },
  ],
  extras: { reuse: flag(['沿用旧照片', 'A photo that was used before']) },
  fields: {
    completionId: ref('completion', ['完工单', 'Completion'], { filter: 'exact' }),
    dispId: ref('dispatchForm', ['派工单', 'Dispatch order'], {
      required: true,
      filter: 'exact',
      copied: { from: 'dispatchListId', field: 'dispId' },
    }),
    dispatchListId: ref('visit', ['派工任务', 'Visit'], { required: true, filter: 'exact' }),
    classifyId: ref('annexClass', ['附件分类', 'Attachment type'], { required: true, list: true, filter: 'exact' }),
    fileUrl: file(['文件', 'File'], { required: true, list: true }),
    fileHash: text(['文件指纹', 'File hash'], { auto: true, max: 64, code: true }),
    isReused: flag(['沿用旧照片', 'Used before'], { auto: true }),
    takenTime: moment(['拍摄时间', 'Taken at'], { list: true }),
    location: place(['拍摄位置', 'Position']),
    checkResult: dict(photoCheck, ['校验结果', 'Check result'], { auto: true, list: true, filter: 'exact' }),
    checkNote: text(['校验说明', 'Check note'], { auto: true, max: 255, wide: true, isProductText: true }),
    uploadBy: person(['上传人', 'Uploaded by'], { auto: true, list: true }),
  },
  card: ['classifyId', 'checkResult', 'takenTime'],
  under: 'completion',
});
