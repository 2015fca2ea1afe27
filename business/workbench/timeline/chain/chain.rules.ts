import type { Label } from '#kernel/language/label.ts';
import type { CaseRow, Station } from '#business/intake/timeline/station.rules.ts';

/** A station on the page, with what stands by then. */
export interface ChainNode extends Station {
  readonly kind: string;
  readonly balance: string | null;
}

/** How long it took from one station to another, in minutes, beside the median of cases of the same kind of the last half year. */
export interface Duration {
  readonly label: Label;
  readonly minutes: number | null;
  readonly median: number | null;
}

export interface Chain {
  readonly order: CaseRow;
  readonly nodes: readonly ChainNode[];
  /** Sums of the nodes by what they are; `whole` says that the reader sees everything that belongs to them, so that a margin means something. */
  readonly account: {
    readonly received: string;
    readonly parts: string;
    readonly pieces: string;
    readonly wages: string;
    readonly balance: string;
    readonly whole: boolean;
  };
  readonly durations: readonly Duration[];
  readonly result: {
    readonly firstFix: boolean | null;
    readonly visits: number;
    readonly urges: number;
    readonly open: string | null;
  };
  readonly arose: readonly { readonly to: string; readonly no: string; readonly words: Label }[];
}
