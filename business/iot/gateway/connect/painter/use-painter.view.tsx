import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { fetchRow } from '#kernel/web/registry/paper-calls.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { FrameFault } from '../codec/frame.rules.ts';
import { type ConfigProblem, configProblems } from '../codec/problems/problems.rules.ts';
import { fieldsOfConnection, publishConfig, samplesOfConnection } from '../config/connect-config.calls.ts';
import { connectConfig } from '../config/connect-config.paper.ts';
import { connectField } from '../config/connect-field.paper.ts';
import { connectSample } from '../config/samples/connect-sample.paper.ts';
import { typedBytes } from '../config/samples/sample.rules.ts';
import {
  type DraftSample,
  type PainterDraft,
  configOfRow,
  fieldOfRow,
  publishBody,
  sampleOfRow,
} from './draft.rules.ts';
import { type Compiled, compileDraft, sampleVerdict, withExpectations } from './judge.rules.ts';
import { type PaintedFrame, viewFrame } from './painter.rules.ts';

/** A configuration in the painter, with what follows from its draft. */
export interface Painter {
  readonly row: WireRow;
  readonly stored: PainterDraft;
  readonly draft: PainterDraft;
  readonly isDirty: boolean;
  readonly compiled: Compiled;
  /** Per sample: how it breaks; null: it holds. */ readonly verdicts: readonly (Label | null)[];
  readonly problems: readonly ConfigProblem[];
  /** Index of the shown sample. */ readonly here: number;
  readonly sample: DraftSample | undefined;
  /** A painted frame that is no sample; null: the shown sample is painted. */ readonly peeked: Uint8Array | null;
  readonly peek: (frame: Uint8Array | null) => void;
  readonly bytes: Uint8Array;
  readonly view: PaintedFrame | null;
  readonly show: (at: number) => void;
  readonly change: (part: Partial<PainterDraft>) => void;
  readonly reset: () => void;
  readonly publish: () => Promise<void>;
  readonly isBusy: boolean;
  readonly refusal: string;
}

interface Loaded {
  readonly row: WireRow;
  readonly stored: PainterDraft;
}

/** Load a configuration with its rows and samples. */
export function useStored(id: string): { readonly data: Loaded | undefined; readonly error: Error | null } {
  const language = useLanguage();
  return useQuery({
    queryKey: ['row', connectConfig.name, 'painter', id, language],
    retry: false,
    queryFn: async ({ signal }): Promise<Loaded> => {
      const [row, fields, samples] = await Promise.all([
        fetchRow(connectConfig, id, signal),
        askCall(fieldsOfConnection, { keyId: id }, { signal }),
        askCall(samplesOfConnection, { keyId: id }, { signal }),
      ]);
      return {
        row,
        stored: {
          config: configOfRow(row),
          fields: (fields as readonly Record<string, unknown>[]).map(fieldOfRow),
          samples: (samples as readonly Record<string, unknown>[]).map(sampleOfRow),
        },
      };
    },
  });
}

function bytesOfSample(sample: DraftSample | undefined, format: string): Uint8Array {
  try {
    return sample ? typedBytes(sample.frame, format) : new Uint8Array();
  } catch (error) {
    if (error instanceof FrameFault) return new Uint8Array();
    throw error;
  }
}

function viewOf({ config, fields }: PainterDraft, bytes: Uint8Array): PaintedFrame | null {
  try {
    return bytes.length ? viewFrame(config, fields, bytes) : null;
  } catch (error) {
    if (error instanceof FrameFault) return null;
    throw error;
  }
}

/** Edit a loaded configuration: everything is judged in the browser while it is typed. */
export function usePainter({ row, stored }: Loaded): Painter {
  const t = useT();
  const [typed, setTyped] = useState<Partial<PainterDraft>>({});
  const [here, show] = useState(0);
  const [peeked, peek] = useState<Uint8Array | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const draft = useMemo(() => ({ ...stored, ...typed }), [stored, typed]);
  const format = draft.config.deviceConnectFormat;
  const compiled = useMemo(() => compileDraft(draft.config, draft.fields), [draft.config, draft.fields]);
  const verdicts = useMemo(
    () => draft.samples.map((sample) => sampleVerdict(compiled, sample, format)),
    [draft.samples, compiled, format],
  );
  const problems = useMemo(() => configProblems(draft.config, draft.fields), [draft.config, draft.fields]);
  const sample = draft.samples[here];
  const bytes = useMemo(() => peeked ?? bytesOfSample(sample, format), [peeked, sample, format]);
  const view = useMemo(() => viewOf(draft, bytes), [draft, bytes]);
  async function publish(): Promise<void> {
    if (isBusy || !compiled.codec) return;
    setBusy(true);
    setRefusal('');
    try {
      const { liveVersion } = await askCall(
        publishConfig,
        {
          keyId: row.id,
          version: Number(row.version),
          liveVersion: Number(row.liveVersion || 0),
          ...(publishBody(withExpectations(draft, compiled.codec)) as object),
        },
        { quiet: true },
      );
      for (const paper of [connectConfig, connectField, connectSample]) void refresh(paper.name);
      setTyped({});
      toast.good(t([`已生效 v${liveVersion}，连接没有断`, `v${liveVersion} is live, no connection was dropped`]));
    } catch (failed) {
      if (!(failed instanceof Refused)) throw failed;
      setRefusal(failed.fields.map((one) => one.msg).join(t(['；', '; '])) || failed.message);
    } finally {
      setBusy(false);
    }
  }
  return {
    row,
    stored,
    draft,
    isDirty: JSON.stringify(draft) !== JSON.stringify(stored),
    compiled,
    verdicts,
    problems,
    here,
    sample,
    peeked,
    peek,
    bytes,
    view,
    show: (at) => {
      peek(null);
      show(Math.max(0, Math.min(at, Math.max(0, draft.samples.length - 1))));
    },
    change: (part) => {
      setRefusal('');
      setTyped((before) => ({ ...before, ...part }));
    },
    reset: () => {
      setRefusal('');
      setTyped({});
    },
    publish,
    isBusy,
    refusal,
  };
}
