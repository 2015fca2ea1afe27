import type { Label, LocalizedText } from '#kernel/language/label.ts';
import type { Context } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import type { EventCatalogue } from '#business/messaging/event-catalogue.server.ts';
import { notifyStaff, todoDone } from '#business/messaging/notify.service.ts';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import { materialReturnLine } from '../returns/material-return-line.paper.ts';
import { materialReturn } from '../returns/material-return.paper.ts';
import { sapFlow } from '../sap/sap-flow.paper.ts';
import { toolApply } from '../tools/tool-apply.paper.ts';

const done = (context: Context, id: string): Promise<void> => context.call(todoDone, { bizId: id });

/** Ask the store to inspect a return. */
async function returned(context: Context, id: string, happened: string): Promise<void> {
  const of = await context.get(materialReturn, id);
  if (of.documentStatus !== 'submitted') return;
  const { realName } = await context.get(technician, of.technicianId);
  const n = quantityText(of.totalQty ?? '0');
  await context.call(notifyStaff, {
    event: 'materialToExamine',
    to: { roles: ['as_store'] },
    title: [`退料待检验:${realName}`, `Return to inspect: ${realName}`],
    content: [`${of.returnNo}，${n} 件`, `${of.returnNo}, ${n} pieces`],
    bizType: 'returned',
    bizId: id,
    bizNo: of.returnNo,
    todo: true,
    again: happened,
  });
}

interface Answer {
  readonly event: 'materialReturned' | 'materialReady';
  readonly title: Label;
  readonly content: LocalizedText;
  readonly isTodo: boolean;
}

/** Notify the technician of a return. */
async function answerReturn(context: Context, id: string, happened: string, answer: Answer): Promise<void> {
  const of = await context.get(materialReturn, id);
  await context.call(notifyStaff, {
    event: answer.event,
    to: { technicians: [of.technicianId] },
    title: [`${answer.title[0]}:${of.returnNo}`, `${answer.title[1]}: ${of.returnNo}`],
    content: answer.content,
    bizType: 'returned',
    bizId: id,
    bizNo: of.returnNo,
    todo: answer.isTodo,
    again: happened,
  });
}

async function returnSentBack(context: Context, id: string, happened: string): Promise<void> {
  await done(context, id);
  const { examineNote } = await context.get(materialReturn, id);
  const title: Label = ['退料退回', 'Return sent back'];
  await answerReturn(context, id, happened, {
    event: 'materialReturned',
    title,
    content: examineNote ?? '',
    isTodo: true,
  });
}

/** Notify the technician where less was accepted than returned. */
async function returnInspected(context: Context, id: string, happened: string): Promise<void> {
  await done(context, id);
  const lines = await context.find(materialReturnLine, { returnId: id }, { limit: 500 });
  const less = lines.filter((line) => Number(line.acceptQty ?? 0) < Number(line.returnQty));
  if (!less.length) return;
  await answerReturn(context, id, happened, {
    event: 'materialReturned',
    title: ['退料部分实收', 'Return accepted in part'],
    content: less
      .slice(0, 5)
      .map(
        (line) =>
          `${line.itemName} ${quantityText(line.acceptQty ?? '0')}/${quantityText(line.returnQty)} ${line.remark ?? ''}`,
      )
      .join('；'),
    isTodo: false,
  });
}

/** Ask the store about a row that SAP refused, or that could not be sent. */
async function sapFailed(context: Context, id: string, happened: string): Promise<void> {
  const of = await context.get(sapFlow, id);
  if (of.sapStatus !== 'failed') return;
  await context.call(notifyStaff, {
    event: 'sapFailed',
    to: { roles: ['as_store'] },
    title: [`SAP异常:${of.billNo ?? of.flowNo}`, `SAP failure: ${of.billNo ?? of.flowNo}`],
    content: of.errorMessage ?? '',
    bizType: 'sap',
    bizId: id,
    bizNo: of.flowNo,
    todo: true,
    again: happened,
  });
}

/** Ask the leader and the store about an application for tools. */
async function toolsRequested(context: Context, id: string, happened: string): Promise<void> {
  const of = await context.get(toolApply, id);
  if (of.toolApplyStatus !== 'submitted') return;
  const who = await context.get(technician, of.technicianId);
  const about = {
    event: 'materialToExamine',
    title: [`工具申请待审批:${who.realName}`, `Tools to approve: ${who.realName}`],
    content: of.reason,
    bizType: 'tool',
    bizId: id,
    bizNo: of.toolApplyNo,
    todo: true,
    again: happened,
  } as const;
  await context.call(notifyStaff, { ...about, to: { roles: ['as_leader'], team: who.customerServiceTeam } });
  await context.call(notifyStaff, { ...about, to: { roles: ['as_store'] } });
}

/** Notify the technician of the answer to an application for tools. */
const toolsAnswered =
  (event: Answer['event'], title: Label) =>
  async (context: Context, id: string, happened: string): Promise<void> => {
    await done(context, id);
    const of = await context.get(toolApply, id);
    await context.call(notifyStaff, {
      event,
      to: { technicians: [of.technicianId] },
      title: [`${title[0]}:${of.toolApplyNo}`, `${title[1]}: ${of.toolApplyNo}`],
      content: of.approveNote ?? '',
      bizType: 'tool',
      bizId: id,
      bizNo: of.toolApplyNo,
      todo: event === 'materialReturned',
      again: happened,
    });
  };

/** Events of returns, SAP and tools. */
export const backEvents: EventCatalogue = {
  'materialReturn.submit': returned,
  'materialReturn.sendBack': returnSentBack,
  'materialReturn.sendOutExamine': returnInspected,
  'materialReturn.sendOutTransmit': done,
  'sapFlow.failed': sapFailed,
  'sapFlow.pushed': done,
  'toolApply.submit': toolsRequested,
  'toolApply.approve': toolsAnswered('materialReady', ['工具申请已批准', 'Tools approved']),
  'toolApply.reject': toolsAnswered('materialReturned', ['工具申请退回', 'Tools sent back']),
  'toolApply.handOut': done,
  'toolApply.return': done,
  'toolApply.lost': done,
};
