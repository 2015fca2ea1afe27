import { FlaskConical } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { pushChannel } from '#business/messaging/dictionaries.ts';
import { type RuleTrial, type TriedRow, dryRun } from '../rule/push-rule.calls.ts';
import { MessagePreview } from './message-preview.view.tsx';
import { type TriedRule, TRIED_GROUPS, daysWords, gatesWords, triedWords } from './push-words.rules.ts';
import './push-rule.css';

/** The sentence of a dry run: it is the sum of the tabs. */
function Sentence({ run }: { run: RuleTrial }): ReactElement {
  const t = useT();
  const { gets, waits, optedOut, todo, rest } = run.counts;
  return (
    <>
      <p className="push-sentence">
        {t(['今天会有 ', 'Today '])}
        <b data-group="gets">{gets}</b>
        {t([' 位客户收到，', ' customers get it, '])}
        <b data-group="waits">{waits}</b>
        {t([' 位要等，', ' wait, '])}
        <b data-group="optedOut">{optedOut}</b>
        {t([' 位已退订', ' opted out'])}
      </p>
      <div className="push-bar" aria-hidden>
        {(
          [
            ['gets', gets],
            ['waits', waits],
            ['optedOut', optedOut],
            ['todo', todo],
            ['rest', rest],
          ] as const
        ).map(([group, count]) => (count ? <span key={group} data-group={group} style={{ flexGrow: count }} /> : null))}
      </div>
      <p className="quiet">
        {t([
          `微信 ${run.wechat}　短信 ${run.sms}　转人工 ${todo}　命中 ${run.counts.all}，试算不发不扣额度`,
          `WeChat ${run.wechat}, SMS ${run.sms}, staff ${todo}; ${run.counts.all} in all. Nothing is sent`,
        ])}
      </p>
      <p className="quiet">
        {t([`${run.at.slice(11, 16)} 起发。`, `Sending begins at ${run.at.slice(11, 16)}. `])}
        {run.stored === null
          ? null
          : t([`存着的规则今天 ${run.stored} 位。`, `The stored rule reaches ${run.stored}. `])}
        {run.isCut ? t(['超过 2000 个对象，只算了前 2000 个。', 'Only the first 2,000 were judged. ']) : null}
        {run.unnamed
          ? t([`另有 ${run.unnamed} 位不在你的范围，不列名。`, `${run.unnamed} outside your scope are not named.`])
          : null}
      </p>
    </>
  );
}

function PersonRow({ row, isChosen, choose }: { row: TriedRow; isChosen: boolean; choose: () => void }): ReactElement {
  const t = useT();
  return (
    <tr data-chosen={isChosen || undefined} onClick={choose}>
      <td>
        <button type="button" className="link" aria-pressed={isChosen} onClick={choose}>
          {row.customerName}
        </button>
      </td>
      <td className="push-more mono">{row.phone}</td>
      <td>{row.subject}</td>
      <td className="push-more">{row.dueDate.slice(5)}</td>
      <td className="push-more">{row.channel ? <KeyWord of={pushChannel} value={row.channel} /> : '—'}</td>
      <td>{t(row.reason)}</td>
      <td data-group={row.group}>{t(triedWords(row))}</td>
    </tr>
  );
}

const HEADINGS = [
  ['客户', 'Customer'],
  ['电话', 'Phone'],
  ['对象', 'Subject'],
  ['到期', 'Due'],
  ['渠道', 'Channel'],
  ['为什么', 'Why'],
  ['今天', 'Today'],
] as const;

/** Rows that the list shows at once; the tabs count all. */
const SHOWN = 200;

