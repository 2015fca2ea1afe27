import { lastOf } from '#kernel/language/must.ts';
import { Rocket, Undo2 } from 'lucide-react';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { grouped } from '#kernel/language/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { usePhone } from '#kernel/web/list/state/use-phone.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { SAVE_KEYS, useKeys } from '#kernel/web/shortcuts/keys.ts';
import { useTabPath, useTabs, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { alarmRule } from '../rules/alarm-rule.paper.ts';
import { ClearBlock } from './levels/clear-block.view.tsx';
import { DryRunPanel } from './dry-run/dry-run.view.tsx';
import { draftProblems, hysteresis } from './draft/draft-problems.rules.ts';
import { LevelBlocks } from './levels/level-blocks.view.tsx';
import { RuleActions } from './rule-actions.view.tsx';
import { RuleSentence } from './words/rule-sentence.view.tsx';
import { rulePartsOf } from './draft/rule-values.rules.ts';
import { propertyName, unitOfProperty } from './words/rule-words.rules.ts';
import { type EditedRule, useRule, useRuleReach } from './use-rule.view.tsx';
import { useDryRun } from './dry-run/use-dry-run.view.tsx';
import { type Properties, useProperties } from './use-properties.view.tsx';
import './rule-page.css';
import './dry-run/dry-run.css';

function RuleHead({ rule, problems, may }: { rule: EditedRule; problems: number; may: boolean }): ReactElement {
  const t = useT();
  const { row, isDirty } = rule;
  const { devices, own } = useRuleReach(row);
  const isStopped = problems > 0 || !isDirty || rule.isBusy;
  const why = !isDirty
    ? t(['还没有改动', 'Nothing is changed'])
    : problems > 0
      ? t([`还有 ${problems} 处要改`, `${problems} to fix`])
      : undefined;
  return (
    <header className="page-head rule-head">
      <h1>{row ? t([String(row.ruleName), String(row.ruleNameEn || row.ruleName)]) : ''}</h1>
      {row && (
        <span className={`pill ${isDirty ? 'amber' : row.enabled ? 'green' : 'grey'}`}>
          {t(
            isDirty
              ? ['改过，还没生效', 'Changed, not in force']
              : row.enabled
                ? ['运行中', 'In force']
                : ['停用', 'Off'],
          )}
        </span>
      )}
      <small className="mono quiet">{String(row?.ruleCode ?? '')}</small>
      {row?.scope === 'model' && <Link to={`/matter/modelDetail/${String(row.modelId)}`}>{row._names?.modelId}</Link>}
      {row?.scope === 'thing' && (
        <Link to={`/matter/exampleDetail?id=${String(row.deviceId)}`}>{row._names?.deviceId}</Link>
      )}
      {devices !== null && (
        <small className="quiet">
          {t([`${grouped(devices)} 台`, `${grouped(devices)} devices`])}
          {own !== null && own > 0 && (
            <>
              {t(['，其中 ', ', '])}
              <Link to={`/iot/alarmRule?inheritRuleId=${row!.id}`}>
                {t([`${own} 台有自己的设置`, `${own} with a rule of their own`])}
              </Link>
            </>
          )}
        </small>
      )}
      <span className="spring" />
      {may && (
        <>
          <button type="button" className="button" disabled={!isDirty} onClick={rule.reset}>
            <Undo2 size={15} aria-hidden />
            {t(['放弃改动', 'Discard'])}
          </button>
          <button
            type="button"
            className="button strong"
            disabled={isStopped}
            title={why}
            onClick={() => void rule.save()}
          >
            <Rocket size={15} aria-hidden />
            {t(['保存并生效', 'Put in force'])}
            <kbd>Ctrl S</kbd>
          </button>
        </>
      )}
    </header>
  );
}

/** Show by how much the clear value is outside the range that raises the alarm. */
function Hysteresis({ rule, properties }: { rule: EditedRule; properties: Properties }): ReactElement | null {
  const t = useT();
  const found = hysteresis(rulePartsOf(rule.draft)).find((one) => one.by > 0);
  if (!found) return null;
  const [zh, en] = unitOfProperty(properties.of(found.prop));
  return (
    <small className="quiet">
      {t([
        `${propertyName(found.prop, properties.of)[0]}回差 ${found.by} ${zh}，抖动不会反复报`,
        `${found.by} ${en} of hysteresis: a value that wavers raises it once`,
      ])}
    </small>
  );
}

const DAYS = 7;

/** The dry run of the draft, shown at the side of the editor. */
function Beside({ rule, isBlocked }: { rule: EditedRule; isBlocked: boolean }): ReactElement {
  const [days, setDays] = useState(DAYS);
  const { draft } = rule;
  const parts = rulePartsOf(draft);
  const run = useDryRun(
    {
      id: String(draft.id ?? ''),
      ...(draft.scope === 'model' && { modelId: String(draft.modelId ?? '') }),
      ...(draft.scope === 'thing' && { deviceId: String(draft.deviceId ?? '') }),
      alarmType: String(draft.alarmType ?? ''),
      createRules: parts.createRules,
      clearRule: parts.clearRule,
      schedule: parts.schedule,
      troubleCodeId: String(draft.troubleCodeId ?? ''),
      days,
    },
    rule.row !== undefined && !isBlocked,
  );
  return <DryRunPanel run={run} parts={parts} days={days} setDays={setDays} isBlocked={isBlocked} />;
}

/** Mark the tab as unsaved, so that closing it asks for confirmation. */
function useUnsaved(isDirty: boolean): void {
  const path = useTabPath();
  useEffect(() => {
    const { dirty } = useTabs.getState();
    const next = new Set(dirty);
    if (isDirty) next.add(path);
    else next.delete(path);
    useTabs.setState({ dirty: next });
    return () => {
      const after = new Set(useTabs.getState().dirty);
      if (after.delete(path)) useTabs.setState({ dirty: after });
    };
  }, [isDirty, path]);
}

/** Editor of one rule: its meaning as a sentence, its parts, and a dry run at the side. On a phone it is read-only. */
export default function RulePage(): ReactElement {
  const t = useT();
  const id = lastOf(useTabPath().split('/'));
  const phone = usePhone();
  const rule = useRule(id);
  const may = useMay(alarmRule)('edit') && !phone;
  const properties = useProperties(rule.draft);
  const parts = rulePartsOf(rule.draft);
  const running = rulePartsOf(rule.running);
  const problems = useMemo(
    () => draftProblems(parts, properties.of, properties.isKnown),
    [JSON.stringify(parts), properties],
  );
  useTabTitle(rule.row ? String(rule.row.ruleName) : '');
  useUnsaved(rule.isDirty);
  useKeys([
    {
      keys: SAVE_KEYS,
      label: ['保存并生效', 'Put in force'],
      typing: true,
      run: () => {
        if (may && rule.isDirty && problems.size === 0) void rule.save();
      },
    },
  ]);
  if (rule.isMissing)
    return (
      <p className="rule-missing">
        {t(['没有这条规则，或您看不到它', 'There is no such rule, or you may not see it'])}
      </p>
    );
  return (
    <div className="rule-page">
      <RuleHead rule={rule} problems={problems.size} may={may} />
      <div className="rule-columns">
        <main>
          <RuleSentence values={rule.draft} />
          {rule.refusal && (
            <p className="field-problem rule-refusal" role="alert">
              {rule.refusal}
            </p>
          )}
          <section>
            <h2>
              {t(['什么时候报', 'Raised when'])}
              <small className="quiet">
                {t(['重的先判；蓝底是相对运行中改过的', 'Most severe first; tinted where it differs from what runs'])}
              </small>
            </h2>
            <LevelBlocks
              levels={parts.createRules}
              running={running.createRules}
              alarmType={String(rule.draft.alarmType ?? '')}
              properties={properties}
              problems={problems}
              disabled={!may}
              onChange={(createRules) => rule.set({ createRules })}
            />
          </section>
          <section>
            <h2>
              {t(['什么时候算好', 'Clears when'])}
              <Hysteresis rule={rule} properties={properties} />
            </h2>
            <ClearBlock
              clear={parts.clearRule}
              running={running.clearRule}
              properties={properties}
              problems={problems}
              disabled={!may}
              onChange={(clearRule) => rule.set({ clearRule })}
            />
          </section>
          <RuleActions rule={rule} disabled={!may} />
        </main>
        <Beside rule={rule} isBlocked={problems.size > 0} />
      </div>
    </div>
  );
}
