import { LocateFixed, Minus, Plus } from 'lucide-react';
import { type PointerEvent, type ReactElement, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import {
  type MapSize,
  type MapView,
  type WorldPoint,
  fitted,
  screenPoint,
  tilesOf,
  worldPoint,
  zoomed,
} from '#kernel/fields/place/mercator.ts';
import { drawn, mapTiles } from '#kernel/web/pickers/map/map-tiles.ts';
import type { BoardOrder, BoardTechnician, Ranked } from '../board.calls.ts';
import { chooseOrder, useBoard } from '../state/board-store.view.tsx';
import type { BoardData } from '../state/use-board-data.view.tsx';
import { loadTone } from '../timeline/timeline.rules.ts';
import { kmOf } from '../week/week.rules.ts';
import { type MapEstate, dayRouteOf, estatesOf } from './map.rules.ts';
import './board-map.css';

const STEP = 1.5;

/** Hue of each technician's colour, in degrees. */
type Hues = ReadonlyMap<string, number>;

/** The golden angle, by which neighbouring technicians get colours far from each other. */
const APART = 137.5;

/** Return the colour of a technician as a variable of the style sheet. */
const ownColour = (of: BoardTechnician, hues: Hues) =>
  ({ '--hue': hues.get(of.technicianId) ?? 0 }) as React.CSSProperties;

interface Frame {
  readonly view: MapView;
  readonly size: MapSize;
}

const put = (place: string, { view, size }: Frame): WorldPoint => screenPoint(drawn(place), view, size);

function Routes({
  rows,
  hues,
  day,
  chosen,
  frame,
}: {
  hues: Hues;
  rows: readonly BoardTechnician[];
  day: string;
  chosen: string;
  frame: Frame;
}): ReactElement {
  return (
    <svg className="map-routes" width={frame.size.width} height={frame.size.height} aria-hidden>
      {mapTiles &&
        tilesOf(mapTiles.template, frame.view, frame.size).map((one) => (
          <image key={one.url} href={one.url} x={one.x} y={one.y} width={one.size + 0.5} height={one.size + 0.5} />
        ))}
      {rows
        .toSorted((one, other) => Number(one.technicianId === chosen) - Number(other.technicianId === chosen))
        .map((one) => {
          const points = dayRouteOf(one, day).map((place) => put(place, frame));
          return (
            points.length > 1 && (
              <polyline
                key={one.technicianId}
                data-route={one.technicianId}
                data-chosen={one.technicianId === chosen}
                style={ownColour(one, hues)}
                points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
              />
            )
          );
        })}
    </svg>
  );
}

interface MarksProps {
  readonly estates: readonly MapEstate[];
  readonly rows: readonly BoardTechnician[];
  readonly hues: Hues;
  readonly ranks: ReadonlyMap<string, number>;
  readonly day: string;
  readonly chosen: string;
  readonly onChoose: (technicianId: string) => void;
  readonly frame: Frame;
}

/** Markers of estates with waiting orders, and of technicians at their start points with their load. */
function Marks({ estates, rows, hues, ranks, day, chosen, onChoose, frame }: MarksProps): ReactElement {
  const t = useT();
  const orderId = useBoard((state) => state.orderId);
  const isInside = ({ x, y }: WorldPoint): boolean =>
    x > -20 && y > -20 && x < frame.size.width + 20 && y < frame.size.height + 20;
  return (
    <>
      {estates.map((one) => {
        const at = put(one.place, frame);
        const waiting = one.orders.length;
        return (
          isInside(at) && (
            <button
              key={one.key}
              type="button"
              className="map-estate"
              data-waiting={waiting > 0}
              aria-pressed={one.orders.some((order) => order.id === orderId)}
              aria-label={estateWords(one, t)}
              title={estateWords(one, t)}
              style={{ left: at.x, top: at.y }}
              onClick={() => chooseNext(one, orderId)}
            >
              <span aria-hidden>{waiting || ''}</span>
            </button>
          )
        );
      })}
      {rows.map((one) => {
        const at = one.homeLocation && worldPoint(one.homeLocation) ? put(one.homeLocation, frame) : null;
        const minutes = one.days.find((its) => its.day === day)?.loadMinutes ?? 0;
        return (
          at &&
          isInside(at) && (
            <button
              key={one.technicianId}
              type="button"
              className="map-person"
              data-technician={one.technicianId}
              data-letter={one.name.slice(0, 1)}
              data-tone={loadTone(minutes, one.capacityMinutes)}
              aria-pressed={one.technicianId === chosen}
              title={personWords(one, day, t)}
              aria-label={personWords(one, day, t)}
              style={{ left: at.x, top: at.y, ...ownColour(one, hues) }}
              onClick={() => onChoose(one.technicianId === chosen ? '' : one.technicianId)}
            >
              <span className="map-name" aria-hidden>
                {one.name}
              </span>
              {ranks.has(one.technicianId) && <i aria-hidden>{ranks.get(one.technicianId)}</i>}
            </button>
          )
        );
      })}
    </>
  );
}

type Say = ReturnType<typeof useT>;

const estateWords = ({ name, orders, visits }: MapEstate, t: Say): string =>
  t([
    `${name}：待派 ${orders.length} 单，已排 ${visits} 单`,
    `${name}: ${counted(orders.length, 'order')} to dispatch, ${counted(visits, 'visit')} planned`,
  ]);

function personWords(of: BoardTechnician, day: string, t: Say): string {
  const load = of.days.find((one) => one.day === day)?.loadMinutes ?? 0;
  const share = of.capacityMinutes ? Math.round((load / of.capacityMinutes) * 100) : 0;
  const visits = of.visits.filter((one) => one.from.slice(0, 10) === day).length;
  return t([
    `${of.name}：${visits} 单，负荷 ${share}%，约 ${kmOf(of, day)} 公里`,
    `${of.name}: ${counted(visits, 'visit')}, load ${share}%, about ${kmOf(of, day)} km`,
  ]);
}

/** Choose the next order of an estate; after the last one the first follows. */
function chooseNext({ orders }: MapEstate, orderId: string | null): void {
  const at = orders.findIndex((one) => one.id === orderId);
  const next = orders[(at + 1) % Math.max(1, orders.length)];
  if (next) chooseOrder(next.id);
}

/** Return the part of the map to show: the one that the person has set, otherwise one that fits all points. */
function useView(points: readonly WorldPoint[]) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<MapSize>({ width: 764, height: 600 });
  const [moved, setMoved] = useState<MapView | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const whole = useMemo(() => fitted(points, size), [points, size]);
  const view = moved ?? whole;
  const zoom = (factor: number, at: WorldPoint = { x: size.width / 2, y: size.height / 2 }): void =>
    setMoved((before) => zoomed(before ?? whole, factor, at, size));
  // Registered as an active listener, because React's wheel listener cannot prevent the page from scrolling.
  const latest = useRef(zoom);
  latest.current = zoom;
  useEffect(() => {
    const element = box.current;
    const turn = (event: WheelEvent): void => {
      event.preventDefault();
      const at = element!.getBoundingClientRect();
      latest.current(event.deltaY < 0 ? STEP : 1 / STEP, { x: event.clientX - at.left, y: event.clientY - at.top });
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, []);
  const drag = (event: PointerEvent): void => {
    if (event.buttons !== 1 || (event.movementX === 0 && event.movementY === 0)) return;
    const { movementX, movementY } = event;
    setMoved((before) => {
      const { middle, scale } = before ?? whole;
      return { middle: { x: middle.x - movementX / scale, y: middle.y - movementY / scale }, scale };
    });
  };
  return { box, frame: { view, size }, zoom, drag, whole: () => setMoved(null), isMoved: moved !== null };
}

interface MapProps {
  readonly data: BoardData;
  readonly orders: readonly BoardOrder[];
  readonly candidates: readonly Ranked[] | undefined;
}

/** The day on a map drawn from coordinates: waiting orders, start points, routes and loads. */
export default function BoardMap({ data, orders, candidates }: MapProps): ReactElement {
  const t = useT();
  const [chosen, choose] = useState('');
  const day = data.board?.from ?? '';
  const { rows } = data;
  const estates = useMemo(() => estatesOf(orders, rows, day), [orders, rows, day]);
  const points = useMemo(
    () => [...estates.map((one) => one.place), ...rows.flatMap((one) => dayRouteOf(one, day))].map(drawn),
    [estates, rows, day],
  );
  const { box, frame, zoom, drag, whole, isMoved } = useView(points);
  const ranks = useMemo(
    () =>
      new Map(
        (candidates ?? [])
          .filter((one) => one.score > 0)
          .slice(0, 3)
          .map((one, at) => [one.technicianId, at + 1]),
      ),
    [candidates],
  );
  const hues = useMemo(
    () =>
      new Map(
        rows
          .map((one) => one.technicianId)
          .toSorted()
          .map((id, at) => [id, Math.round((at * APART) % 360)]),
      ),
    [rows],
  );
  const orderId = useBoard((state) => state.orderId);
  const unplaced = orders.filter((one) => !one.location).length;
  return (
    <section className="board-map" aria-label={t(['地图', 'Map'])}>
      <div ref={box} className="map-plane" data-tiles={mapTiles !== null} onPointerMove={drag}>
        <Routes rows={rows} hues={hues} day={day} chosen={chosen} frame={frame} />
        <Marks
          estates={estates}
          rows={rows}
          hues={hues}
          ranks={ranks}
          day={day}
          chosen={chosen}
          onChoose={choose}
          frame={frame}
        />
        <span className="map-tools">
          <button type="button" className="icon-button" aria-label={t(['放大', 'Zoom in'])} onClick={() => zoom(STEP)}>
            <Plus size={16} aria-hidden />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={t(['缩小', 'Zoom out'])}
            onClick={() => zoom(1 / STEP)}
          >
            <Minus size={16} aria-hidden />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={t(['看全部', 'Show all'])}
            disabled={!isMoved}
            onClick={whole}
          >
            <LocateFixed size={16} aria-hidden />
          </button>
        </span>
        {data.board && points.length === 0 && (
          <p className="map-none quiet">{t(['没有带坐标的工单和技师', 'Nothing has coordinates'])}</p>
        )}
      </div>
      <div className="map-list">
        <section>
          <h3>{t(['待派小区', 'Premises with orders waiting'])}</h3>
          <ul>
            {estates
              .filter((one) => one.orders.length > 0)
              .map((one) => (
                <li key={one.key}>
                  <button
                    type="button"
                    className="map-line"
                    aria-pressed={one.orders.some((order) => order.id === orderId)}
                    onClick={() => chooseNext(one, orderId)}
                  >
                    <span>{one.name}</span>
                    <b>{one.orders.length}</b>
                  </button>
                </li>
              ))}
          </ul>
          {unplaced > 0 && <p className="quiet">{t([`${unplaced} 单没有坐标`, `${unplaced} without coordinates`])}</p>}
        </section>
        <section>
          <h3>{t(['技师路线', 'Technicians’ routes'])}</h3>
          <ul>
            {rows.map((one) => {
              const load = one.days.find((its) => its.day === day)?.loadMinutes ?? 0;
              return (
                <li key={one.technicianId}>
                  <button
                    type="button"
                    className="map-line"
                    aria-pressed={one.technicianId === chosen}
                    title={personWords(one, day, t)}
                    onClick={() => choose(one.technicianId === chosen ? '' : one.technicianId)}
                  >
                    <span>
                      <i className="map-colour" style={ownColour(one, hues)} aria-hidden />
                      {one.name}
                    </span>
                    <small className="quiet">{kmOf(one, day)} km</small>
                    <span className="load" data-tone={loadTone(load, one.capacityMinutes)}>
                      <span className="load-bar" aria-hidden>
                        <i style={{ width: `${Math.min(100, (load / Math.max(1, one.capacityMinutes)) * 100)}%` }} />
                      </span>
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      </div>
    </section>
  );
}
