import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

export type Attributes = Record<string, string | number | boolean>;

/** Numbers of OpenTelemetry's wire format. */
export const spanKind = { internal: 1, server: 2, client: 3, consumer: 5 } as const;

export type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly beganAt: bigint;
  readonly attributes: Attributes;
  endedAt: bigint | undefined;
  hasFailed: boolean;
};

type Beginning = {
  readonly kind?: number;
  readonly attributes?: Attributes;
  /** Parent span; by default the current one. */
  readonly parent?: Pick<Span, 'traceId' | 'spanId'> | undefined;
};

export type Tracer = {
  begin(name: string, beginning?: Beginning): Span;
  end(span: Span): void;
  current(): Span | undefined;
  /** Runs the work as a part of the span, which goes on afterwards. */
  within<Result>(span: Span, work: () => Result): Result;
  /** Runs the work as a span of its own. `failed` says whether what it threw is a failure. */
  during<Result>(span: Span, work: () => Promise<Result>, failed?: (error: unknown) => boolean): Promise<Result>;
};

/** Spans are handed over when they end. */
export function openTracer(ended: (span: Span) => void): Tracer {
  const running = new AsyncLocalStorage<Span>();
  const end = (span: Span) => {
    if (span.endedAt !== undefined) return;
    span.endedAt = nanoseconds();
    ended(span);
  };
  return {
    begin: (name, { kind = spanKind.internal, attributes = {}, parent = running.getStore() } = {}) => ({
      traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      parentId: parent?.spanId,
      beganAt: nanoseconds(),
      endedAt: undefined,
      hasFailed: false,
      attributes: { ...attributes },
      name,
      kind,
    }),
    end,
    current: () => running.getStore(),
    within: (span, work) => running.run(span, work),
    during: async (span, work, failed = () => true) => {
      try {
        return await running.run(span, work);
      } catch (error) {
        span.hasFailed = failed(error);
        throw error;
      } finally {
        end(span);
      }
    },
  };
}

const nanosecondsPerMs = 1_000_000;

/** Since 1970, on the clock that never goes back. */
function nanoseconds(): bigint {
  return BigInt(Math.round((performance.timeOrigin + performance.now()) * 1_000)) * BigInt(nanosecondsPerMs / 1_000);
}

const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export type Caller = { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean };

/** W3C Trace Context; undefined where none came, or none that can be read. */
export function readTraceparent(header: unknown): Caller | undefined {
  const [, traceId, spanId, flags] = traceparent.exec(typeof header === 'string' ? header : '') ?? [];
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags ?? '0', 16) & 1) === 1 };
}
