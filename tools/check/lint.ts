import type { Check } from './check.ts';
import { lintSelfTest } from './self-tests/lint.ts';
import { runTool } from './run-tool.ts';

interface Report {
  readonly number_of_files: number;
  readonly diagnostics: readonly {
    readonly message: string;
    readonly code?: string;
    readonly filename: string;
    readonly help?: string;
    readonly labels: readonly { readonly span: { readonly line: number } }[];
  }[];
}

/** Runs oxlint: rules for imports, sizes and the injected clock, all in .oxlintrc.json. */
export const lint: Check = {
  name: 'lint',
  selfTest: lintSelfTest,
  async look(tree) {
    const report = JSON.parse(await runTool('oxlint/bin/oxlint', ['--format', 'json'], tree)) as Report;
    return {
      files: report.number_of_files,
      problems: report.diagnostics.map(({ filename, labels, message, help, code }) =>
        `${filename}:${labels[0]?.span.line ?? 1} ${code ?? ''} ${message} ${help ?? ''}`.trim(),
      ),
    };
  },
};
