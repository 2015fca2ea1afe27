import { day } from '#kernel/fields/day/day.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { money } from '#kernel/fields/money/money.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { rate } from '#kernel/fields/rate/rate.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { call, filters, lines } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  choice,
  either,
  list,
  nothing,
  nullable,
  of,
  optional,
  page,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { completionAnnex } from '#business/completion/annexes/completion-annex.paper.ts';
import { completionEquipment } from '#business/completion/completion/completion-equipment.paper.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { completionSupply } from '#business/completion/supplies/completion-supply.paper.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { crewMember } from '#business/dispatch/crew/crew-member.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { pieceStandard } from '../../standards/piece-standard.paper.ts';
import { process } from '../../standards/process.paper.ts';
import { auditRecord } from '../audit-record.paper.ts';
import { pieceFlag } from '../piece-flag.paper.ts';
import { pieceLine } from '../piece-line.paper.ts';
import { piece } from '../piece.paper.ts';

const below = 'blade-maintenance/webApi/aspieceworkaudit';

/** Filters of the list of pieces: those of its own fields, and further ones that the piece's behaviour adds. */
const ofPieces = filters(piece, {
  technicianId: pieceLine.fields.technicianId,
  team: technician.fields.customerServiceTeam,
  inconform: flag(['不符合', 'Does not conform']),
});
const paged = { current: pageNumber(), size: pageSize(10, 1000) };
const pieceId = { id: id(['计件单', 'Piecework record'], { required: true }) };
const pieceAmount = money(['计件金额', 'Piece amount'], { required: true });

export const piecesToAudit = call(piece, `${below}/examineList`, {
  method: 'GET',
  needs: 'view',
  title: ['计件审核列表', 'Pieces to audit'],
  query: { ...paged, filters: ofPieces },
  answer: page(of(piece)),
});

/** Returns number and sums of the pieces in each audit state, and the number of pieces that the caller passed today. */
export const auditQueue = call(piece, `${below}/queue`, {
  method: 'GET',
  needs: 'view',
  title: ['计件审核：各状态数量与合计', 'Counts and sums by state'],
  query: { filters: ofPieces },
  answer: record({
    piles: list(
      record({
        pieceStatus: anyText,
        count: anyNumber,
        receivable: money(['应收金额', 'Receivable'], { required: true }),
        amount: pieceAmount,
        oldest: day(['最早完工日期', 'Finished first']),
      }),
    ),
    today: anyNumber,
  }),
});

export const piecesInconform = call(piece, 'blade-maintenance/webApi/aspieceworkwages/inconformityPieceList', {
  method: 'GET',
  needs: 'view',
  title: ['不符合计件清单', 'Pieces that do not conform'],
  query: { ...paged, filters: ofPieces },
  answer: page(of(piece)),
});

/** Everything about a piece on one page. */
export const checkedPiece = call(piece, `${below}/checkDetail`, {
  method: 'GET',
  needs: 'view',
  title: ['计件审核：全部资料', 'Everything about a piece'],
  query: pieceId,
  answer: record({
    piece: of(piece),
    registration: nullable(of(registration)),
    dispatch: nullable(of(dispatchForm)),
    visit: nullable(of(visit)),
    completion: nullable(of(completion)),
    equipment: list(of(completionEquipment)),
    supplies: list(of(completionSupply)),
    crew: list(of(crewMember)),
    lines: list(of(pieceLine, null, { calculation: anyText })),
    standards: list(of(pieceStandard)),
    processes: list(of(process)),
    flags: list(of(pieceFlag)),
    previousVisits: list(of(completion, null, { pieceAmount: piece.fields.pieceAmount })),
    log: list(of(auditRecord)),
  }),
});

/** An answer to the check list of a completion. */
const checked = record({
  key: anyText,
  label: optional(nullable(anyText)),
  value: optional(nullable(either(anyText, anyNumber, yesOrNo))),
  note: optional(nullable(anyText)),
});

export const toldOfCompletion = [
  'maintenanceContent',
  'advice',
  'mileageKm',
  'mileageSystemKm',
  'mileageExplain',
  'mileageStatus',
] as const;

export const pieceContext = call(piece, `${below}/detailContext`, {
  method: 'GET',
  needs: 'view',
  title: ['计件审核：完工内容', 'Completion context of a piece'],
  query: pieceId,
  answer: of(completion, ['id', ...toldOfCompletion], {
    /** Empty text: there are none. */ checklist: either(list(checked), choice('')),
    workMinutes: either(anyNumber, choice('')),
    completionId: piece.fields.completionId,
    equipment: list(of(completionEquipment)),
    supplies: list(of(completionSupply)),
  }),
});

export const flagsOfPiece = call(piece, `${below}/flags`, {
  method: 'GET',
  needs: 'view',
  title: ['计件审核：不符合项', 'Flags of a piece with their answers'],
  query: pieceId,
  answer: list(of(pieceFlag)),
});

