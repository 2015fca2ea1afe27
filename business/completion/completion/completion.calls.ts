import { file } from '#kernel/fields/file/file.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { place } from '#kernel/fields/place/place.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { type CallSent, call, draft, lines, rows, rowsNamed } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  choice,
  either,
  list,
  nullable,
  of,
  record,
  someRow,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { completionAnnex } from '../annexes/completion-annex.paper.ts';
import { completionCharge } from '../charges/completion-charge.paper.ts';
import { completionSupply } from '../supplies/completion-supply.paper.ts';
import { completionEquipment } from './completion-equipment.paper.ts';
import { completion } from './completion.paper.ts';

/** Photos of a completion, by class. */
const annexGroup = record({ classifyId: anyText, name: anyText, min: anyNumber, files: list(of(completionAnnex)) });

/** A class of photos that a visit asks for, and how much of it is there. */
export const annexType = record({
  classifyId: anyText,
  name: anyText,
  media: anyText,
  min: anyNumber,
  max: anyNumber,
  perEquipment: yesOrNo,
  needWatermark: yesOrNo,
  count: anyNumber,
  missing: anyNumber,
  exampleFile: nullable(anyText),
});

/** Everything that belongs to a completion. */
const parts = {
  equipment: list(of(completionEquipment)),
  supplies: list(of(completionSupply)),
  charges: list(of(completionCharge)),
  annexes: list(annexGroup),
  collects: list(someRow('collection')),
};
export const wholeCompletion = of(completion, null, parts);

const warnings = list(choice('mileage'));

/** Header, machines, parts, photos and money in one call; without `draft` it is submitted and its visit ends. */
export const saveCompletion = call(completion, 'batchSave', {
  method: 'POST',
  needs: 'submit',
  title: ['一次保存完工(表头、设备、用料、附件、收款)', 'Save a completion whole'],
  body: {
    header: draft(completion, { required: true }),
    equipment: rows(completionEquipment),
    supplies: rows(completionSupply),
    charges: rows(completionCharge),
    annexes: lines(['附件', 'Photos'], {
      /** One that is there already. */ id: id(['附件', 'Photo']),
      classifyId: id(['附件分类', 'Class']),
      fileUrl: file(['文件', 'File']),
      takenTime: moment(['拍摄时间', 'Taken at']),
      location: place(['拍摄位置', 'Position']),
    }),
    collects: rowsNamed('collection', ['收款', 'Collections']),
    draft: flag(['暂存', 'Keep as a draft'], { initial: false }),
    at: moment(['手机时间', 'Time on the phone']),
    reason: longText(['代办原因', 'Why on behalf']),
  },
  answer: either(of(completion, null, { ...parts, warnings }), of(completion, null, { warnings })),
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
  title: ['完工附件', 'Annexes of a completion'],
  query: { completionId: id(['完工单', 'Completion']) },
  answer: list(annexGroup),
});

/** Of the visit that stands for the form now; where none does, of its last. */
export const annexTypesOfForm = call(completion, 'annexTypes', {
  method: 'GET',
  needs: 'view',
  title: ['所需附件分类', 'Required annex classes'],
  query: { dispId: id(['派工单', 'Dispatch']) },
  answer: list(annexType),
});

/** Earlier orders of a home, a customer or a machine, each with what came of it. */
export const registrationHistory = call(registration, 'registrationHistory', {
  method: 'GET',
  needs: 'view',
  title: ['历史登记单', 'Earlier registrations'],
  query: {
    registerMainId: id(['服务档案', 'Service file']),
    customerId: id(['客户', 'Customer']),
    equipmentId: id(['设备', 'Equipment']),
  },
  answer: list(
    of(registration, null, {
      result: nullable(
        record({
          visitResult: anyText,
          resultTime: nullable(anyText),
          technicianName: nullable(anyText),
          completionNo: nullable(anyText),
          faultCause: nullable(anyText),
          serviceMeasure: nullable(anyText),
          resultContent: nullable(anyText),
        }),
      ),
    }),
  ),
});

/** A completion as it is sent. */
export type CompletionBody = CallSent<typeof saveCompletion>;
export type AnnexGroup = AnswerOf<typeof annexGroup>;
export type AnnexType = AnswerOf<typeof annexType>;
export type WholeCompletion = AnswerOf<typeof wholeCompletion>;
