import type { Label } from '#kernel/language/label.ts';
import type { ReviewFigure } from '#business/completion/review/review-case.rules.ts';

export type NodeKind =
  'repair' | 'registration' | 'dispatch' | 'visit' | 'parts' | 'completion' | 'collection' | 'piece' | 'wage';

/** A link to another paper of the same node. */
export interface Linked {
  readonly no: string;
  readonly to: string;
}

/** One station of a case: when, which paper, what happened there, and what it brought or cost (CNY, costs below 0). */
export interface ChainNode {
  readonly kind: NodeKind;
  readonly key: string;
  readonly at: string;
  readonly until: string;
  readonly links: readonly Linked[];
  /** The paper whose state is shown, by its name, with the row that carries it. */
  readonly paper: string;
  readonly row: ReviewFigure;
  readonly lead: string;
  readonly lines: readonly Label[];
  readonly photos: readonly { readonly id: string; readonly link: string; readonly name: string }[];
  readonly amount: string | null;
  readonly amountNote: Label | null;
  readonly balance: string | null;
}

/** How long it took from one station to another, in minutes, beside the median of cases of the same kind of the last half year. */
export interface Duration {
  readonly label: Label;
  readonly minutes: number | null;
  readonly median: number | null;
}

export interface Chain {
  readonly order: ReviewFigure;
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
