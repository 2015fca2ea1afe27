import type { DownMessage } from '../../gateway/down-message.rules.ts';
import type { CommandContent } from '../content/command-content.rules.ts';

/** Facts of a command that its message has. */
export interface WireCommand {
  /** Number of the command: the id of its row. */ readonly id: string;
  readonly content: CommandContent;
  /** Milliseconds. */ readonly at: number;
  /** Milliseconds until which the device may execute it; null: without limit. */ readonly expire: number | null;
  /** Key of the sub-device, if the message goes to its gateway; null: to the device itself. */
  readonly dev: string | null;
  /** Address where the device sends a file; absent: the command wants none. */ readonly url?: string;
}

const body = ({
  id,
  content,
  at,
  expire,
  url,
}: WireCommand): readonly [tail: string, payload: Record<string, unknown>] => {
  const times = { ts: at, ...(expire !== null && { expire }) };
  if (content.keys) return ['property/get', { id, keys: content.keys }];
  if (content.service)
    return [
      `service/${content.service}`,
      { id, ...times, params: { ...content.params, ...(url !== undefined && { url }) } },
    ];
  if (content.hex !== undefined) return ['raw', { id, ...times, hex: content.hex }];
  return ['property/set', { id, ...times, params: content.set ?? {} }];
};

/** Return the message of a command, for the device itself or for its gateway. */
export function wireMessage(command: WireCommand): DownMessage {
  const [tail, payload] = body(command);
  return command.dev === null ? { tail, payload } : { tail: `sub/${tail}`, payload: { ...payload, dev: command.dev } };
}
