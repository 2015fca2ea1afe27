import type { ReactElement } from 'react';
import type { Row } from '#kernel/language/paper.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useFormRow } from '#kernel/web/form/form-row.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { rulesToday } from '../rule/push-rule.calls.ts';
import { pushRule } from '../rule/push-rule.paper.ts';
import { TriedRulePanel } from './dry-run.view.tsx';
import type { TriedRule } from './push-words.rules.ts';

type Rule = Row<typeof pushRule>;

/** Return the parts of a rule by which it is tried. */
const triedOf = (rule: Partial<Rule>): TriedRule =>
  ({
    id: rule.id,
    pushScene: rule.pushScene,
    schemeTypeIds: rule.schemeTypeIds,
    customerLevels: rule.customerLevels,
    offsetDays: rule.offsetDays,
    repeatDays: rule.repeatDays,
    maxTimes: rule.maxTimes ?? 1,
    channels: rule.channels ?? [],
    templateIds: rule.templateIds ?? [],
    sendFrom: rule.sendFrom,
    sendTo: rule.sendTo,
    createTodo: rule.createTodo ?? false,
    stopOnReply: rule.stopOnReply ?? true,
    priority: rule.priority ?? 50,
  }) as TriedRule;

/** Customers of today, and how many ordered a visit after they were reminded. */
function Today({ id }: { id: string }): ReactElement | null {
  const t = useT();
  const { data } = useCall(rulesToday, {}, { quiet: true });
  const own = data?.find((one) => one.id === id);
  if (!own) return null;
  return (
    <span className="quiet">
      {t([`今天 ${own.count}`, `Today ${own.count}`])}
      {own.reached
        ? t([
            `，提醒 ${own.reached} 位，14 天内约 ${own.booked} 位`,
            `; ${own.booked} of ${own.reached} booked in 14 days`,
          ])
        : null}
    </span>
  );
}

/** The dry run beside the form; the stored rule is compared with what is typed. */
function TriedForm({ values }: { values: Readonly<Record<string, unknown>> }): ReactElement {
  const row = useFormRow();
  return <TriedRulePanel rule={triedOf({ ...values, id: row?.id })} />;
}

/** The dry run of the stored rule. Nothing is typed here, so a further part of the row begins a new one. */
function TriedDetail({ row }: { row: Partial<Rule> }): ReactElement {
  const rule = triedOf(row);
  return <TriedRulePanel key={JSON.stringify(rule)} rule={rule} />;
}

export default screen(pushRule, {
  readOnPhone: true,
  columns: {
    ruleName: (row) => (
      <>
        {row.ruleName} <Today id={row.id} />
      </>
    ),
  },
  detailAside: ({ row }) => <TriedDetail row={row as Partial<Rule>} />,
  formAside: TriedForm,
});
