import type { Label, LocalizedText } from '#kernel/language/label.ts';
import type { KeyOf } from '#kernel/language/dictionary.ts';
import { service } from '#kernel/language/rooms/service.ts';
import type { logBizType } from '#business/masterdata/dictionaries.ts';
import type { messageEvent } from './dictionaries.ts';

/** Who is told: accounts, technicians (their accounts), or everybody of a role, of one team where it is given. */
export interface Receivers {
  readonly users?: readonly string[];
  readonly technicians?: readonly string[];
  readonly roles?: readonly string[];
  readonly team?: string | null;
}

/** Tells staff something, once: the same event about the same paper reaches a person once, unless `again` counts it. */
export const notifyStaff = service<{
  readonly event: KeyOf<typeof messageEvent>;
  readonly to: Receivers;
  readonly title: Label;
  readonly content: LocalizedText;
  readonly bizType: KeyOf<typeof logBizType>;
  readonly bizId: string;
  readonly bizNo: string;
  /** Something to be done, at best until then (`yyyy-MM-dd HH:mm:ss`). */
  readonly todo?: boolean;
  readonly dueTime?: string | null;
  readonly again?: string | number;
}>('message.tellStaff');

/** The to-dos of a paper are done: the transition they asked for has happened. */
export const todoDone = service<{
  readonly bizId: string | readonly string[];
  readonly event?: KeyOf<typeof messageEvent>;
}>('message.todoDone');

/** Tells a customer by the template of a scene; sent after the commit by SMS or WeChat, never twice. */
export const notifyCustomer = service<{
  readonly scene: 'repair' | 'appoint' | 'depart' | 'code' | 'finish' | 'delay' | 'urge' | 'answer' | 'redo' | 'pay';
  readonly customerId: string;
  readonly phone: string;
  readonly bizType: KeyOf<typeof logBizType>;
  readonly bizId: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly again?: string | number;
}>('message.tellCustomer');
