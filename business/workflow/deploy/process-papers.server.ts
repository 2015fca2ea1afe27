import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Reading, isProvided } from '#kernel/server';
import { processBinding } from '../bindings/process-binding.paper.ts';
import { processBusinesses } from '../command/business.server.ts';
import { governedBy, type PaperNames } from './beside/judge-drawing.rules.ts';

/**
 * A paper that processes may govern, or whose fields a process may edit. `keys`: the processes that the company bound
 * to it.
 */
export interface ProcessPaper {
  readonly name: string;
  readonly paper: AnyPaper;
  readonly keys: ReadonlySet<string>;
}

/** Return the papers that processes may use: governed ones, and those whose rows handlers of a task may edit. */
export async function processPapers(
  reading: Pick<Reading, 'sql' | 'tenantId' | 'rooms' | 'contributions'>,
): Promise<ProcessPaper[]> {
  const rows = await reading.sql.query<{ name: string; key: string }>(
    `select distinct paper_name as name, process_key as key from ${processBinding.table} where tenant_id = $1 and is_deleted = 0`,
    [reading.tenantId],
  );
  const amended = new Set(reading.contributions(processBusinesses).flatMap((one) => (one.amended ? [one.table] : [])));
  return reading.rooms
    .flatMap((room): readonly AnyPaper[] => room.papers)
    .filter((paper) => paper.lifecycle?.governed || amended.has(paper.table))
    .map((paper) => ({
      name: paper.name,
      paper,
      keys: new Set(rows.filter(({ name }) => name === paper.name).map(({ key }) => key)),
    }));
}

/** Return the papers that these processes may use: the named ones, otherwise the bound ones, otherwise all. */
export const papersOf = (
  all: readonly ProcessPaper[],
  processes: Parameters<typeof governedBy>[1],
): readonly AnyPaper[] => governedBy(all, processes).map(({ paper }) => paper);

/**
 * Return the names that nodes of a process may use of a paper: its verbs, its fields, and the fields that people set.
 */
export function paperNames({ name: paperName, paper, keys }: ProcessPaper): PaperNames {
  const fields = Object.entries(paper.fields as Readonly<Record<string, Field>>);
  return {
    name: paperName,
    keys,
    verbs: Object.keys(paper.lifecycle?.actions ?? {}),
    fields: fields.map(([name]) => name),
    inputs: fields.flatMap(([name, field]) => (isProvided(field) ? [name] : [])),
  };
}
