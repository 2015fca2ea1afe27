/** A message to a device. */
export interface DownMessage {
  /** Topic after `down/`. */ readonly tail: string;
  readonly payload: unknown;
}
