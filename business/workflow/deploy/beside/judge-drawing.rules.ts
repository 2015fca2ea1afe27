import { parseProcess } from '../../engine/compile/parse-process.rules.ts';
import { layOut } from '../../engine/layout/lay-out.rules.ts';
import { lintProcess } from '../../engine/lint/lint-process.rules.ts';
import type { LintFacts } from '../../engine/lint/lint-rule.rules.ts';
import type { ProcessFinding } from '../../engine/lint/process-finding.rules.ts';
import type { CompiledProcess } from '../../engine/model/compiled-process.rules.ts';

/** Names of a paper that processes judge, and the keys of those bound to it. */
export interface PaperNames {
  readonly name: string;
  readonly keys: ReadonlySet<string>;
  readonly verbs: readonly string[];
  readonly fields: readonly string[];
  readonly inputs: readonly string[];
}

/** A drawing to be judged by what its company knows; plain data, which a thread can take. */
export interface JudgedDrawing {
  readonly xml: string;
  readonly facts: LintFacts;
  readonly papers: readonly PaperNames[];
}

/** What a drawing holds, and what is wrong in it. */
export interface JudgedFile {
  readonly processes: readonly CompiledProcess[];
  readonly findings: readonly ProcessFinding[];
}

/** Papers that some processes name; else those that a company bound to them, all where it bound none. */
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

/** Return what nodes of a process may say of its papers: their verbs, those of any governed paper, and the fields that people set. */
function paperFacts(papers: readonly PaperNames[]): Pick<LintFacts, 'verbs' | 'fields' | 'inputs'> {
  return {
    verbs: new Set(['start', 'approve', 'reject', 'withdraw', ...papers.flatMap(({ verbs }) => verbs)]),
    fields: new Set(papers.flatMap(({ fields }) => fields)),
    inputs: new Set(papers.flatMap(({ inputs }) => inputs)),
  };
}

/** Read and judge a drawing. */
export async function judgeDrawing({ xml, facts, papers }: JudgedDrawing): Promise<JudgedFile> {
  const { processes, findings } = await parseProcess(xml);
  const known = new Set([...(facts.processes ?? []), ...processes.map(({ key }) => key)]);
  const judged = processes.flatMap((process) =>
    lintProcess(process, { ...facts, ...paperFacts(governedBy(papers, [process])), processes: known }),
  );
  return { processes, findings: [...findings, ...judged] };
}

/** What may be done with a drawing beside the thread that serves. */
export const DRAWING_WORK = { judge: judgeDrawing, layOut: ({ xml }: { readonly xml: string }) => layOut(xml) };

export type DrawingWork = typeof DRAWING_WORK;
