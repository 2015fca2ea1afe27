import type { Reading } from '#kernel/server';
import type { BenchFigure, BenchNext } from '#business/masterdata/piles/bench.calls.ts';
import { benchOf } from '#business/masterdata/piles/bench-roles.rules.ts';
import { benchFigures, benchNexts, targetKey } from '#business/masterdata/piles/bench.server.ts';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { readBenchFigures, readNext } from '../work.calls.ts';

/** The most figures of a page, and the most lines of what comes next. */
const MAX_FIGURES = 3;
const MAX_NEXT = 8;

const roleOf = (reading: Reading) => benchOf(reading.person.roles.map(({ alias }) => alias));

/** Return the figures that the person's role can move. One that cannot be read is named, and does not take others along. */
export async function benchFiguresOf(reading: Reading): Promise<CallAnswer<typeof readBenchFigures>> {
  const bench = roleOf(reading);
  const figures: BenchFigure[] = [];
  const failed: string[] = [];
  const all = reading.contributions(benchFigures).toSorted((one, other) => one.sort - other.sort);
  for (const one of all) {
    const isSeen = bench !== null && one.benches.includes(bench) && one.buttons.every((button) => reading.may(button));
    if (!isSeen || figures.length === MAX_FIGURES) continue;
    const target = Number(await reading.parameter(targetKey(one.name)));
    try {
      const read = await one.read(reading, target);
      if (read) figures.push({ name: one.name, target, ...read });
    } catch {
      failed.push(one.name);
    }
  }
  return { figures, failed };
}

/** Return what comes by itself for the person's role, the earliest first. */
export async function benchNextOf(reading: Reading): Promise<CallAnswer<typeof readNext>> {
  const bench = roleOf(reading);
  const next: BenchNext[] = [];
  const failed: string[] = [];
  for (const { name, benches, buttons, read } of reading.contributions(benchNexts)) {
    if (bench === null || !benches.includes(bench) || !buttons.every((button) => reading.may(button))) continue;
    try {
      next.push(...(await read(reading)).map((one) => ({ name, ...one })));
    } catch {
      failed.push(name);
    }
  }
  const inTime = next.toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
  return { next: inTime.slice(0, MAX_NEXT), failed };
}
