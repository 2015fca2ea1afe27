/** Days that a link for a customer lives, and the key of its message. */
export interface LinkOptions {
  readonly days?: number;
  /**
   * Key of the message that carries the link. The same key gives the same link, so that a repeated delivery carries the
   * link that the first one carried. Absent: a random token.
   */
  readonly key?: string;
}

/** A stored link, as staff see it: moments are `yyyy-MM-dd HH:mm:ss`. */
export interface StoredLink {
  readonly id: string;
  readonly created: string;
  readonly until: string;
  /** First opening. */ readonly opened: string | null;
  /** Last opening. */ readonly seen: string | null;
  readonly uses: number;
  readonly revoked: string | null;
}
