import { kindOf } from '#kernel/fields/kinds.ts';
import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, fieldsOf } from '#kernel/language/paper.ts';

/**
 * The papers that result from a finished order, in their order, each with its column that refers to an earlier paper.
 */
export const CHAIN: readonly (readonly [paper: string, column: string])[] = [
  ['repairForm', 'registration_form_id'],
  ['registrationEquipment', 'registration_form_id'],
  ['urge', 'registration_form_id'],
  ['dispatchForm', 'registration_form_id'],
  ['crewMember', 'disp_id'],
  ['visit', 'disp_id'],
  ['visitFile', 'dispatch_list_id'],
  ['occupancy', 'dispatch_list_id'],
  ['slaClock', 'biz_id'],
  ['delay', 'disp_id'],
  ['completion', 'dispatch_list_id'],
  ['completionEquipment', 'completion_id'],
  ['completionSupply', 'completion_id'],
  ['completionAnnex', 'completion_id'],
  ['collection', 'completion_id'],
  ['piece', 'completion_id'],
  ['pieceLine', 'piece_id'],
  ['pieceFlag', 'piece_id'],
  ['auditRecord', 'piece_id'],
  ['wageLine', 'source_id'],
  ['stockMove', 'bill_id'],
];

/** The papers of the chain that a dispatch creates. */
export const DISPATCHED: readonly string[] = ['dispatchForm', 'crewMember', 'visit'];

/** Orders whose work is done. */
export const DONE = "o.register_status in ('confirmed', 'closed') and o.is_deleted = 0";

/**
 * Finished orders to copy: confirmed or closed, and with settled piece-work. Orders with invoices or serial numbers are
 * excluded, as these cannot exist twice.
 */
export const OVER = `${DONE}
  and not exists (select 1 from aspiecework p join ascompletionregistration c on c.id = p.completion_id where c.registration_form_id = o.id and p.piece_status <> 'settled')
  and not exists (select 1 from ascollectdetaileds m where m.registration_form_id = o.id and (m.invoice_status <> 'none' or m.origin_collect_id is not null))
  and not exists (select 1 from asstockledger l join ascompletionregistration c on c.id = l.bill_id where c.registration_form_id = o.id and coalesce(l.serial_no, '') <> '')
  and not exists (select 1 from aswageline w join aspieceworkcollect l on l.id = w.source_id join aspiecework p on p.id = l.piece_id join ascompletionregistration c on c.id = p.completion_id where c.registration_form_id = o.id and w.line_status not in ('paid', 'voided'))`;

/** Papers of the technicians with their vans and payslips, each with the condition for its rows. */
export const CREW: readonly (readonly [paper: string, which: string])[] = [
  ['user', "o.id in (select user_id from astechnician where tenant_id = '000000')"],
  ['technician', 'exists (select 1 from blade_user u where u.id = o.user_id)'],
  ['warehouse', 'o.technician_id is not null'],
  ['wageSheet', "o.wage_status = 'paid'"],
];

const NUMBERED = /(?:No|Key|Code)$/;

/**
 * Return the SQL of a column of a copy. A reference to a copied row refers to its copy; unique values get the number of
 * the copy as a suffix.
 */
function valueOf(paper: AnyPaper, column: string, suffix: string): string {
  const found = fieldsOf(paper).find(([name]) => columnOf(name) === column);
  if (column === 'id') return 'me.seq + $first';
  if (!found) return `o.${column}`;
  const [name, field] = found;
  if (!field.many && (field.paper !== undefined || kindOf(field).schema(field).format === 'int64'))
    return `coalesce((select $chain + m.seq from load.chain m where m.old = o.${column}), (select $crew + m.seq from load.crew m where m.old = o.${column}), o.${column})`;
  return isNumbered(name, field) ? `o.${column} || ${suffix}` : `o.${column}`;
}

/**
 * Return whether a field identifies its row, so that a copy needs another value. A serial number does not: it remains
 * that of its machine.
 */
const isNumbered = (name: string, field: Field): boolean =>
  !field.paper &&
  (isPaperNumber(field) ||
    field.unique === true ||
    (kindOf(field).freeText === 'line' && NUMBERED.test(name) && name !== 'serialNo'));

/** Lowest id of copies, far below all real ids, so that new rows still have the highest ids. */
export const FIRST_ID = 1_000_000_000_000;
/** Upper bound of the ids of copies, below all real ids. */
export const LAST_ID = 200_000_000_000_000;

interface Sizes {
  readonly chain: number;
  readonly crew: number;
  readonly crews: number;
}

/** Return the query for all copies of one paper of the chain, from number `from` to `to`. */
export function chainCopies(
  paper: AnyPaper,
  columns: readonly string[],
  { chain, crew, crews }: Sizes,
  [from, to]: readonly [number, number],
): string {
  const ids = `(${FIRST_ID}::bigint + ${crew * crews} + k::bigint * ${chain})`;
  const values = columns.map((column) =>
    valueOf(paper, column, "'-' || k")
      .replaceAll('$first', ids)
      .replaceAll('$chain', ids)
      .replaceAll('$crew', `(${FIRST_ID}::bigint + (k % ${crews}) * ${crew})`),
  );
  return `select ${values.join(', ')} from load."${paper.table}" o join load.chain me on me.old = o.id, generate_series(${from}, ${to}) k`;
}

/** Return the query for the copies of one paper of `CREW`: one copy of each row for each further crew. */
export function crewCopies(paper: AnyPaper, columns: readonly string[], { crew, crews }: Sizes): string {
  const ids = `(${FIRST_ID}::bigint + k * ${crew})`;
  const values = columns.map((column) =>
    valueOf(paper, column, "'-' || k")
      .replaceAll('$first', ids)
      .replaceAll('$chain', '0::bigint')
      .replaceAll('$crew', ids),
  );
  return `select ${values.join(', ')} from load."${paper.table}" o join load.crew me on me.old = o.id, generate_series(0, ${crews - 1}) k`;
}
