import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { codeText } from '#kernel/fields/text/code-text.ts';
import { type AnyPaper, menuOf } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import { type Reading, sql } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { materialReturnLine } from '../returns/material-return-line.paper.ts';
import { materialReturn } from '../returns/material-return.paper.ts';
import { toolApply } from '../tools/tool-apply.paper.ts';
import { tool } from '../tools/tool.paper.ts';
import { readCode } from './rules/codes.rules.ts';
import type { counterRecords } from './scan.calls.ts';

/** States of returns that wait at the counter. */
const WAITING = ['submitted', 'approved'];

/** Fields whose exact value opens a record, in the order in which they are searched. */
const NUMBERS: readonly (readonly [AnyPaper, string])[] = [
  [materialReturn, 'returnNo'],
  [toolApply, 'toolApplyNo'],
  [tool, 'toolCode'],
  [tool, 'serialNo'],
];

/** May the caller read a field? A hidden one finds nothing. */
const isShown = (reading: Reading, paper: AnyPaper, field: string): boolean =>
  field in visibleTo(reading.person, paper).fields;

/** Return the address of the record with this number; null where the caller sees none. */
async function byNumber(reading: Reading, code: string): Promise<string | null> {
  for (const [paper, field] of NUMBERS.filter(([of, name]) => isShown(reading, of, name))) {
    const [found] = await reading.visible(paper, { match: { [field]: code } }).rows({ first: 1 });
    if (found) return `${menuOf(paper).path}?id=${found.id}`;
  }
  return null;
}

/** Return the address of the waiting return that a serial number is on. */
async function bySerial(reading: Reading, code: string): Promise<string | null> {
  if (!isShown(reading, materialReturnLine, 'serialNos')) return null;
  const also = sql`t.document_status = any(${WAITING}::text[]) and exists (select 1 from asreturnedmaterialsdetails d where d.tenant_id = t.tenant_id and d.return_id = t.id and d.is_deleted = 0
    and ${code} = any(regexp_split_to_array(upper(d.serial_nos), '[\\s,，、;；]+')))`;
  const [found] = await reading.visible(materialReturn, { also }).rows({ first: 1 });
  return found ? `${menuOf(materialReturn).path}?id=${found.id}` : null;
}

/** Return the address of the waiting returns of a technician. */
async function byBadge(reading: Reading, technicianNo: string): Promise<string | null> {
  const [of] = await reading.find(technician, { technicianNo }, { first: 1 });
  if (!of) return null;
  const match = { technicianId: of.id, documentStatus: WAITING };
  const [first, second] = await reading.visible(materialReturn, { match }).rows({ first: 2 });
  if (!first) return null;
  const { path } = menuOf(materialReturn);
  return second ? `${path}?technicianId=${of.id}&documentStatus=${WAITING.join(',')}` : `${path}?id=${first.id}`;
}

/** Return what a code opens that no shipment has: a return, a tool or an application for tools. */
export async function recordsAtCounter(
  { code }: CallInputOf<typeof counterRecords>,
  reading: Reading,
): Promise<CallAnswer<typeof counterRecords>> {
  const read = readCode(code);
  const sought = codeText(code);
  const to =
    read.is === 'badge'
      ? await byBadge(reading, read.technicianNo)
      : ((await byNumber(reading, sought)) ?? (await bySerial(reading, sought)));
  return to ? [{ to }] : [];
}
