import type { Label } from '#kernel/language/label.ts';
import type { UnitId } from './bus.rules.ts';

/** The request that waits for its answer. */
export interface OpenRequest<Request> {
  readonly request: Request;
  readonly transaction: number;
}

/** Whether received bytes answer the open request. `verdict`: ok, or why they are not used. */
export interface JudgedAnswer<Answer> {
  readonly verdict: string;
  readonly answer?: Answer;
  /** The reason in words, where people must know it. */ readonly wrong?: Label;
}

/** A frame that came on the line. */
export interface LineFrame<Request, Answer> {
  readonly unit: UnitId | null;
  readonly bytes: Uint8Array;
  /** `open`: the request that waits; null: none does. */
  judge(open: OpenRequest<Request> | null): JudgedAnswer<Answer>;
}

/** Cuts the bytes of one connection into frames. */
export interface LineReader<Request, Answer> {
  /** Return the frames that these bytes complete. `lost`: why the position of the next frame is unknown. */
  push(bytes: Uint8Array): { readonly frames: readonly LineFrame<Request, Answer>[]; readonly lost?: Label };
}

/** How requests of a protocol become bytes, and bytes become answers. */
export interface Wire<Request extends { readonly unit: UnitId }, Answer> {
  bytesOf(request: Request, transaction: number): Uint8Array;
  reader(): LineReader<Request, Answer>;
  /** Can a late answer be taken for that of the next request? Then silence closes the connection. */
  readonly closesOnSilence: boolean;
  /** Are the bytes before a request no part of its answer? */ readonly beginsAnew: boolean;
}
