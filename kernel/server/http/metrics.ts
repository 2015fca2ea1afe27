import type { FastifyInstance } from 'fastify';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, Histogram, Registry } from 'prom-client';
import { routeOf } from './route.ts';

const BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000];

/** Counts and times of calls of one process, as Prometheus reads them. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #calls = new Histogram({
    name: 'anju_http_ms',
    help: 'Milliseconds of answered calls, by their routes',
    labelNames: ['method', 'route', 'status'],
    buckets: BOUNDS_MS,
    registers: [this.#registry],
  });
  readonly #delay = monitorEventLoopDelay({ resolution: 100 });
  constructor() {
    this.#delay.enable();
    const delay = this.#delay;
    const registers = [this.#registry];
    new Gauge({
      name: 'anju_memory_bytes',
      help: 'Memory of the process',
      labelNames: ['kind'],
      registers,
      collect() {
        const { rss, heapUsed } = process.memoryUsage();
        this.set({ kind: 'rss' }, rss);
        this.set({ kind: 'heap' }, heapUsed);
      },
    });
    new Gauge({
      name: 'anju_event_loop_delay_ms',
      help: 'How long work waits for the thread, since the start',
      labelNames: ['quantile'],
      registers,
      collect() {
        this.set({ quantile: '0.99' }, delay.percentile(99) / 1e6);
      },
    });
  }

  seen(route: string, method: string, status: number, ms: number): void {
    this.#calls.observe({ method, route, status }, ms);
  }

  text(): Promise<string> {
    return this.#registry.metrics();
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