/** The people of a dry run, by verdict. */
function People({
  run,
  chosen,
  choose,
}: {
  run: RuleTrial;
  chosen: TriedRow | undefined;
  choose: (row: TriedRow) => void;
}): ReactElement {
  const t = useT();
  const [tab, setTab] = useState<(typeof TRIED_GROUPS)[number][0]>('all');
  const rows = run.rows.filter((row) => tab === 'all' || row.group === tab);
  return (
    <>
      <div className="chips detail-tabs push-tabs" role="tablist">
        {TRIED_GROUPS.map(([group, label]) => (
          <button key={group} type="button" role="tab" aria-selected={tab === group} onClick={() => setTab(group)}>
            {t(label)}
            <small>{run.counts[group]}</small>
          </button>
        ))}
      </div>
      <div className="push-list" tabIndex={0} role="region" aria-label={t(['名单', 'People'])}>
        <table>
          <thead>
            <tr>
              {HEADINGS.map((heading) => (
                <th key={heading[1]}>{t(heading)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map((row) => (
              <PersonRow
                key={row.targetId}
                row={row}
                isChosen={row.targetId === chosen?.targetId}
                choose={() => choose(row)}
              />
            ))}
          </tbody>
        </table>
        {rows.length === 0 ? <p className="quiet">{t(['今天没有', 'Nobody today'])}</p> : null}
        {rows.length > SHOWN ? (
          <p className="quiet">{t([`只列前 ${SHOWN} 位`, `The first ${SHOWN} are listed`])}</p>
        ) : null}
      </div>
    </>
  );
}

/** A rule that can be tried: without these parts it reaches nobody. */
const isWhole = (rule: TriedRule): boolean =>
  Boolean(rule.pushScene && rule.channels?.length && rule.sendFrom && rule.sendTo) && rule.offsetDays !== '';

/**
 * The dry run of a rule: sentence, people and preview. While the form differs from what was tried, the figures are grey
 * and T tries again.
 */
export function TriedRulePanel({ rule }: { rule: TriedRule }): ReactElement | null {
  const t = useT();
  const [tried, setTried] = useState(rule);
  const [chosen, setChosen] = useState<TriedRow | undefined>();
  const isStale = JSON.stringify(tried) !== JSON.stringify(rule);
  const again = (): void => setTried(rule);
  useKeys([{ keys: 't', label: ['再试算', 'Try again'], inNumbers: true, run: again }], { within: true });
  const { data: run, isFetching } = useCall(dryRun, tried, {
    of: 'row',
    enabled: isWhole(tried),
    quiet: true,
    retry: false,
    keepsEarlier: true,
  });
  const row = chosen ?? run?.rows.find(({ group }) => group === 'gets') ?? run?.rows[0];
  return (
    <section className="push-try" data-stale={isStale || isFetching || undefined} aria-busy={isFetching}>
      <header>
        <h3>
          {t(['试算', 'Dry run'])}
          {isStale ? <span className="push-stale">{t(['改过，还没试算', 'Changed and not tried'])}</span> : null}
        </h3>
        <button type="button" className="button plain" onClick={again} disabled={!isWhole(rule)}>
          <FlaskConical size={15} aria-hidden />
          {t(['再试算', 'Try again'])} <kbd>T</kbd>
        </button>
      </header>
      {rule.offsetDays === undefined || rule.offsetDays === '' ? null : (
        <p className="push-days">
          {t(daysWords(Number(rule.offsetDays), Number(rule.repeatDays ?? 0), Number(rule.maxTimes ?? 1)))}
          {rule.stopOnReply ? t(['；回复了就停', '; it stops on a reply']) : null}
        </p>
      )}
      {run ? (
        <>
          <Sentence run={run} />
          <People run={run} chosen={row} choose={setChosen} />
        </>
      ) : (
        <p className="quiet">
          {isWhole(rule)
            ? t(['按 T 试算', 'Press T to try it'])
            : t(['填好场景、天数、渠道和模板后试算', 'Fill in scene, days, channels and templates'])}
        </p>
      )}
      <MessagePreview rule={rule} person={row} />
      {run ? <p className="quiet">{t(gatesWords(run.gates))}</p> : null}
      <p className="quiet">
        {t(['APP、语音、设备消息还没接通，不会发', 'App, voice and device messages are not connected'])}
      </p>
    </section>
  );
}
