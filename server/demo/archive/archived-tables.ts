import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Table } from '#kernel/server/schema/table.ts';

/** Tables with the state of one installation, such as sessions and locks. The archive omits them. */
const OF_INSTALLATION: ReadonlySet<string> = new Set([
  'anju_attempt',
  'anju_captcha',
  'anju_draft',
  'anju_idempotency',
  'anju_job',
  'anju_link',
  'anju_link_act',
  'anju_meta',
  'anju_outbox',
  'anju_owner',
  'anju_part',
  'anju_patch',
  'anju_presence',
  'anju_rights',
  'anju_seal',
  'anju_session',
  'anju_ticket',
]);

/** Tables with real dates (holidays, regions), which are not moved with the archive. */
export const UNMOVED: ReadonlySet<string> = new Set(['asbusinesscalendar', 'blade_region']);

/**
 * Return the tables that an archive contains. Partitioned tables (values and logs of devices) are omitted: they are
 * filled after the first start.
 */
export const demoTables = (tables: readonly Table[]): Table[] =>
  tables.filter(({ name, spans }) => !spans && !OF_INSTALLATION.has(name));

/** Return the columns to archive: all except generated ones and those that triggers fill. */
export const archivedColumns = ({ columns }: Table): string[] =>
  columns.filter(({ generated, maintained }) => !generated && !maintained).map(({ name }) => name);

/** Return the tables of the audit and the action log. No page needs their rows at once, so they are loaded late. */
export const logTables = (papers: ReadonlyMap<string, AnyPaper>): ReadonlySet<string> =>
  new Set(['anju_audit', papers.get('actionLog')?.table ?? '']);
