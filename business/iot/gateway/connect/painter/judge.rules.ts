import type { Label } from '#kernel/language/label.ts';
import type { Codec, FrameConfig } from '../codec/frame-config.rules.ts';
import { compileFrames } from '../codec/compile.rules.ts';
import { FrameFault } from '../codec/frame.rules.ts';
import {
  type SampleMeaning,
  brokenSample,
  expectationOf,
  meaningOf,
  typedBytes,
} from '../config/samples/sample.rules.ts';
import { isEqualJson } from '../config/samples/same-value.rules.ts';
import type { DraftSample, PainterDraft } from './draft.rules.ts';
import type { PaintedField } from './painter.rules.ts';

/** A compiled draft, or why it cannot be compiled. */
export interface Compiled {
  readonly codec: Codec | null;
  readonly fault: Label | null;
}

export function compileDraft(config: FrameConfig, fields: readonly PaintedField[]): Compiled {
  try {
    return { codec: compileFrames(config, fields), fault: null };
  } catch (error) {
    if (error instanceof FrameFault) return { codec: null, fault: error.words };
    throw error;
  }
}

/** How a sample breaks in words; null: it holds. A sample without an expectation has only to decode. */
export function sampleVerdict({ codec, fault }: Compiled, sample: DraftSample, format: string): Label | null {
  if (!codec) return fault;
  return brokenSample(codec, sample, format);
}

/** A value that a sample expects beside the decoded one. */
export interface Expectation {
  readonly name: string;
  readonly wanted: unknown;
  readonly found: unknown;
  readonly isRight: boolean;
}

/** Return the values of a sample, the wrong ones first. A sample without an expectation has none. */
export function expectationsOf({ codec }: Compiled, { expect, frame }: DraftSample, format: string): Expectation[] {
  if (!expect) return [];
  let found: SampleMeaning = {};
  try {
    if (codec) found = meaningOf(codec.decode(typedBytes(frame, format)));
  } catch (error) {
    if (!(error instanceof FrameFault)) throw error;
  }
  const wanted = expect.props ?? {};
  const is = found.props ?? {};
  const rows = [...new Set([...Object.keys(wanted), ...Object.keys(is)])].map((name) => ({
    name,
    wanted: wanted[name],
    found: is[name],
    isRight: isEqualJson(wanted[name], is[name]),
  }));
  return rows.toSorted((a, b) => Number(a.isRight) - Number(b.isRight));
}

/** A change of one row by which more samples hold. */
export interface Repair {
  readonly at: number;
  readonly change: Partial<PaintedField>;
  /** Samples that break after it. */ readonly broken: number;
}

const TYPES = ['int', 'uint', 'bcd', 'float', 'hex'] as const;
const ORDERS = ['ABCD', 'DCBA', 'CDAB', 'BADC'] as const;
const SCALES = ['1', '0.1', '0.01', '0.001', '10'] as const;

const brokenIn = (draft: PainterDraft): number => {
  const compiled = compileDraft(draft.config, draft.fields);
  return draft.samples.filter((sample) => sampleVerdict(compiled, sample, draft.config.deviceConnectFormat)).length;
};

/**
 * Return the change of one row by which a sample holds and the fewest samples break. Its type, byte order or scale is
 * changed, one of them only. Null: no such change helps.
 */
export function repairOf(draft: PainterDraft, sample: DraftSample, name: string): Repair | null {
  const at = draft.fields.findIndex((field) => (field.iotFieldName || field.fieldName) === name);
  if (at === -1) return null;
  const now = draft.fields[at];
  const changes: Partial<PaintedField>[] = [
    ...TYPES.map((dataType) => ({ dataType })),
    ...ORDERS.map((byteOrder) => ({ byteOrder })),
    ...SCALES.map((scale) => ({ scale })),
  ];
  let best: Repair | null = null;
  for (const change of changes) {
    const fields = draft.fields.with(at, { ...now, ...change });
    const compiled = compileDraft(draft.config, fields);
    if (sampleVerdict(compiled, sample, draft.config.deviceConnectFormat)) continue;
    const left = brokenIn({ ...draft, fields });
    if (!best || left < best.broken) best = { at, change, broken: left };
  }
  return best;
}

/** Return the draft in which each sample without an expectation expects what it decodes to now. */
export function withExpectations(draft: PainterDraft, codec: Codec): PainterDraft {
  const { deviceConnectFormat: format } = draft.config;
  return {
    ...draft,
    samples: draft.samples.map((sample) =>
      sample.expect || sample.refusedAs || sample.direction === 'down'
        ? sample
        : { ...sample, ...expectationOf(codec, sample.frame, format) },
    ),
  };
}
