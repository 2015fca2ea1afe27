import { expect, test } from 'vitest';
import { Metrics } from './metrics.ts';

test('metrics hold calls by route in buckets, memory, and the waiting time of work', async () => {
  const metrics = new Metrics();
  metrics.seen('/api/x/list', 'GET', 200, 7);
  metrics.seen('/api/x/list', 'GET', 200, 20_000);
  metrics.seen('/api/y"\\', 'POST', 500, 1);
  const text = await metrics.text();
  const of = 'method="GET",route="/api/x/list",status="200"';
  expect(text).toContain('# TYPE anju_http_ms histogram');
  const lines = new Map(
    text.split('\n').map((line): [string, string] => {
      const at = line.lastIndexOf(' ');
      // Sort the labels: their order has no meaning.
      const [name, labels = ''] = line.slice(0, at).split(/[{}]/);
      return [`${name} ${labels.split(',').toSorted().join()}`, line.slice(at + 1)];
    }),
  );
  const one = (name: string, labels = ''): string | undefined =>
    lines.get(`${name} ${labels.split(',').toSorted().join()}`);
  expect(one('anju_http_ms_bucket', `${of},le="5"`)).toBe('0');
  expect(one('anju_http_ms_bucket', `${of},le="10"`)).toBe('1');
  expect(one('anju_http_ms_bucket', `${of},le="10000"`)).toBe('1');
  expect(one('anju_http_ms_bucket', `${of},le="+Inf"`)).toBe('2');
  expect(one('anju_http_ms_sum', of)).toBe('20007');
  expect(one('anju_http_ms_count', of)).toBe('2');
  // Quotes and backslashes of a route are escaped, so that it cannot end its label.
  expect(text).toContain('route="/api/y\\"\\\\"');
  expect(Number(one('anju_memory_bytes', 'kind="rss"'))).toBeGreaterThan(1e6);
  expect(Number(one('anju_memory_bytes', 'kind="heap"'))).toBeGreaterThan(1e6);
  expect(Number(one('anju_event_loop_delay_ms', 'quantile="0.99"'))).toBeGreaterThanOrEqual(0);
});
