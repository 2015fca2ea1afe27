import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import type { AssignmentRule, TaskTimeout } from '../../engine/model/assignment.rules.ts';
import { durationParts, isoDuration } from './duration-parts.rules.ts';
import { useElement } from './element-editor.view.tsx';
import { ChoiceInput, PanelRow, TextInput } from './inputs.view.tsx';
import { RowValues } from './people-values.view.tsx';

/** The inputs for the due time of a task, and for its timeout. */
export function DuePart(): ReactElement {
  const t = useT();
  const { said, say, json, sayJson } = useElement();
  const timeout = json<TaskTimeout | null>('timeout', null);
  const parts = durationParts(timeout?.after ?? '');
  const change = (part: Partial<TaskTimeout>): void => {
    const next = { action: 'remind' as const, after: 'PT8H', ...timeout, ...part };
    sayJson('timeout', next.after === '' ? null : next);
  };
  return (
    <>
      <div className="design-pair">
        <TextInput
          label={t(['期限', 'Due within'])}
          type="number"
          value={parts.count}
          onKeep={(count) => change({ after: isoDuration(count, parts.unit) })}
          help={t(['留空则不限', 'Empty: no limit'])}
        />
        <ChoiceInput
          label={t(['单位', 'Unit'])}
          value={timeout?.working ? 'working' : parts.unit}
          items={[
            ['working', t(['工作小时', 'working hours'])],
            ['H', t(['小时', 'hours'])],
            ['D', t(['天', 'days'])],
          ]}
          onChange={(unit) =>
            change({
              working: unit === 'working',
              after: isoDuration(parts.count || '8', unit === 'D' ? 'D' : 'H'),
            })
          }
        />
      </div>
      {timeout && (
        <>
          <ChoiceInput
            label={t(['到时', 'Then'])}
            value={timeout.action}
            items={[
              ['remind', t(['催办', 'Remind'])],
              ['approve', t(['自动通过', 'It passes'])],
              ['reject', t(['自动驳回', 'It is rejected'])],
              ['transfer', t(['转给别人', 'Somebody else gets it'])],
            ]}
            onChange={(action) => change({ action: action as TaskTimeout['action'] })}
          />
          {timeout.action === 'remind' && (
            <TextInput
              label={t(['最多催几次', 'At most so often'])}
              type="number"
              value={String(timeout.repeat ?? 1)}
              onKeep={(text) => change({ repeat: Math.min(20, Math.max(1, Math.round(Number(text)) || 1)) })}
            />
          )}
          {timeout.action === 'transfer' && (
            <PanelRow label={t(['转给', 'To'])}>
              <RowValues
                paper="user"
                label={t(['转给', 'To'])}
                values={timeout.transferTo ? [timeout.transferTo] : []}
                onChange={(ids) => change({ transferTo: ids.at(-1) ?? '' })}
              />
            </PanelRow>
          )}
        </>
      )}
      <TextInput
        label={t(['到期时间（表达式）', 'Due date (expression)'])}
        mono
        value={said('dueDate')}
        onKeep={(text) => say('dueDate', text.trim())}
        help={t(['如 ${endTime} 或 PT24H', 'Such as ${endTime} or PT24H'])}
      />
      <TextInput
        label={t(['优先级', 'Priority'])}
        value={said('priority')}
        onKeep={(text) => say('priority', text.trim())}
      />
    </>
  );
}

/** The inputs for recipients of copies, and for the buttons of a task other than its decision. */
export function ButtonsPart(): ReactElement {
  const t = useT();
  const { said, say, json, sayJson } = useElement();
  const shown = said('buttons')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  const copies = json<readonly AssignmentRule[]>('copyTo', []);
  const buttons = [
    ['return', t(['退回', 'Return'])],
    ['addSign', t(['加签', 'Add a signature'])],
    ['transfer', t(['转办', 'Transfer'])],
    ['delegate', t(['委派', 'Delegate'])],
    ['cc', t(['抄送', 'Copy'])],
  ] as const;
  return (
    <>
      <PanelRow label={t(['按钮', 'Buttons'])} help={t(['都不选则全部显示', 'None chosen: all are shown'])}>
        <div className="design-boxes">
          {buttons.map(([key, label]) => (
            <label key={key}>
              <input
                type="checkbox"
                checked={shown.includes(key)}
                onChange={(event) =>
                  say(
                    'buttons',
                    buttons
                      .map(([one]) => one)
                      .filter((one) => (one === key ? event.target.checked : shown.includes(one)))
                      .join(','),
                  )
                }
              />
              {label}
            </label>
          ))}
        </div>
      </PanelRow>
      <PanelRow label={t(['办完抄送', 'Copies when done'])}>
        <RowValues
          paper="user"
          label={t(['办完抄送', 'Copies when done'])}
          values={copies.flatMap(({ type, values = [] }) => (type === 'user' ? values : []))}
          onChange={(ids) => {
            const others = copies.filter(({ type }) => type !== 'user');
            const next = ids.length ? [...others, { type: 'user' as const, values: ids }] : others;
            sayJson('copyTo', next.length ? next : null);
          }}
        />
      </PanelRow>
    </>
  );
}
