import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { get } from '#kernel/web/http/http.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import type { JobEntry } from '#kernel/web/import-export/jobs/jobs.ts';
import { type DryRunOutcome, dryRunRule } from '../../dry-run/dry-run.calls.ts';

/** So long after the last key it is run. */
const PAUSE_MS = 600;
const LOOK_MS = 1000;

/** What is run: the draft and how far back. */
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
  /** What is shown belongs to an older draft. */ readonly isOld: boolean;
  /** Long runs are jobs: how far it is, 0 to 1. */ readonly progress: number | null;
  readonly refusal: string;
}

/** A value once it has stayed the same for a while. */
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

/** A long run as a job: how far it is, and its outcome once it has ended. */
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

/** Runs a draft over the stored history, some time after the last key; the older result stays until the new one is there. */
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
