import type { LocalizedText } from '#kernel/language/label.ts';

/** Message to a provider outside the product. */
export interface Parcel {
  /** The same at every repeat: a provider forwards it once. */
  readonly key: string;
  /** The phone, or the id of a person on that channel. */
  readonly to: string;
  readonly sign: string;
  /** The provider's name of the template, where it requires one. */
  readonly template: string | null;
  readonly text: string;
}

/** Immediate answer of the provider: accepted, under its own number; or refused for good, with the reason. */
export type SendResult = { readonly id: string } | { readonly refused: LocalizedText };

/** Final result of a message that the provider has accepted: it arrived, or it did not for a reason. */
export interface Receipt {
  readonly id: string;
  readonly arrived: boolean;
  readonly reason: LocalizedText | null;
}

/** Channel out of the product: SMS, WeChat. A temporary failure throws, and the caller retries. */
export interface MessageChannel {
  send(parcel: Parcel): Promise<SendResult>;
  /** Return the known receipts of these messages; a receipt may come again. `sent` are moments in milliseconds. */
  receipts(of: readonly { readonly id: string; readonly sent: number }[]): Promise<readonly Receipt[]>;
}

/** The channels of an installation. */
export interface Channels {
  readonly sms: MessageChannel;
  readonly wechat: MessageChannel;
}
