import type { Label } from '#kernel/language/label.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import { sendNotice } from '#kernel/language/rooms/notice.ts';
import type { Context } from '#kernel/server';
import type { VariableValue, Variables } from '../engine/state/rows.rules.ts';

/** Something that a service task may call, inside the transaction of its command: it writes to the database and nowhere else. */
export interface ProcessService {
  /** As `anju:service` names it: `<what>.<verb>`. */
  readonly name: string;
  readonly title: Label;
  /** What it takes, by name. */
  readonly inputs: Readonly<Record<string, Label>>;
  readonly work: (
    context: Context,
    inputs: Variables,
    call: { readonly instanceId: string; readonly executionId: string },
  ) => Promise<VariableValue | undefined>;
}

/** What processes may call, of every room. */
export const processServices = contribution<ProcessService>('workflow.services');

const texts = (value: VariableValue | undefined): string[] =>
  (Array.isArray(value) ? value : String(value ?? '').split(',')).map((one) => String(one).trim()).filter(Boolean);

/** Tells people something. */
export const noticeService: ProcessService = {
  name: 'notice.send',
  title: ['发送通知', 'Send a notice'],
  inputs: {
    to: ['接收人', 'To'],
    roles: ['接收角色', 'Roles'],
    title: ['标题', 'Title'],
    content: ['内容', 'Content'],
  },
  async work(context, { to, roles, title, content }, { instanceId, executionId }) {
    await context.call(sendNotice, {
      to: texts(to),
      roles: texts(roles),
      kind: 'system',
      title: String(title ?? '').slice(0, 100),
      content: String(content ?? '').slice(0, 500),
      about: { paper: '', id: instanceId, caption: '' },
      again: `flow ${executionId}`,
    });
    return undefined;
  },
};
