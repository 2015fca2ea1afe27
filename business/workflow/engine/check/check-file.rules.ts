import { type ParsedFile, parseProcess } from '../compile/parse-process.rules.ts';
import type { ProcessFinding } from '../lint/process-finding.rules.ts';
import { lintProcess } from '../lint/lint-process.rules.ts';
import type { LintFacts } from '../lint/lint-rule.rules.ts';

/** A BPMN file that was compiled and checked. */
export interface CheckedFile extends ParsedFile {
  /** Findings, with errors before warnings. */
  readonly findings: readonly ProcessFinding[];
  readonly isDeployable: boolean;
}

/** Compile a BPMN file and return its findings: those of the file itself, then those of its processes. */
export async function checkProcessFile(xml: string, facts: LintFacts = {}): Promise<CheckedFile> {
  const parsed = await parseProcess(xml);
  const found = [...parsed.findings, ...parsed.processes.flatMap((process) => lintProcess(process, facts))];
  const errors = found.filter(({ level }) => level === 'error');
  return {
    ...parsed,
    findings: [...errors, ...found.filter(({ level }) => level === 'warning')],
    isDeployable: errors.length === 0 && parsed.processes.length > 0,
  };
}
