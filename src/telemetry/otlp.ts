import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { Attributes, Span } from './span.ts';

/** OTLP as JSON: protocol buffers by their own rules, with ids in hex and large numbers as strings. */
export type Resource = Readonly<Record<string, string>>;

const scope = { name: 'daybook' };
const failed = 2;
const cumulative = 2;

export function tracesOf(resource: Resource, spans: readonly Span[]): object {
  return {
    resourceSpans: [
      { resource: { attributes: attributesOf(resource) }, scopeSpans: [{ scope, spans: spans.map(spanOf) }] },
    ],
  };
}

function spanOf(span: Span): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId === undefined ? {} : { parentSpanId: span.parentId }),
    name: span.name,
    kind: span.kind,
    startTimeUnixNano: String(span.beganAt),
    endTimeUnixNano: String(span.endedAt ?? span.beganAt),
    attributes: attributesOf(span.attributes),
    status: span.hasFailed ? { code: failed } : {},
  };
}

function attributesOf(attributes: Readonly<Attributes>): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));
}

function valueOf(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Those of a histogram have names of their own. */
export type Measured = MetricObjectWithValues<MetricValue<string> & { readonly metricName?: string }>;
type Times = { readonly startTimeUnixNano: string; readonly timeUnixNano: string };

/** The same figures that Prometheus reads at /metrics. */
export function metricsOf(resource: Resource, measured: readonly Measured[], times: Times): object {
  const metrics = measured.map((metric) => ({
    name: metric.name,
    description: metric.help,
    ...dataOf(metric, times),
  }));
  return {
    resourceMetrics: [{ resource: { attributes: attributesOf(resource) }, scopeMetrics: [{ scope, metrics }] }],
  };
}

function dataOf({ type, values }: Measured, times: Times): object {
  // The library's types say numbers, and at run time they are names.
  const kind = String(type);
  if (kind === 'histogram') {
    return { histogram: { aggregationTemporality: cumulative, dataPoints: histogramsOf(values, times) } };
  }
  const dataPoints = values.map(({ value, labels }) => ({
    ...times,
    asDouble: value,
    attributes: attributesOf(labelsOf(labels)),
  }));
  return kind === 'counter'
    ? { sum: { aggregationTemporality: cumulative, isMonotonic: true, dataPoints } }
    : { gauge: { dataPoints } };
}

type Bars = { labels: Attributes; bounds: number[]; upTo: number[]; sum: number; count: number };

/** Prometheus counts what is up to each bound; OTLP what is between one and the next. */
function histogramsOf(values: Measured['values'], times: Times): object[] {
  const byLabels = new Map<string, Bars>();
  for (const { value, labels, metricName = '' } of values) {
    const { le, ...others } = labelsOf(labels);
    const key = JSON.stringify(others);
    const bars = byLabels.get(key) ?? { labels: others, bounds: [], upTo: [], sum: 0, count: 0 };
    byLabels.set(key, bars);
    if (metricName.endsWith('_sum')) bars.sum = value;
    else if (metricName.endsWith('_count')) bars.count = value;
    else if (le !== undefined && le !== '+Inf') {
      bars.bounds.push(Number(le));
      bars.upTo.push(value);
    }
  }
  return [...byLabels.values()].map(({ labels, bounds, upTo, sum, count }) => ({
    ...times,
    attributes: attributesOf(labels),
    sum,
    count: String(count),
    explicitBounds: bounds,
    bucketCounts: [...upTo, count].map((until, index) => String(until - (upTo[index - 1] ?? 0))),
  }));
}

function labelsOf(labels: Partial<Record<string, string | number>>): Attributes {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]));
}
