import { describe, expect, it } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Outbox } from './outbox.ts';

const server = await openTestServer(import.meta.url);
const open = (): Promise<{ event: string; tries: number; dead: unknown }[]> =>
  server.tables("select event, tries, dead from anju_outbox where done is null and event like 'story.%' order by id");

describe('what happened is told', () => {
  it('once, to everybody who asked to hear it, after it was kept', async () => {
    const heard: unknown[] = [];
    server.app.outbox.subscribe('story.told', async (_context, { data }) => {
      heard.push(data.n);
    });
    await server.work('as_admin', (context) => context.emit('story.told', { n: 1 }));
    await server
      .work('as_admin', async (context) => {
        await context.emit('story.told', { n: 2 });
        throw new Error('taken back');
      })
      .catch(() => {});
    await server.delivered();
    await server.app.outbox.deliver();
    expect(heard).toEqual([1]);
    expect(await open()).toEqual([]);
  });
  it('again by the next server, when the first one died between keeping and telling', async () => {
    await server.app.outbox.stop();
    await server.work('as_admin', (context) => context.emit('story.crash', { n: 3 }));
    expect(await open()).toHaveLength(1);
    const heard: unknown[] = [];
    const next = new Outbox();
    next.subscribe('story.crash', async (_context, { data }) => {
      heard.push(data.n);
    });
    next.start(server.app);
    await next.deliver();
    await next.stop();
    expect(heard).toEqual([3]);
    expect(await open()).toEqual([]);
  });
  it('again and again to a deaf listener, ever more rarely, until it is given up with its reason', async () => {
    let tries = 0;
    const next = new Outbox();
    next.subscribe('story.deaf', async () => {
      tries++;
      throw new Error('nobody there');
    });
    Object.assign(server.app, { report: () => {} });
    await server.work('as_admin', (context) => context.emit('story.deaf', {}));
    next.start(server.app);
    await next.deliver();
    await next.deliver();
    expect(tries).toBe(1);
    for (let n = 0; n < 12; n++) {
      server.clock.pass(3_700_000);
      await next.deliver();
    }
    await next.stop();
    const [row] = await server.tables(
      "select tries, error, dead is not null as dead from anju_outbox where event = 'story.deaf'",
    );
    expect(row).toEqual({ tries: 12, error: 'nobody there', dead: true });
  });
});
