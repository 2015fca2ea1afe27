import { defineConfig } from 'vitest/config';
import LongestFirst from './tools/test/longest-first.ts';

export default defineConfig({
  test: {
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['**/node_modules/**', '.anju/**', 'dist/**'],
    globalSetup: ['kernel/testing/setup/prepare-tests.ts'],
    // Tests share nothing but the code, so a worker need not be new for each file: 0.6 s instead of 7 for sixty files.
    isolate: false,
    // The tests run the product as it runs: Node reads its TypeScript itself, and a call from file to file is not looked up each time. An eighth of the workers' CPU.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Processes rather than threads: sharp and PostgreSQL's COPY streams have each their own, and one that dies takes one file with it.
    pool: 'forks',
    // One more than the smallest machine has cores: a test waits for a browser, a clock or a killed server now and then (decision 045).
    maxWorkers: 3,
    // Most of what a call needs is gone with it: where there is room for it, there is less to collect.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    // Patience for a machine that others use as well; what holds is told as soon as it does.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    allowOnly: false,
    passWithNoTests: false,
  },
});
