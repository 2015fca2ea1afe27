import { file } from '#kernel/fields/file/file.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { place } from '#kernel/fields/place/place.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { type CallSent, call, draft, lines, rows, rowsNamed } from '#kernel/language/calls/call.ts';
import { choice, either, list, of } from '#kernel/language/calls/shape.ts';
import { annexGroup, annexType, completionParts, wholeCompletion } from '../at-door/whole-completion.calls.ts';
import { completionCharge } from '../charges/completion-charge.paper.ts';
import { completionSupply } from '../supplies/completion-supply.paper.ts';
import { completionEquipment } from './completion-equipment.paper.ts';
import { completion } from './completion.paper.ts';

const warnings = list(choice('mileage'));

/** Inputs of a whole completion. */
export const completionInputs = {
  header: draft(completion, { required: true }),
  equipment: rows(completionEquipment),
  supplies: rows(completionSupply),
  charges: rows(completionCharge),
  annexes: lines(['附件', 'Photos'], {
    /** Id of a photo that is already stored. */ id: id(['附件', 'Photo']),
    classifyId: id(['附件分类', 'Attachment type']),
    fileUrl: file(['文件', 'File']),
    takenTime: moment(['拍摄时间', 'Taken at']),
    location: place(['拍摄位置', 'Position']),
  }),
  collects: rowsNamed('collection', ['收款', 'Collections']),
  draft: flag(['暂存', 'Keep as a draft'], { initial: false }),
  at: moment(['手机时间', 'Time by the phone’s clock']),
  reason: longText(['代办原因', 'Why on behalf']),
} as const;

/**
 * Saves header, machines, parts, photos and money in one call. Without `draft` the completion is submitted, which ends
 * its visit.
 */
export const saveCompletion = call(completion, 'batchSave', {
  method: 'POST',
  needs: 'submit',
  title: ['一次保存完工（表头、设备、用料、附件、收款）', 'Save a completion whole'],
  body: completionInputs,
  answer: either(of(completion, null, { ...completionParts, warnings }), of(completion, null, { warnings })),
});

const completionId = id(['完工单', 'Completion'], { required: true });

export const correctEquipment = call(completion, 'updateEquipment', {
  method: 'POST',
  needs: 'edit',
  title: ['更正完工设备', 'Correct equipment lines'],
  body: { completionId, lines: rows(completionEquipment) },
  answer: wholeCompletion,
});

export const correctSupplies = call(completion, 'updateSupplies', {
  method: 'POST',
  needs: 'edit',
  title: ['更正完工用料', 'Correct material lines'],
  body: { completionId, lines: rows(completionSupply) },
  answer: wholeCompletion,
});

export const explainMileage = call(completion, 'updateMileageExplain', {
  method: 'POST',
  needs: 'edit',
  title: ['里程说明', 'Explain the mileage'],
  body: {
    id: id(['完工单', 'Completion'], { required: true }),
    mileageExplain: longText(['里程说明', 'Mileage explanation']),
  },
  answer: of(completion),
});

export const annexesOfCompletion = call(completion, 'annexList', {
  method: 'GET',
  needs: 'view',
  title: ['完工附件', 'Completion photos'],
  query: { completionId: id(['完工单', 'Completion']) },
  answer: list(annexGroup),
});

/** The required classes of photos, for the current visit of the dispatch form or else its last. */
export const annexTypesOfForm = call(completion, 'annexTypes', {
  method: 'GET',
  needs: 'view',
  title: ['所需附件分类', 'Required attachment types'],
  query: { dispId: id(['派工单', 'Dispatch order']) },
  answer: list(annexType),
});

/** The body of a completion as the client sends it. */
export type CompletionBody = CallSent<typeof saveCompletion>;
