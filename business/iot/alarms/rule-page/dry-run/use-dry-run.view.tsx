import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { get } from '#kernel/web/http/http.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import type { JobEntry } from '#kernel/web/import-export/jobs/jobs.ts';
import { type DryRunOutcome, dryRunRule } from '../../dry-run/dry-run.calls.ts';

/** Delay between the last change and the run. */
const PAUSE_MS = 600;
const LOOK_MS = 1000;

/** Input of a dry run: the draft of a rule, and the number of days. */
export interface DryRunDraft {
  readonly id: string;
  readonly modelId?: string;
  readonly deviceId?: string;
  readonly alarmType: string;
  readonly createRules: unknown;
  readonly clearRule: unknown;
  readonly schedule: unknown;
  readonly troubleCodeId: string;
  readonly days: number;
}

export interface DryRun {
  readonly outcome: DryRunOutcome | undefined;
  /** The outcome belongs to an earlier state of the draft. */ readonly isOld: boolean;
  /** Done share of a run that became a job, 0 to 1; null: no job is running. */ readonly progress: number | null;
  readonly refusal: string;
}

/** Return a value after it has been unchanged for `PAUSE_MS`; until then the previous one. */
function useSettled<T>(value: T, key: string): T {
  const [settled, setSettled] = useState({ value, key });
  useEffect(() => {
    if (settled.key === key) return undefined;
    const timer = setTimeout(() => setSettled({ value, key }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled.value;
}

type JobOfRun = JobEntry & { readonly answer?: { readonly outcome?: DryRunOutcome } | null };

/** Poll the job of a long run; return its progress, then its outcome or error. An empty id polls nothing. */
function useRunJob(jobId: string): {
  readonly outcome?: DryRunOutcome;
  readonly progress: number | null;
  readonly error: string;
} {
  const { data: job } = useQuery({
    queryKey: ['job', jobId],
    queryFn: () => get<JobOfRun>('blade-core/job', { id: jobId }, { quiet: true }),
    enabled: jobId !== '',
    refetchInterval: ({ state }) => (['done', 'failed'].includes(state.data?.state ?? '') ? false : LOOK_MS),
  });
  const outcome = job?.answer?.outcome;
  const isFailed = job?.state === 'failed';
  const isRunning = jobId !== '' && !outcome && !isFailed;
  return {
    outcome,
    progress: isRunning ? (job?.done ?? 0) / Math.max(1, job?.total ?? 1) : null,
    error: isFailed ? (job.error ?? '') : '',
  };
}

/**
 * Run a draft over the stored messages a moment after its last change. The previous outcome is shown until the new one
 * arrives.
 */
export function useDryRun(draft: DryRunDraft, enabled: boolean): DryRun {
  const language = useLanguage();
  const key = JSON.stringify(draft);
  const settled = useSettled(draft, key);
  const settledKey = JSON.stringify(settled);
  const [kept, setKept] = useState<{ readonly key: string; readonly outcome: DryRunOutcome } | null>(null);
  const { data, error } = useQuery({
    queryKey: ['dry run', settledKey, language],
    queryFn: ({ signal }) => askCall(dryRunRule, settled as never, { signal, quiet: true }),
    enabled: enabled && settled.alarmType !== '',
    retry: false,
  });
  const job = useRunJob(data && !data.outcome ? data.jobId : '');
  const outcome = data?.outcome ?? job.outcome;
  if (outcome && kept?.outcome !== outcome) setKept({ key: settledKey, outcome });
  return {
    outcome: outcome ?? kept?.outcome,
    isOld: kept?.key !== key,
    progress: job.progress,
    refusal: error instanceof Refused ? error.message : job.error,
  };
}
