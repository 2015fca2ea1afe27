import type { Label } from '#kernel/language/label.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import { sendNotice } from '#kernel/language/rooms/notice.ts';
import type { Context } from '#kernel/server';
import type { VariableValue, Variables } from '../engine/state/rows.rules.ts';

/**
 * A service that service tasks may call. It runs inside the transaction of the command, so it may only write to the
 * database.
 */
export interface ProcessService {
  /** Name by which a drawing calls the service (`anju:service`), in the form `<what>.<verb>`. */
  readonly name: string;
  readonly title: Label;
  /** Labels of the inputs of the service, by name. */
  readonly inputs: Readonly<Record<string, Label>>;
  readonly work: (
    context: Context,
    inputs: Variables,
    call: { readonly instanceId: string; readonly executionId: string },
  ) => Promise<VariableValue | undefined>;
}

/** The place where rooms register services that service tasks may call. */
export const processServices = contribution<ProcessService>('workflow.services');

const texts = (value: VariableValue | undefined): string[] =>
  (Array.isArray(value) ? value : String(value ?? '').split(',')).map((one) => String(one).trim()).filter(Boolean);

/** Send a notice to people, and to all people of some roles. */
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
