import type { Said } from '#kernel/language/label.ts';

/** One message that leaves the house. */
export interface Parcel {
  /** The same at every repeat: who was handed it already hands it on once. */
  readonly key: string;
  /** The phone, or what stands for a person on that channel. */
  readonly to: string;
  readonly sign: string;
  /** What the provider calls the template, where it asks for one. */
  readonly template: string | null;
  readonly text: string;
}

/** What the provider says at once: taken, under its own number; or refused for good, with the reason. */
export type Taken = { readonly id: string } | { readonly refused: Said };

/** What became of a message that was taken. */
export interface Receipt {
  readonly id: string;
  readonly arrived: boolean;
  readonly reason: Said | null;
}

/** A way out of the house: SMS, WeChat. What fails for a moment throws and is tried again by whoever asked. */
export interface Channel {
  send(parcel: Parcel): Promise<Taken>;
  /** What is known of these by now; a receipt may come again. `sent` are moments in milliseconds. */
  receipts(of: readonly { readonly id: string; readonly sent: number }[]): Promise<readonly Receipt[]>;
}

/** The channels of a house. */
export interface Channels {
  readonly sms: Channel;
  readonly wechat: Channel;
}
