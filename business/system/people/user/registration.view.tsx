import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { Row } from '#kernel/language/paper.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { RowPicker } from '#kernel/web/pickers/row-picker.tsx';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { admitRegistrations, turnAwayRegistrations } from './user.calls.ts';
import { user } from './user.paper.ts';

/** A requested account: admit it with roles and departments, or turn it away with a reason. */
export function Registration({ row }: { row: Row<typeof user> }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const [duties, setDuties] = useState<{
    roleId: readonly string[];
    deptId: readonly string[];
    postId: readonly string[];
  }>({ roleId: [], deptId: [], postId: [] });
  const [reason, setReason] = useState('');
  const done = async (words: string): Promise<void> => {
    toast.good(words);
    await client.invalidateQueries();
  };
  const pass = async (): Promise<void> => {
    await askCall(admitRegistrations, {
      userIds: [row.id],
      roleId: [...duties.roleId],
      deptId: [...duties.deptId],
      postId: [...duties.postId],
    });
    await done(t(['已通过，可以登录了', 'Let in: the person can log in now']));
  };
  const refuse = async (): Promise<void> => {
    await askCall(turnAwayRegistrations, { userIds: [row.id], reason });
    await done(t(['已拒绝', 'Turned away']));
  };
  const picker = (name: keyof typeof duties, paper: string, label: string): ReactElement => (
    <div className="plain-field">
      <span>{label}</span>
      <RowPicker
        paper={paper}
        many
        offered={user.fields[name].offered}
        label={label}
        value={duties[name]}
        onChange={(ids) => setDuties((now) => ({ ...now, [name]: ids }))}
      />
    </div>
  );
  if (row.registerState !== 'pending')
    return <p className="quiet">{t(['没有待审核的注册申请。', 'There is no registration to decide on.'])}</p>;
  return (
    <div className="detail-own">
      <p className="quiet">
        {t([
          '由第三方登录注册，账号在通过前不能使用。',
          'Registered after a third-party login: the account is closed until somebody lets it in.',
        ])}
      </p>
      {picker('roleId', 'role', t(['角色', 'Roles']))}
      {picker('deptId', 'dept', t(['部门', 'Departments']))}
      {picker('postId', 'post', t(['岗位', 'Positions']))}
      <p>
        <button
          type="button"
          className="button strong"
          disabled={!duties.roleId.length || !duties.deptId.length}
          onClick={() => void pass().catch(() => undefined)}
        >
          {t(['通过', 'Approve'])}
        </button>
      </p>
      <div className="plain-field">
        <label htmlFor="refuse-reason">{t(['拒绝原因', 'Reason to refuse'])}</label>
        <input
          id="refuse-reason"
          className="plain-input"
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
      <p>
        <button
          type="button"
          className="button"
          disabled={!reason.trim()}
          onClick={() => void refuse().catch(() => undefined)}
        >
          {t(['拒绝', 'Refuse'])}
        </button>
      </p>
    </div>
  );
}
