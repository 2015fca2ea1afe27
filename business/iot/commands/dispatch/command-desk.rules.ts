import type { DownMessage } from '../../gateway/down-message.rules.ts';

/** The services that the gateway needs from the dispatcher of commands. */
export interface CommandDesk {
  /** A device has subscribed: send it the commands that wait for it, and those without an acknowledgement again. */
  ready(deviceId: string): void;
  /** Send a device its wanted values, on the connection of itself or of its gateway (`carrierId`). */
  answerShadow(deviceId: string, carrierId: string): void;
  /** Return a command for a device without a connection, to be sent with an answer; null: none waits. */
  takeFor(deviceId: string, isSafe: boolean): Promise<DownMessage | null>;
}
