import { listTitleOf } from '#kernel/language/plural.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, LayoutDashboard, PhoneCall } from 'lucide-react';
import { type ReactElement, type ReactNode, Suspense, lazy, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { type AnyPaper, buttonOf, menuOf } from '#kernel/language/paper.ts';
import { type NamedAction, useActing } from '#kernel/web/actions/actions.tsx';
import { iconOf } from '#kernel/web/menus/icons.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { fetchRow } from '#kernel/web/registry/paper-calls.ts';
import { useAllPapers, allRooms, findPaper, loadLaterRooms, useMay } from '#kernel/web/registry/papers.ts';
import { queryClient } from '#kernel/web/query/client.ts';
import { pinnedTile, workTiles } from '#kernel/web/registry/screens.ts';
import { useButtons } from '#kernel/web/session/buttons.ts';
import { session } from '#kernel/web/session/session.ts';
import { type TileLayout, storeLayout, useLayout } from '#kernel/web/tabs/tiles/layout.ts';
import { pinsIn } from '#kernel/web/tabs/tiles/pins.ts';
import { type PageTile, Tiles } from '#kernel/web/tabs/tiles/tiles.tsx';
import { dayHeading, shortMoment, today } from '#kernel/web/i18n/dates.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { benchOf } from '#business/masterdata/piles/bench-roles.rules.ts';
import type { Pile, PileRow } from '#business/masterdata/piles/pile.calls.ts';
import { workQuery } from './work-query.view.tsx';
import { oldestWords, waitWords } from './wait-words.rules.ts';
import { useMinute } from './use-minute.view.tsx';
import { besideOthers, usualOrder } from './tiles/usual-tiles.rules.ts';
import './work.css';

/** The ordered list of a role. Most roles have the page of piles, so it loads behind it. */
const BenchPage = lazy(() => import('./bench/bench-page.view.tsx'));

const OVERDUE: Label = ['已逾期', 'overdue'];

/** Button that takes the pile's action on one row, if the person may; a dialog asks for its inputs. */
function QuickWork({ pile, row }: { pile: Pile; row: PileRow }): ReactElement | null {
  const t = useT();
  const of = findPaper(pile.paper);
  const action = of?.lifecycle?.actions[pile.verb];
  return of && action && row.can ? (
    <QuickButton of={of} named={[pile.verb, action]} id={row.id} label={t(action.label)} />
  ) : null;
}

function QuickButton({
  of,
  named,
  id,
  label,
}: {
  of: AnyPaper;
  named: NamedAction;
  id: string;
  label: string;
}): ReactElement {
  const acting = useActing(of, () => void queryClient.invalidateQueries({ queryKey: ['counts', 'work'] }));
  return (
    <>
      <button
        type="button"
        className="button work-quick"
        onClick={() => {
          void fetchRow(of, id).then((fresh) => acting.run(named, [fresh]));
        }}
      >
        {label}
      </button>
      {acting.element}
    </>
  );
}

function PileCard({ pile }: { pile: Pile }): ReactElement {
  const t = useT();
  const now = useMinute();
  const [first] = pile.rows;
  const isLate = (row: PileRow): boolean => pile.when === 'due' && row.late;
  const timed = (row: PileRow): string => {
    const words = waitWords(pile.when, row, now);
    if (words) return t(words);
    return isLate(row) ? `${t(pile.over ?? OVERDUE)} ${shortMoment(row.when)}` : shortMoment(row.when);
  };
  const hintOf = (): string => {
    if (pile.count === 0) return t(['没有', 'none']);
    if (!first?.when) return '';
    if (pile.when === 'came') return t(oldestWords(first, now, shortMoment(first.when)));
    const when = timed(first);
    return isLate(first) ? when : t([`下一条${when}`, `next: ${when}`]);
  };
  return (
    <>
      <Link to={pile.all} className="work-count" data-worry={pile.worry && pile.count > 0} data-none={pile.count === 0}>
        <span>{t(pile.label)}</span>
        <b>{grouped(pile.count)}</b>
        <small className="quiet" data-late={first !== undefined && isLate(first)}>
          {hintOf()}
        </small>
        <ChevronRight size={16} aria-hidden />
      </Link>
      {pile.rows.map((row) => (
        <div key={row.id} className="work-line">
          <Link to={`${pile.row}${row.id}`} className="work-row">
            <span>{row.who}</span>
            <span className="work-words">{row.words}</span>
            <span className="quiet" data-late={isLate(row)}>
              {row.when && timed(row)}
            </span>
          </Link>
          <QuickWork pile={pile} row={row} />
        </div>
      ))}
    </>
  );
}

/** The start page of people without piles of work: the papers that they may read, by the menu's groups. */
function StartPage(): ReactElement {
  const t = useT();
  const buttons = useButtons();
  const readable = useAllPapers().filter((of) => of.menu && buttons.has(buttonOf(of, 'view')));
  const groups = allRooms()
    .flatMap((room) => room.groups)
    .toSorted((one, other) => one.sort - other.sort)
    .map((group) => ({
      group,
      papers: readable
        .filter((of) => menuOf(of).group === group.code)
        .toSorted((one, other) => menuOf(one).sort - menuOf(other).sort),
    }))
    .filter(({ papers }) => papers.length > 0);
  return (
    <section className="work-start">
      <p className="quiet">
        {groups.length
          ? t(['没有待处理的工作。可查阅：', 'Nothing waits for you. You may look up:'])
          : t([
              '您的岗位在此没有待办，也没有可查阅的资料。需要权限请联系管理员。',
              'Nothing waits here for your role, and there is nothing to look up. Ask your administrator for rights.',
            ])}
      </p>
      <div>
        {groups.map(({ group, papers }) => (
          <nav key={group.code} aria-label={t(group.label)}>
            <h2>{t(group.label)}</h2>
            <ul>
              {papers.map((of) => {
                const Icon = iconOf(of.menu?.icon);
                return (
                  <li key={of.name}>
                    <Link to={menuOf(of).path}>
                      <Icon size={16} aria-hidden /> {t(listTitleOf(of))}
                    </Link>
                  </li>
                );
              })}
            </ul>
          </nav>
        ))}
      </div>
    </section>
  );
}

/** A tile with a placeholder while it loads. */
function Framed({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <Suspense
      fallback={
        <h2>
          {title} <i className="skeleton" style={{ width: 60 }} />
        </h2>
      }
    >
      {children}
    </Suspense>
  );
}

/** Load the rooms of these papers, if one of them comes later. */
function useRoomsOf(names: readonly string[]): void {
  const papers = useAllPapers();
  const isMissing = names.some((name) => papers.every((one) => one.name !== name));
  useEffect(() => {
    if (isMissing) void loadLaterRooms().catch(() => undefined);
  }, [isMissing]);
}

/** Return the tiles below the piles: those of the rooms, and the pinned ones. */
function useTiles(layout: TileLayout | null, role: string): PageTile[] {
  const t = useT();
  const buttons = useButtons();
  const own = workTiles().filter(
    (one) => one.buttons.some((button) => buttons.has(button)) && (!one.roles || one.roles.includes(role)),
  );
  // Rooms that load after the page add further papers.
  const papers = useAllPapers();
  const usual = usualOrder(role);
  const place = (name: string): number => (usual.includes(name) ? usual.indexOf(name) : usual.length);
  const pins = pinsIn(layout?.order ?? []);
  useRoomsOf(pins.map(({ paper }) => paper));
  return [
    ...own
      .toSorted((one, other) => place(one.name) - place(other.name))
      .map((one) => ({
        key: one.name,
        title: t(one.title),
        wide: one.wide,
        content: (
          <Framed title={t(one.title)}>
            <one.Content />
          </Framed>
        ),
      })),
    ...pins.flatMap(({ key, paper, id }) => {
      const of = papers.find((one) => one.name === paper);
      const Content = pinnedTile(paper);
      if (!of || !Content || !buttons.has(buttonOf(of, 'view'))) return [];
      return [
        {
          key,
          title: t(listTitleOf(of)),
          wide: true,
          content: (
            <Framed title={t(listTitleOf(of))}>
              <Content id={id} />
            </Framed>
          ),
        },
      ];
    }),
  ];
}

const SKELETONS = [0, 1, 2, 3].map((at): PageTile => ({
  key: `waiting ${at}`,
  title: '',
  content: <i className="skeleton" style={{ width: 120 }} />,
}));

/** Piles and tiles in the person's order. Piles and tiles are arranged independently. */
function Arranged({ layout, role, arranging }: { layout: TileLayout; role: string; arranging: boolean }): ReactElement {
  const t = useT();
  const { data } = useQuery({ ...workQuery });
  const tiles = useTiles(layout, role);
  const piles = data
    ? data.piles.map((pile): PageTile => ({
        key: `pile:${pile.name}`,
        title: t(pile.label),
        content: <PileCard pile={pile} />,
      }))
    : SKELETONS;
  const keep =
    (of: readonly PageTile[]) =>
    (next: TileLayout): void =>
      storeLayout(
        'work',
        {
          ...next,
          order: besideOthers(
            next.order,
            layout.order,
            of.map((one) => one.key),
            pinsIn(layout.order).map((one) => one.key),
          ),
        },
        role,
      );
  if (data && piles.length === 0 && tiles.length === 0) return <StartPage />;
  return (
    <>
      {piles.length > 0 && (
        <Tiles of={piles} layout={layout} keep={keep(piles)} arranging={arranging} grid="work-piles" card="work-pile" />
      )}
      <Tiles of={tiles} layout={layout} keep={keep(tiles)} arranging={arranging} grid="work-tiles" card="work-tile" />
      {data && piles.length === 0 && <StartPage />}
    </>
  );
}

/** The ordered list of a role, and below it what the person pinned. */
function Ordered({
  layout,
  role,
  arranging,
}: {
  layout: TileLayout | null;
  role: string;
  arranging: boolean;
}): ReactElement | null {
  const name = benchOf([role]);
  const tiles = useTiles(layout, role);
  const pins = pinsIn(layout?.order ?? []).map(({ key }) => key);
  const pinned = tiles.filter(({ key }) => pins.includes(key));
  return (
    name && (
      <Suspense fallback={<p aria-busy="true" />}>
        <BenchPage name={name}>
          {layout && pinned.length > 0 && (
            <Tiles
              of={pinned}
              layout={layout}
              keep={(next) =>
                storeLayout('work', { ...next, order: besideOthers(next.order, layout.order, pins, pins) }, role)
              }
              arranging={arranging}
              grid="work-tiles"
              card="work-tile"
            />
          )}
        </BenchPage>
      </Suspense>
    )
  );
}

/** The start page: piles of waiting work with counts, each a link to its rows, and below them the tiles of the role. */
export default function WorkScreen(): ReactElement {
  const t = useT();
  const language = useLanguage();
  const go = useNavigate();
  const may = useMay(repairForm);
  const role = session()?.roles[0] ?? '';
  const layout = useLayout('work', role);
  const [arranging, arrange] = useState(false);
  const takes = may('accept');
  useKeys(
    takes
      ? [{ keys: 'F2', label: ['来电受理', 'Take a call'], run: () => void go('/maintenance/desk'), typing: true }]
      : [],
  );
  return (
    <div className="work">
      <header className="page-head">
        <h1>{t(['工作台', 'Workbench'])}</h1>
        <span className="quiet">{dayHeading(today(), language)}</span>
        <span className="spring" />
        <button
          type="button"
          className={`button${arranging ? ' strong' : ' plain'}`}
          aria-pressed={arranging}
          onClick={() => arrange(!arranging)}
        >
          <LayoutDashboard size={15} aria-hidden />
          {arranging ? t(['完成', 'Done']) : t(['调整布局', 'Arrange'])}
        </button>
        {takes && (
          <Link to="/maintenance/desk" className="button strong">
            <PhoneCall size={16} aria-hidden /> {t(['来电受理', 'Take a call'])} <kbd>F2</kbd>
          </Link>
        )}
      </header>
      {benchOf([role]) ? (
        <Ordered layout={layout} role={role} arranging={arranging} />
      ) : (
        layout && <Arranged layout={layout} role={role} arranging={arranging} />
      )}
    </div>
  );
}
