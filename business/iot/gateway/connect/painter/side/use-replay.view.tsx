import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { get } from '#kernel/web/http/http.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { type JobEntry, followJob, isEnded, useWatching } from '#kernel/web/import-export/jobs/jobs.ts';
import { replayFrames } from '../../config/connect-config.calls.ts';
import type { ReplayOutcome } from '../../config/replay/replay-outcome.rules.ts';

const LOOK_MS = 700;

type ReplayEntry = Omit<JobEntry, 'answer'> & {
  readonly answer?: (ReplayOutcome & { readonly devices: number; readonly isDry: boolean }) | null;
};

/** A replay that was started: its job, and why it was refused. */
export interface StartedReplay {
  readonly entry: ReplayEntry | undefined;
  readonly outcome: ReplayEntry['answer'];
  readonly isRunning: boolean;
  /** Why it was not started, or not finished; empty: it was. */ readonly refusal: string;
  readonly start: () => Promise<void>;
}

/** Start replays of the last 24 hours as jobs, and follow the newest of them. */
export function useReplay(keyId: string, dry: boolean): StartedReplay {
  const [job, setJob] = useState('');
  const [isStarting, setStarting] = useState(false);
  const [refusal, setRefusal] = useState('');
  useWatching(job);
  const { data: entry } = useQuery({
    queryKey: ['job', job],
    enabled: job !== '',
    queryFn: () => get<ReplayEntry>('blade-core/job', { id: job }, { quiet: true }),
    refetchInterval: ({ state }) => (state.data && isEnded(state.data) ? false : LOOK_MS),
    staleTime: 0,
  });
  const start = async (): Promise<void> => {
    setStarting(true);
    setRefusal('');
    try {
      const started = await askCall(replayFrames, { keyId, dry }, { quiet: true });
      setJob(started.job);
      if (!dry) followJob(started.job);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefusal(error.message);
    } finally {
      setStarting(false);
    }
  };
  useEffect(() => {
    if (dry) void start();
  }, []);
  const isDone = entry?.state === 'done';
  return {
    entry,
    outcome: isDone ? entry.answer : null,
    isRunning: isStarting || (job !== '' && (!entry || !isEnded(entry))),
    refusal: refusal || (entry?.state === 'failed' ? (entry.error ?? '') : ''),
    start,
  };
}
