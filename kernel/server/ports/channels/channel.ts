import type { LocalizedText } from '#kernel/language/label.ts';

/** One message that leaves the product. */
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
export type SendResult = { readonly id: string } | { readonly refused: LocalizedText };

/** What became of a message that was taken. */
export interface Receipt {
  readonly id: string;
  readonly arrived: boolean;
  readonly reason: LocalizedText | null;
}

/** A way out of the product: SMS, WeChat. What fails for a moment throws and is tried again by whoever asked. */
export interface MessageChannel {
  send(parcel: Parcel): Promise<SendResult>;
  /** What is known of these by now; a receipt may come again. `sent` are moments in milliseconds. */
  receipts(of: readonly { readonly id: string; readonly sent: number }[]): Promise<readonly Receipt[]>;
}

/** The channels of a house. */
export interface Channels {
  readonly sms: MessageChannel;
  readonly wechat: MessageChannel;
}
