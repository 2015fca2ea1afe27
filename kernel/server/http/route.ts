import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Label, Language } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { House } from '../house.ts';
import type { Session } from '../session/session.ts';
import type { Actor } from '../write/transaction.ts';

/** What a call was given, from the query string, a form or a JSON body alike. */
export interface Call {
  readonly house: House;
  readonly actor: Actor;
  readonly session: Session;
  readonly sessionId: string;
  readonly query: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A call nobody needs to be logged in for. */
export interface OpenCall extends Omit<Call, 'actor' | 'session' | 'sessionId'> { readonly language: Language }

export interface RouteFacts {
  readonly method: 'GET' | 'POST';
  /** Below /api/. */
  readonly path: string;
  readonly summary: Label;
  readonly paper?: AnyPaper;
  /** `anonymous`, `guest` (also who has no account yet), `person` (anybody logged in), or the action of a button of the paper. */
  readonly needs: string;
  readonly query?: readonly string[];
  /** Answers itself: a file, a stream, or a body without the envelope. */
  readonly raw?: boolean;
  /** Takes a token or a ticket from the address, as downloads do. */
  readonly download?: boolean;
  /**
   * Where nothing may be written (an expired company, looking through somebody's eyes) a POST is refused unless it is harmless: `always`, or
   * while `expired` only: a company that no longer pays still takes its own rows with it. A GET is harmless, where it does not say `expired`.
   */
  readonly harmless?: 'always' | 'expired';
  /** Answered also while somebody must choose a password or set up a second factor first. */
  readonly atFirst?: true;
  /** Takes a multipart form, which it reads itself. */
  readonly upload?: boolean;
}

export type Route = RouteFacts & (
  | { readonly open: (call: OpenCall) => Promise<unknown> }
  | { readonly work: (call: Call) => Promise<unknown> }
);
