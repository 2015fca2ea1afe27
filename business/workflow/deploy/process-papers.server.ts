import type { Field } from '#kernel/language/field.ts';
import type { Lifecycle } from '#kernel/language/lifecycle.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Reading, isProvided } from '#kernel/server';
import { processBinding } from '../bindings/process-binding.paper.ts';
import { processBusinesses } from '../command/business.server.ts';
import type { LintFacts } from '../engine/lint/lint-rule.rules.ts';

/** A paper that processes may judge, and the processes that the company bound to it. */
export interface ProcessPaper {
  readonly paper: AnyPaper;
  readonly keys: ReadonlySet<string>;
}

/** The papers that processes may judge. */
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
    .filter((paper) => (paper.lifecycle as Lifecycle | undefined)?.governed || amended.has(paper.table))
    .map((paper) => ({
      paper,
      keys: new Set(rows.filter(({ name }) => name === paper.name).map(({ key }) => key)),
    }));
}

/** The papers of a process: those that the company bound to it, all where it bound none. */
export function papersOf(all: readonly ProcessPaper[], keys: readonly string[]): readonly AnyPaper[] {
  const bound = all.filter((one) => keys.some((key) => one.keys.has(key)));
  return (bound.length ? bound : all).map(({ paper }) => paper);
}

/** What nodes of a process may say of its papers: their verbs, those of any governed paper, and the fields that people set. */
export function paperFacts(papers: readonly AnyPaper[]): Pick<LintFacts, 'verbs' | 'fields' | 'inputs'> {
  const fields = papers.flatMap((paper) => Object.entries(paper.fields as Readonly<Record<string, Field>>));
  return {
    verbs: new Set([
      ...['start', 'approve', 'reject', 'withdraw'],
      ...papers.flatMap((paper) => Object.keys((paper.lifecycle as Lifecycle | undefined)?.actions ?? {})),
    ]),
    fields: new Set(fields.map(([name]) => name)),
    inputs: new Set(fields.flatMap(([name, field]) => (isProvided(field) ? [name] : []))),
  };
}
