import { parseProcess } from '../../engine/compile/parse-process.rules.ts';
import { layOut } from '../../engine/layout/lay-out.rules.ts';
import { lintProcess } from '../../engine/lint/lint-process.rules.ts';
import type { LintFacts } from '../../engine/lint/lint-rule.rules.ts';
import type { ProcessFinding } from '../../engine/lint/process-finding.rules.ts';
import type { CompiledProcess } from '../../engine/model/compiled-process.rules.ts';

/**
 * Names of one paper (its verbs, fields and inputs) that a drawing may use. `keys`: the processes that the company
 * bound to the paper.
 */
export interface PaperNames {
  readonly name: string;
  readonly keys: ReadonlySet<string>;
  readonly verbs: readonly string[];
  readonly fields: readonly string[];
  readonly inputs: readonly string[];
}

/** A drawing to check, with the facts of its company. It is plain data, so that it can be sent to a worker thread. */
export interface JudgedDrawing {
  readonly xml: string;
  readonly facts: LintFacts;
  readonly papers: readonly PaperNames[];
}

/** The compiled processes of a drawing, and the findings of its check. */
export interface JudgedFile {
  readonly processes: readonly CompiledProcess[];
  readonly findings: readonly ProcessFinding[];
}

/**
 * Return the papers that these processes name, otherwise those that the company bound to them. Return all if there are
 * none of either.
 */
export function governedBy<Named extends { readonly name: string; readonly keys: ReadonlySet<string> }>(
  all: readonly Named[],
  processes: readonly Pick<CompiledProcess, 'key' | 'papers'>[],
): readonly Named[] {
  const named = new Set(processes.flatMap(({ papers = [] }) => papers));
  const own = all.filter(({ name }) => named.has(name));
  if (own.length) return own;
  const bound = all.filter((one) => processes.some(({ key }) => one.keys.has(key)));
  return bound.length ? bound : all;
}

/**
 * Return the names that nodes of a process may use. They are the verbs of its papers, the four standard verbs, fields,
 * and inputs (fields that people set).
 */
function paperFacts(papers: readonly PaperNames[]): Pick<LintFacts, 'verbs' | 'fields' | 'inputs'> {
  return {
    verbs: new Set(['start', 'approve', 'reject', 'withdraw', ...papers.flatMap(({ verbs }) => verbs)]),
    fields: new Set(papers.flatMap(({ fields }) => fields)),
    inputs: new Set(papers.flatMap(({ inputs }) => inputs)),
  };
}

/** Compile a drawing and check it with the facts of its company. */
export async function judgeDrawing({ xml, facts, papers }: JudgedDrawing): Promise<JudgedFile> {
  const { processes, findings } = await parseProcess(xml);
  const known = new Set([...(facts.processes ?? []), ...processes.map(({ key }) => key)]);
  const judged = processes.flatMap((process) =>
    lintProcess(process, { ...facts, ...paperFacts(governedBy(papers, [process])), processes: known }),
  );
  return { processes, findings: [...findings, ...judged] };
}

/** Work on drawings that a worker thread can do, by name. */
export const DRAWING_WORK = { judge: judgeDrawing, layOut: ({ xml }: { readonly xml: string }) => layOut(xml) };

export type DrawingWork = typeof DRAWING_WORK;
