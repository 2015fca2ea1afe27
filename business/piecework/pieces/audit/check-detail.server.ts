import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Reading, row as refuseRow } from '#kernel/server';
import { completionEquipment } from '#business/completion/completion/completion-equipment.paper.ts';
import { completionSupply } from '#business/completion/supplies/completion-supply.paper.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { crewMember } from '#business/dispatch/crew/crew-member.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { pieceStandard } from '../../standards/piece-standard.paper.ts';
import { process } from '../../standards/process.paper.ts';
import { auditRecord } from '../audit-record.paper.ts';
import { pieceFlag } from '../piece-flag.paper.ts';
import { pieceLine } from '../piece-line.paper.ts';
import { piece } from '../piece.paper.ts';
import { type CheckedPiece, type pieceContext, toldOfCompletion } from './audit.calls.ts';
import { completionEquipmentFacts } from '#business/completion/completion/facts/completion-equipment-facts.relation.ts';

type Piece = AnsweredRow<typeof piece>;
type Line = AnsweredRow<typeof pieceLine>;

/** Return a piece within the caller's permission, or refuse as missing (404). */
async function seenPiece(reading: Reading, id: string): Promise<Piece> {
  const [row] = await reading.visible(piece, { query: { id } }).words({ first: 1 });
  if (!row) throw refuseRow.missing({ title: piece.title });
  return row;
}

/** Explain the calculation of a line, so that a person can check it. */
function inWords(line: Line, english: boolean): string {
  const { qty, unitPrice, difficultyCoef, shareRatio, qualityCoef, timeCoef, pieceRatio, amount } = line;
  if (!line.standardId) return english ? 'No standard' : '无计件标准';
  const names = english
    ? ['qty', 'price', 'difficulty', 'share', 'quality', 'time', 'personal']
    : ['数量', '单价', '难度', '分配', '质量', '时段', '个人'];
  return `${[qty, unitPrice, difficultyCoef, shareRatio, qualityCoef, timeCoef, pieceRatio].map((value, at) => `${names[at]} ${Number(value)}`).join(' × ')} = ${amount}`;
}

/** Return the row of an id if the caller may see it, else null. */
async function seenAt<P extends AnyPaper>(
  reading: Reading,
  paper: P,
  id: string | null | undefined,
): Promise<AnsweredRow<P> | null> {
  return id ? ((await reading.visible(paper, { query: { id } }).words({ first: 1 }))[0] ?? null) : null;
}

type Context = Pick<CheckedPiece, 'completion' | 'equipment' | 'supplies'>;

/** Return the completion of a piece with its machines and parts. */
async function contextOf(reading: Reading, completionId: string | null | undefined): Promise<Context> {
  const done = await seenAt(reading, completion, completionId);
  const of = { completionId };
  return {
    completion: done,
    equipment: done ? await reading.visible(completionEquipment, { query: of }).words({ limit: 500 }) : [],
    supplies: done ? await reading.visible(completionSupply, { query: of }).words({ limit: 500 }) : [],
  };
}

type Told = Pick<CallAnswer<typeof pieceContext>, (typeof toldOfCompletion)[number]>;

/** Return the completion's details for a piece, without flags, pay and history, which only the audit screen needs. */
export async function detailContext(reading: Reading, id: string): Promise<CallAnswer<typeof pieceContext>> {
  const row = await seenPiece(reading, id);
  const { completion: done, equipment, supplies } = await contextOf(reading, row.completionId);
  const details = Object.fromEntries(toldOfCompletion.map((name) => [name, done?.[name] ?? ''])) as Told;
  return {
    id: row.id,
    completionId: row.completionId ?? '',
    ...details,
    checklist: done?.checklist || '',
    workMinutes: done?.workMinutes ?? '',
    equipment,
    supplies,
  };
}

/** Return earlier visits to the same machines, newest first. */
async function earlier(reading: Reading, { completionId }: Piece): Promise<CheckedPiece['previousVisits']> {
  if (!completionId) return [];
  const rows = await reading.sql.query<{ id: string }>(
    `select distinct o.completion_id::text as id from ${completionEquipmentFacts} e join ${completionEquipmentFacts} o on o.equipment_id = e.equipment_id and o.tenant_id = e.tenant_id and o.is_deleted = 0
    where e.tenant_id = $1 and e.completion_id = $2 and e.is_deleted = 0 and e.equipment_id is not null and o.completion_id <> $2 limit 20`,
    [reading.tenantId, completionId],
  );
  if (rows.length === 0) return [];
  const ids = rows.map((one) => one.id);
  const paid = await reading
    .visible(piece, { query: { completionId: ids.join(','), pieceStatus_notin: 'cancelled' } })
    .words({ limit: 20 });
  return (await reading.visible(completion, { query: { id_in: ids.join(',') } }).words({ limit: 20 }))
    .reverse()
    .map((one) => ({ ...one, pieceAmount: paid.find((other) => other.completionId === one.id)?.pieceAmount ?? '' }));
}

/** Return the prices and processes of calculated lines, as the caller may read them. */
async function pricesOf(
  reading: Reading,
  lines: readonly Line[],
): Promise<Pick<CheckedPiece, 'standards' | 'processes'>> {
  const named = (field: 'standardId' | 'pieceworkProcessId'): string =>
    [...new Set(lines.map((line) => line[field] ?? '').filter(Boolean))].join(',');
  const [standards, processes] = [named('standardId'), named('pieceworkProcessId')];
  return {
    standards: standards
      ? await reading.visible(pieceStandard, { query: { id_in: standards } }).words({ limit: 200 })
      : [],
    processes: processes ? await reading.visible(process, { query: { id_in: processes } }).words({ limit: 200 }) : [],
  };
}

/** Return everything that the auditor needs on one page. */
export async function checkDetail(reading: Reading, id: string): Promise<CheckedPiece> {
  const row = await seenPiece(reading, id);
  const of = { pieceId: row.id };
  const form = await seenAt(reading, dispatchForm, row.dispId);
  const done = await contextOf(reading, row.completionId);
  const order = await seenAt(reading, registration, form?.registrationFormId);
  const went = await seenAt(reading, visit, done.completion?.dispatchListId);
  const lines = await reading.visible(pieceLine, { query: of }).words({ limit: 1000 });
  return {
    piece: row,
    registration: order,
    dispatch: form,
    visit: went,
    ...done,
    crew: row.dispId ? await reading.visible(crewMember, { query: { dispId: row.dispId } }).words({ limit: 100 }) : [],
    lines: lines.map((line) => ({ ...line, calculation: inWords(line, reading.language === 'en') })),
    ...(await pricesOf(reading, lines)),
    flags: await reading.visible(pieceFlag, { query: of }).words(),
    previousVisits: await earlier(reading, row),
    log: (await reading.visible(auditRecord, { query: of }).words({ limit: 200 })).reverse(),
  };
}

export async function flagsOf(reading: Reading, id: string): Promise<CheckedPiece['flags']> {
  const row = await seenPiece(reading, id);
  return reading.visible(pieceFlag, { query: { pieceId: row.id } }).words();
}
