import type { Label, LocalizedText } from '#kernel/language/label.ts';
import type { KeyOf } from '#kernel/language/dictionary.ts';
import { service } from '#kernel/language/rooms/service.ts';
import type { logBizType } from '#business/masterdata/dictionaries.ts';
import type { messageEvent } from './dictionaries.ts';

/**
 * Receivers of a message: accounts, the accounts of technicians, and everybody with one of the roles. `team` limits the
 * roles to people of that team.
 */
export interface Receivers {
  readonly users?: readonly string[];
  readonly technicians?: readonly string[];
  readonly roles?: readonly string[];
  readonly team?: string | null;
}

/** Notify staff. A person gets one message for an event about a row, unless `again` distinguishes further ones. */
export const notifyStaff = service<{
  readonly event: KeyOf<typeof messageEvent>;
  readonly to: Receivers;
  readonly title: Label;
  readonly content: LocalizedText;
  readonly bizType: KeyOf<typeof logBizType>;
  readonly bizId: string;
  readonly bizNo: string;
  /** `todo` makes the message a to-do; `dueTime` is `yyyy-MM-dd HH:mm:ss`. */
  readonly todo?: boolean;
  readonly dueTime?: string | null;
  readonly again?: string | number;
}>('message.tellStaff');

/** Mark the to-dos about a row as done, because somebody did what they require. */
export const todoDone = service<{
  readonly bizId: string | readonly string[];
  readonly event?: KeyOf<typeof messageEvent>;
}>('message.todoDone');

/**
 * Outcome of a pushed message: it is queued, or blocked by the rules of messages. Nothing is written if its template is
 * disabled or the customer is not bound to its channel.
 */
export type PushOutcome =
  | { readonly state: 'queued' | 'blocked'; readonly messageId: string }
  | { readonly state: 'templateDisabled' | 'notBound' };

/**
 * Send a customer one template, which may be advertising, over the template's own channel only. The same `key` is sent
 * once. Rooms learn the outcome by `parcelFollowers`.
 */
export const pushCustomer = service<
  {
    readonly templateId: string;
    readonly key: string;
    readonly customerId: string;
    readonly phone: string;
    readonly bizType: KeyOf<typeof logBizType>;
    readonly bizId: string;
    readonly variables: Readonly<Record<string, string>>;
    /** Variables as the log shows them, if they differ, such as a link that only the customer may see. */
    readonly shown?: Readonly<Record<string, string>>;
  },
  PushOutcome
>('message.pushCustomer');

/** Notify a customer by the enabled template of a scene. It is sent once, after the commit, by SMS or WeChat. */
export const notifyCustomer = service<{
  readonly scene:
    'repair' | 'appoint' | 'depart' | 'code' | 'finish' | 'delay' | 'urge' | 'answer' | 'redo' | 'pay' | 'consent';
  readonly customerId: string;
  readonly phone: string;
  readonly bizType: KeyOf<typeof logBizType>;
  readonly bizId: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly again?: string | number;
}>('message.tellCustomer');
