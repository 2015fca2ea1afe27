import { dict } from '#kernel/fields/dict/dict.ts';
import { file } from '#kernel/fields/file/file.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { place } from '#kernel/fields/place/place.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, lines } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  either,
  list,
  map,
  nullable,
  of,
  optional,
  orEmpty,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { annexMedia } from '#business/intake/dictionaries.ts';
import { visitFile } from '#business/dispatch/visit/visit-file.paper.ts';
import { visitParts } from '#business/dispatch/visit/visit.calls.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { paymentType } from '#business/masterdata/payment-type.paper.ts';
import { completionAnnex } from '../annexes/completion-annex.paper.ts';
import { checkDemand } from '../completion/checklist.rules.ts';
import { annexType, wholeCompletion } from '../completion/completion.calls.ts';
import { completion } from '../completion/completion.paper.ts';

/** What the server tells who stands at a door, or writes for him; moments are texts of the wire, amounts decimals as texts. */

/** What is needed at the door: photos, check list, signature, what may be charged, what was written already, and what one should know before ringing. */
const workParts = {
  annexTypes: list(annexType),
  checklist: list(checkDemand),
  needsSignature: yesOrNo,
  /** Items whose own warranty still runs in these machines, until when. */ partWarranties: map(anyText),
  /** Doors of this order that stayed closed and that the customer was not charged for yet. */
  closedDoors: list(record({ id: anyText, taskNo: anyText, fee: anyText })),
  /** What the customer gave at other visits of this order, in CNY. */ receivedBefore: anyText,
  completion: orEmpty(wholeCompletion),
  customerLevel: anyText,
  keyNote: nullable(anyText),
  accessNote: nullable(anyText),
  earlier: list(record({ at: anyText, words: anyText, who: nullable(anyText) })),
};
const work = record(workParts);
const dayVisit = of(visit, null, { ...visitParts, ...workParts });

/** What lies in the bag: one item in one condition. */
const bagItem = record({
  id: anyText,
  materialId: anyText,
  warehouseId: anyText,
  itemCode: anyText,
  itemName: anyText,
  materialStatus: anyText,
  serialNo: nullable(anyText),
  onHand: anyText,
  available: anyText,
  salePrice: anyText,
  barcode: nullable(anyText),
  unit: nullable(anyText),
  returnOld: yesOrNo,
});

const way = of(paymentType);

/** Prices and tolerances of the company that a completion is reckoned with. */
const terms = record({ mileagePrice: anyText, toleranceKm: anyNumber, tolerancePercent: anyNumber });

const technician = record({
  id: anyText,
  name: anyText,
  team: anyText,
  homeLocation: nullable(anyText),
  workStart: anyText,
  workEnd: anyText,
});

/** A technician's day with all that is needed at the doors; without a technician nothing but the day. */
export const readOwnDay = call(visit, 'ownDay', {
  method: 'GET',
  needs: 'view',
  title: ['技师的一天(含现场所需)', 'A technician’s day with all that is needed at the doors'],
  answer: record({
    today: anyText,
    now: anyText,
    technician: nullable(technician),
    speedKmh: optional(anyNumber),
    arriveMetres: optional(anyNumber),
    terms: optional(terms),
    bag: optional(list(bagItem)),
    ways: optional(list(way)),
    visits: list(dayVisit),
  }),
});

const oneVisit = { id: id(['任务', 'Visit'], { required: true }) };

export const completionOfOneVisit = call(visit, 'getCompleteDetail/{id}', {
  method: 'GET',
  needs: 'view',
  title: ['任务的完工单', 'Completion of a visit'],
  query: oneVisit,
  answer: orEmpty(wholeCompletion),
});

export const annexTypesOfVisit = call(visit, 'getAnnexType/{id}', {
  method: 'GET',
  needs: 'view',
  title: ['所需附件分类', 'Required annex classes'],
  query: oneVisit,
  answer: list(annexType),
});

/** A file, and of a photo where and when it was taken. */
const taken = {
  fileUrl: file(['文件', 'File']),
  takenTime: moment(['拍摄时间', 'Taken at']),
  location: place(['拍摄位置', 'Position']),
};
const photos = {
  ...oneVisit,
  classifyId: id(['附件分类', 'Class']),
  ...taken,
  reuse: flag(['用过的照片', 'A photo that was used before']),
};

/** One photo of a class, or several in `files`. */
export const addPhotos = call(visit, 'addImg', {
  method: 'POST',
  needs: 'arrive',
  title: ['上传分类照片', 'Add photos of a class'],
  body: { ...photos, files: lines(['照片', 'Photos'], taken, { plain: 'fileUrl' }) },
  answer: list(of(completionAnnex)),
});

const named = { fileName: text(['文件名', 'Name']), remark: text(['说明', 'Note'], { max: 255 }) };

/** One document, or several in `files`; with a class they are photos of that class. */
export const addDocuments = call(visit, 'addAnnex', {
  method: 'POST',
  needs: 'arrive',
  title: ['上传任务文件', 'Add documents'],
  body: {
    ...photos,
    ...named,
    mediaType: dict(annexMedia, ['类型', 'Media'], { initial: 'file' }),
    files: lines(['文件', 'Files'], { ...taken, ...named }, { plain: 'fileUrl' }),
  },
  answer: either(list(of(completionAnnex)), list(of(visitFile))),
});

const waiting = record({
  id: anyText,
  taskNo: anyText,
  taskStatus: anyText,
  planStart: anyText,
  technicianName: anyText,
  customerName: anyText,
});

/** Visits that wait for their completion. */
export const visitsToWrite = call(completion, 'toWrite', {
  method: 'GET',
  needs: 'view',
  title: ['待登记完工的任务', 'Visits whose completion is to be written'],
  answer: list(waiting),
});

/** What a completion is written from at a desk. */
export const readAtDoor = call(completion, 'atDoor', {
  method: 'GET',
  needs: 'view',
  title: ['登记完工所需', 'What a completion is written from'],
  query: { dispatchListId: id(['派工任务', 'Visit']), dispId: id(['派工单', 'Dispatch']) },
  answer: record({
    now: anyText,
    /** May it still be written? */ open: yesOrNo,
    /** Kilometres of the way, as the product reckons them. */ km: nullable(anyText),
    visit: dayVisit,
    bag: list(bagItem),
    ways: list(way),
    terms,
  }),
});

export type VisitWork = AnswerOf<typeof work>;
export type Visit = AnswerOf<typeof dayVisit>;
export type BagItem = AnswerOf<typeof bagItem>;
export type CompanyTerms = AnswerOf<typeof terms>;
export type OwnDay = AnswerOf<typeof readOwnDay>;
export type DoorAnswer = AnswerOf<typeof readAtDoor>;
export type PaymentMethod = AnswerOf<typeof way>;
export type ToWrite = AnswerOf<typeof waiting>;
