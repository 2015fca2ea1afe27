import type { FastifyInstance } from 'fastify';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { routeOf } from './route.ts';

const bounds = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000];

/** Counts and times of calls, in the text form that Prometheus reads. */
export class Metrics {
  readonly #calls = new Map<string, { count: number; sum: number; buckets: number[] }>();
  readonly #delay = monitorEventLoopDelay({ resolution: 100 });
  constructor() {
    this.#delay.enable();
  }

  seen(route: string, method: string, status: number, ms: number): void {
    const key = `method="${method}",route="${route}",status="${status}"`;
    let one = this.#calls.get(key);
    if (!one) this.#calls.set(key, (one = { count: 0, sum: 0, buckets: bounds.map(() => 0) }));
    one.count++;
    one.sum += ms;
    for (let at = 0; at < bounds.length; at++) if (ms <= bounds[at]) one.buckets[at]++;
  }

  text(): string {
    const lines = ['# TYPE anju_http_ms histogram'];
    for (const [key, one] of this.#calls) {
      bounds.forEach((bound, at) => lines.push(`anju_http_ms_bucket{${key},le="${bound}"} ${one.buckets[at]}`));
      lines.push(
        `anju_http_ms_bucket{${key},le="+Inf"} ${one.count}`,
        `anju_http_ms_sum{${key}} ${one.sum.toFixed(1)}`,
        `anju_http_ms_count{${key}} ${one.count}`,
      );
    }
    const memory = process.memoryUsage();
    lines.push(
      '# TYPE anju_memory_bytes gauge',
      `anju_memory_bytes{kind="rss"} ${memory.rss}`,
      `anju_memory_bytes{kind="heap"} ${memory.heapUsed}`,
      '# TYPE anju_event_loop_delay_ms gauge',
      `anju_event_loop_delay_ms{quantile="0.99"} ${(this.#delay.percentile(99) / 1e6).toFixed(2)}`,
    );
    return `${lines.join('\n')}\n`;
  }
}

/** Measures every call by its route, never by its address: addresses may carry personal data. */
export function observe(fastify: FastifyInstance, metrics: Metrics): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    metrics.seen(routeOf(request) ?? 'unknown', request.method, reply.statusCode, reply.elapsedTime);
    request.log.debug({ route: routeOf(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'call');
    done();
  });
}
