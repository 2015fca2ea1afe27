import type { Jobs } from '../../jobs/jobs.ts';
export const defineImports = (_jobs: Jobs): void => {};
