import { useQuery } from '@tanstack/react-query';
import {
  BadgeCheck,
  ClipboardCheck,
  ClipboardList,
  FileText,
  Link2,
  type LucideIcon,
  Package,
  Printer,
  RadioTower,
  Receipt,
  Send,
  Siren,
  SlidersHorizontal,
  Tag,
  Wallet,
  Wrench,
} from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { lastOf } from '#kernel/language/must.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { findPaper } from '#kernel/web/registry/papers.ts';
import { useTabPath, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { dayInWords, today } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { Value } from '#kernel/web/detail/info/facts.tsx';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { type Chain, type ChainNode, type Duration, readChain } from './chain.calls.ts';
import { AlarmNode } from '#business/operation/devices/alarms/drawer/chain/alarm-node.view.tsx';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import './chain.css';
import { inGroups } from '#kernel/fields/decimal.view.tsx';

interface Face {
  readonly label: Label;
  readonly Icon: LucideIcon;
}

const faces: Readonly<Record<string, Face>> = {
  message: { label: ['报文', 'Message'], Icon: RadioTower },
  alarm: { label: ['告警', 'Alarm'], Icon: Siren },
  remote: { label: ['先试远程', 'Remote try'], Icon: SlidersHorizontal },
  verdict: { label: ['遥测结论', 'Verdict'], Icon: BadgeCheck },
  repair: { label: ['报修', 'Request'], Icon: ClipboardList },
  registration: { label: ['登记', 'Work order'], Icon: FileText },
  dispatch: { label: ['派工', 'Dispatch'], Icon: Send },
  visit: { label: ['上门', 'Visit'], Icon: Wrench },
  parts: { label: ['用料', 'Parts'], Icon: Package },
  completion: { label: ['完工', 'Completion'], Icon: ClipboardCheck },
  collection: { label: ['收款', 'Collection'], Icon: Receipt },
  piece: { label: ['计件', 'Piecework'], Icon: Tag },
  wage: { label: ['工资', 'Pay'], Icon: Wallet },
};

/** Does a timeline entry of this kind have details, which are shown on the right? */
const hasDetails = ({ kind }: ChainNode): boolean => ['message', 'alarm', 'verdict'].includes(kind);

const amountOf = (amount: string): string => `${amount.startsWith('-') ? '−' : ''}${inGroups(amount.replace('-', ''))}`;
const signed = (amount: string): string =>
  /^-?0+\.00$/.test(amount) ? '0.00' : `${amount.startsWith('-') ? '' : '+'}${amountOf(amount)}`;

/** Return minutes as text: 514 as 8 时 34 分, with days if there are any. */
function useLength(): (minutes: number) => string {
  const t = useT();
  return (minutes) => {
    const [days, hours, rest] = [
      Math.floor(minutes / 1440),
      Math.floor((minutes % 1440) / 60),
      Math.round(minutes % 60),
    ];
    if (days) return t([`${days} 天 ${hours} 时`, `${days} d ${hours} h`]);
    return hours ? t([`${hours} 时 ${rest} 分`, `${hours} h ${rest} min`]) : t([`${rest} 分`, `${rest} min`]);
  };
}

/** Return the day of a moment as text, without the year if it is the present one. */
const dayOf = (moment: string): string => {
  const words = dayInWords(moment);
  return moment.slice(0, 4) === today().slice(0, 4) ? words.replace(/^\d{4}-| \d{4}$/, '') : words;
};

function When({ node }: { node: ChainNode }): ReactElement {
  const t = useT();
  const sameDay = node.until.slice(0, 10) === node.at.slice(0, 10);
  return (
    <p className="chain-when">
      <time>{node.at.slice(11, 16)}</time>
      <small>
        {dayOf(node.at)}
        {node.until &&
          t([
            ` 至 ${sameDay ? '' : `${dayOf(node.until)} `}${node.until.slice(11, 16)}`,
            ` to ${sameDay ? '' : `${dayOf(node.until)} `}${node.until.slice(11, 16)}`,
          ])}
      </small>
    </p>
  );
}

function Station({
  node,
  isCurrent,
  choose,
}: {
  node: ChainNode;
  isCurrent: boolean;
  choose: () => void;
}): ReactElement {
  const t = useT();
  const of = findPaper(node.paper);
  const { label, Icon }: Face = faces[node.kind] ?? { label: of?.title ?? ['', ''], Icon: FileText };
  const state = of?.lifecycle?.field;
  return (
    <li
      className="chain-node"
      data-kind={node.kind}
      data-good={
        (node.kind === 'completion' && node.row.completeStatus === 'confirmed') ||
        (node.kind === 'verdict' && node.row.verdict === 'fixed')
      }
      data-bad={node.kind === 'verdict' && node.row.verdict === 'unfixed'}
      data-current={isCurrent}
    >
      <When node={node} />
      <span className="chain-mark">
        <Icon size={14} aria-hidden />
      </span>
      <div className="chain-what">
        <h2>
          {hasDetails(node) ? (
            <button type="button" className="link chain-choose" aria-pressed={isCurrent} onClick={choose}>
              {t(label)}
            </button>
          ) : (
            t(label)
          )}{' '}
          {node.links.map((link) => (
            <Link key={link.to} to={link.to} className="mono">
              {link.no}
            </Link>
          ))}{' '}
          {of && state && !['parts', 'message', 'verdict'].includes(node.kind) && (
            <Value of={of} row={node.row} name={state} />
          )}
          <span>{node.lead}</span>
        </h2>
        {node.lines.map((line) => (
          <p key={line[0]} className="long-text">
            {t(line)}
          </p>
        ))}
        {node.photos.length > 0 && (
          <p className="chain-photos">
            {node.photos.map((photo) => (
              <a key={photo.id} href={photo.link} target="_blank" rel="noreferrer">
                <img src={photo.link} alt={photo.name} title={photo.name} loading="lazy" />
              </a>
            ))}
          </p>
        )}
      </div>
      <p className="chain-amount" data-plus={node.amount !== null && signed(node.amount).startsWith('+')}>
        {node.amount !== null && signed(node.amount)}
        <small>{node.amountNote && t(node.amountNote)}</small>
      </p>
      <p className="chain-balance">{node.balance !== null && amountOf(node.balance)}</p>
    </li>
  );
}

function Length({ one }: { one: Duration }): ReactElement {
  const t = useT();
  const length = useLength();
  const slow =
    one.minutes !== null && one.median !== null && one.minutes > one.median * 1.5 && one.minutes - one.median > 15;
  return (
    <div>
      <dt>{t(one.label)}</dt>
      <dd>
        <b data-slow={slow}>{one.minutes === null ? t(['尚无', 'not yet']) : length(one.minutes)}</b>
        <small>{one.median !== null && t([`中位 ${length(one.median)}`, `median ${length(one.median)}`])}</small>
      </dd>
    </div>
  );
}

function Account({ of }: { of: Chain['account'] }): ReactElement {
  const t = useT();
  const rows: readonly (readonly [Label, string])[] = [
    [['收款', 'Received'], of.received],
    [['用料成本', 'Cost of parts'], of.parts],
    [['计件', 'Piecework'], of.pieces],
    [['另付工资', 'Wages on top'], of.wages],
  ];
  const share = Number(of.received) > 0 ? `${((Number(of.balance) / Number(of.received)) * 100).toFixed(1)}%` : '';
  return (
    <section>
      <h2>{t(['这一单的账', 'What it brought'])}</h2>
      <dl>
        {rows.map(([label, amount]) => (
          <div key={label[1]}>
            <dt>{t(label)}</dt>
            <dd data-plus={signed(amount).startsWith('+')}>{signed(amount)}</dd>
          </div>
        ))}
      </dl>
      {of.whole ? (
        <p className="chain-margin">
          <span>
            {t(['毛利', 'Margin'])} {share}
          </span>
          <b>{amountOf(of.balance)}</b>
        </p>
      ) : (
        <p className="quiet">
          {t(['有您看不到的成本，不算毛利', 'You may not see some of the costs, so no margin is shown'])}
        </p>
      )}
    </section>
  );
}

function Aside({ chain, current }: { chain: Chain; current: ChainNode | undefined }): ReactElement {
  const t = useT();
  const { result } = chain;
  return (
    <aside className="chain-aside">
      {current && <AlarmNode key={current.key} kind={current.kind} row={current.row as WireRow} />}
      <Account of={chain.account} />
      <section>
        <h2>{t(['用时', 'How long'])}</h2>
        <dl>
          {chain.durations.map((one) => (
            <Length key={one.label[1]} one={one} />
          ))}
        </dl>
        <p className="quiet">{t(['中位：近半年同类工单', 'Median: the same kind of order, last half year'])}</p>
      </section>
      <section>
        <h2>{t(['结果', 'Result'])}</h2>
        <dl>
          <div>
            <dt>{t(['一次修复', 'Fixed at once'])}</dt>
            <dd>
              {result.firstFix === null ? t(['未定', 'open']) : result.firstFix ? t(['是', 'yes']) : t(['否', 'no'])}
            </dd>
          </div>
          <div>
            <dt>{t(['到场次数', 'Visits made'])}</dt>
            <dd>{result.visits}</dd>
          </div>
          <div>
            <dt>{t(['催单', 'Follow-up calls'])}</dt>
            <dd>{result.urges}</dd>
          </div>
          {result.open !== null && (
            <div>
              <dt>{t(['未收', 'Still due'])}</dt>
              <dd>{amountOf(result.open)}</dd>
            </div>
          )}
        </dl>
      </section>
      {chain.arose.length > 0 && (
        <section>
          <h2>{t(['由此产生', 'What arose'])}</h2>
          <ul>
            {chain.arose.map((one) => (
              <li key={one.to}>
                <Link className="mono" to={one.to}>
                  {one.no}
                </Link>{' '}
                {t(one.words)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}

function Foot({ nodes, balance }: { nodes: readonly ChainNode[]; balance: string }): ReactElement {
  const t = useT();
  const parts = nodes.flatMap((one) => (one.amount !== null && !/^-?0+\.00$/.test(one.amount) ? [one.amount] : []));
  const formula = parts
    .map((one, at) =>
      at === 0 ? amountOf(one) : `${one.startsWith('-') ? '−' : '+'} ${amountOf(one.replace('-', ''))}`,
    )
    .join(' ');
  return (
    <footer className="chain-foot">
      <span className="quiet">
        {t([`${nodes.length} 个节点，每个都能打开`, `${nodes.length} stations, each opens`])}
      </span>
      <span className="spring" />
      <span className="chain-sum">
        {formula}
        {parts.length > 0 && ' ='}
      </span>
      <b>{amountOf(balance)}</b>
    </footer>
  );
}

function Head({ chain }: { chain: Chain }): ReactElement {
  const t = useT();
  const mayCustomer = useMay(customer)('view');
  const { order } = chain;
  const link = (): void =>
    void navigator.clipboard?.writeText(location.href).then(() => toast.good(t(['链接已复制', 'Link copied'])));
  return (
    <header className="page-head chain-head">
      <h1 title={String(order.content)}>{String(order.content)}</h1>
      <Value of={registration} row={order} name="registerStatus" />
      <span>{String(order.customerName)}</span>
      <span className="quiet chain-address">{String(order.address ?? '')}</span>
      <span className="spring" />
      <button type="button" className="button plain" onClick={link}>
        <Link2 size={15} aria-hidden />
        {t(['复制链接', 'Copy link'])}
      </button>
      <button type="button" className="button plain" onClick={() => window.print()}>
        <Printer size={15} aria-hidden />
        {t(['打印', 'Print'])}
      </button>
      {mayCustomer && Boolean(order.customerId) && (
        <Link className="button" to={`/maintenance/ascustomer?id=${String(order.customerId)}`}>
          {t(customer.title)}
        </Link>
      )}
    </header>
  );
}

/**
 * The page of one case: an order with all its papers, from the call to the pay line, as a timeline. Each entry links to
 * its paper and shows its money.
 */
export default function ChainScreen(): ReactElement {
  const t = useT();
  const language = useLanguage();
  const id = lastOf(useTabPath().split('/'));
  const { data: chain, error } = useQuery({
    queryKey: ['row', registration.name, 'chain', id, language],
    queryFn: ({ signal }) => askCall(readChain, { id }, { signal, quiet: true }),
  });
  useTabTitle(
    `${chain ? `${String(chain.order.registrationNo).replace(/^([A-Z]+)\d+(\d{4})$/, '$1…$2')} ` : ''}${t(['一单到底', 'Case history'])}`,
  );
  const detailed = chain?.nodes.filter(hasDetails) ?? [];
  const [chosen, choose] = useState<string | null>(null);
  const at = Math.max(
    0,
    detailed.findIndex((one) => one.key === chosen),
  );
  const current = detailed.at(at);
  const move = (by: number): void => choose(detailed[Math.min(detailed.length - 1, Math.max(0, at + by))]?.key ?? null);
  useKeys(
    [
      { keys: 'j', label: ['下一个节点', 'Next station'], run: () => move(1) },
      { keys: 'k', label: ['上一个节点', 'Previous station'], run: () => move(-1) },
    ],
    { off: detailed.length === 0 },
  );
  if (error)
    return (
      <div className="table-empty" role="alert">
        <b>{t(['没有读到这一单', 'This case could not be read'])}</b>
        <span>{error.message}</span>
      </div>
    );
  if (!chain)
    return (
      <div className="chain" aria-busy="true">
        <header className="page-head">
          <i className="skeleton" style={{ width: 320 }} />
        </header>
      </div>
    );
  return (
    <div className="chain">
      <Head chain={chain} />
      <div className="chain-body">
        <div className="chain-main">
          <p className="chain-titles" aria-hidden>
            <span>{t(['时间', 'When'])}</span>
            <span />
            <span>{t(['经过', 'What happened'])}</span>
            <span>{t(['金额', 'Amount'])}</span>
            <span>{t(['累计', 'Balance'])}</span>
          </p>
          <ol>
            {chain.nodes.map((node) => (
              <Station
                key={node.key}
                node={node}
                isCurrent={node.key === current?.key}
                choose={() => choose(node.key)}
              />
            ))}
          </ol>
          <Foot nodes={chain.nodes} balance={chain.account.balance} />
        </div>
        <Aside chain={chain} current={current} />
      </div>
    </div>
  );
}