/** The photos of one class with the required number, per machine where the class demands it. */
const photoClass = record({
  classifyId: anyText,
  classifyName: anyText,
  minCount: anyNumber,
  wanted: anyNumber,
  files: list(of(completionAnnex)),
});

export const piecePhotos = call(piece, `${below}/selectAnnex`, {
  method: 'GET',
  needs: 'view',
  title: ['计件审核：照片', 'Photos by class'],
  query: { completionId: id(['完工单', 'Completion']) },
  answer: list(photoClass),
});

const sumPart = record({
  key: nullable(anyText),
  name: nullable(anyText),
  amount: nullable(money(['金额', 'Amount'], { required: true, min: 'any' })),
});
const sumOfList = record({
  total: money(['合计', 'Total'], { required: true, min: 'any' }),
  byCollectType: list(sumPart),
  byPaymentType: list(sumPart),
});

export const receivablesTotal = call(piece, `${below}/selectReceivablesTotal`, {
  method: 'GET',
  needs: 'view',
  title: ['计件审核：应收合计', 'Σ receivable of the list'],
  query: { filters: ofPieces },
  answer: sumOfList,
});

export const practicalTotal = call(piece, `${below}/selectPracticalTotal`, {
  method: 'GET',
  needs: 'view',
  title: ['计件审核：实收合计', 'Σ received of the list'],
  query: { filters: ofPieces },
  answer: sumOfList,
});

/** A service contract of a sale, in short. */
const soldScheme = record({
  id: anyText,
  schemeNo: anyText,
  schemeName: anyText,
  schemeStatus: anyText,
  startDate: anyText,
  endDate: anyText,
  timesTotal: anyNumber,
  timesUsed: anyNumber,
  timesLeft: anyNumber,
  payStatus: anyText,
});

export type SoldScheme = AnswerOf<typeof soldScheme>;

/** The service contracts of a sale that the person sees. */
export const schemesOfSale = call(piece, `${below}/schemeStatus`, {
  method: 'GET',
  needs: 'view',
  title: ['计件审核：方案状态', 'Service contracts of a sale'],
  query: { businessId: text(['业务单', 'Business order'], { max: 64 }) },
  answer: list(soldScheme),
});

/**
 * Returns the customer whose VIP id (`guidInfo`) a piece has. Cards, balances and privileges are always empty: the
 * product does not store them yet.
 */
export const customerOfVip = call(piece, `${below}/vipDetail`, {
  method: 'GET',
  needs: 'view',
  title: ['计件审核：会员情况', 'Customer level'],
  query: { guidInfo: text(['VIP标识', 'VIP GUID'], { max: 64, initial: '' }) },
  answer: record({
    guidInfo: anyText,
    customerId: anyText,
    customerName: anyText,
    customerLevel: customer.fields.customerLevel,
    customerLevelName: anyText,
    cards: list(nothing),
    balances: list(nothing),
    privileges: list(nothing),
  }),
});

const repriced = record({ id: anyText, pieceAmount });

/** Changes shares: of one line, of a technician in one process, or of a technician in all processes. */
export const changeShares = call(piece, `${below}/updateUser`, {
  method: 'POST',
  needs: 'updateUser',
  title: ['计件审核：调整分配', 'Set the shares of the crew'],
  body: {
    ...pieceId,
    lines: lines(['分配', 'Shares'], {
      collectId: id(['计件明细', 'Line']),
      processId: id(['工序', 'Process']),
      technicianId: id(['技师', 'Technician']),
      shareRatio: rate(['分配比例', 'Share'], { required: true }),
    }),
    remark: text(['说明', 'Note'], { max: 500 }),
  },
  answer: repriced,
});

/** Corrects processes of a piece: quantity, quality and time factor, each with its reason. */
export const correctWork = call(piece, `${below}/updateCompletionMaintenanceContent`, {
  method: 'POST',
  needs: 'updateContent',
  title: ['计件审核：调整内容', 'Correct the work'],
  body: {
    ...pieceId,
    maintenanceContent: longText(['维修内容', 'Work done'], { max: 2000 }),
    lines: lines(
      ['明细', 'Lines'],
      {
        processId: id(['工序', 'Process'], { required: true }),
        qty: quantity(['数量', 'Quantity']),
        qualityCoef: rate(['质量系数', 'Quality']),
        timeCoef: rate(['时段系数', 'Time factor']),
        reason: text(['人工调整原因', 'Manual reason'], { max: 255 }),
      },
      { most: 200 },
    ),
  },
  answer: repriced,
});

export type CheckedPiece = AnswerOf<typeof checkedPiece>;
export type CheckedLine = CheckedPiece['lines'][number];
export type AuditPhotoClass = AnswerOf<typeof photoClass>;
export type AuditQueue = AnswerOf<typeof auditQueue>;
