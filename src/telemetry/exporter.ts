import type { TelemetryConfig } from '../config.ts';
import { type Measured, metricsOf, type Resource, tracesOf } from './otlp.ts';
import type { Span } from './span.ts';

const spansPerPost = 512;
const spansHeldMax = 8_192;
const timeoutMs = 10_000;
const complainEveryMs = 60_000;

export type Exporter = {
  readonly add: (span: Span) => void;
  readonly measure: (source: () => Promise<Measured[]>) => void;
  readonly close: () => Promise<void>;
};

type Parts = {
  readonly config: TelemetryConfig;
  readonly resource: Resource;
  readonly onFailure: (why: string) => void;
};

/**
 * Sends spans and figures by OTLP/HTTP, a few seconds' worth at once. No caller waits for it, and where nobody takes
 * them the oldest are forgotten.
 */
export function openExporter({ config, resource, onFailure }: Parts): Exporter {
  const startTimeUnixNano = String(BigInt(Math.round(performance.timeOrigin)) * 1_000_000n);
  let spans: Span[] = [];
  let source: (() => Promise<Measured[]>) | undefined;
  let complainAt = 0;
  const post = async (signal: 'traces' | 'metrics', body: object): Promise<boolean> => {
    try {
      const answer = await fetch(`${config.endpoint}/v1/${signal}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...config.headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      await answer.arrayBuffer();
      if (answer.ok) return true;
      complain(`${signal} were answered with ${answer.status}`);
      // A rejected batch would be rejected again.
      return answer.status < 500 && answer.status !== 429;
    } catch (error) {
      complain(error instanceof Error ? `${error.message}: ${String(error.cause)}` : String(error));
      return false;
    }
  };
  const complain = (why: string) => {
    if (Date.now() < complainAt) return;
    complainAt = Date.now() + complainEveryMs;
    onFailure(why);
  };
  let sending: Promise<void> | undefined;
  const sendSpans = () => {
    sending ??= (async () => {
      while (spans.length > 0) {
        const batch = spans.slice(0, spansPerPost);
        if (!(await post('traces', tracesOf(resource, batch)))) return;
        const sent = new Set(batch);
        spans = spans.filter((span) => !sent.has(span));
      }
    })().finally(() => (sending = undefined));
    return sending;
  };
  const sendFigures = async () => {
    if (source === undefined) return;
    const timeUnixNano = String(BigInt(Date.now()) * 1_000_000n);
    await post('metrics', metricsOf(resource, await source(), { startTimeUnixNano, timeUnixNano }));
  };
  const timers = [
    setInterval(() => void sendSpans(), config.spansEveryMs).unref(),
    setInterval(() => void sendFigures(), config.figuresEveryMs).unref(),
  ];
  return {
    add: (span) => {
      spans.push(span);
      if (spans.length > spansHeldMax) spans.splice(0, spansPerPost);
    },
    measure: (given) => void (source = given),
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all([sendSpans(), sendFigures()]);
    },
  };
}
