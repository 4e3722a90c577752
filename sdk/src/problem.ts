/** One thing that is wrong with the input, and where. */
export type Fault = { readonly pointer: string; readonly code: string; readonly message: string };

/** The body of every refusal, as RFC 9457 has it, with what helps to mend the call. */
export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly code: string;
  readonly hint?: string;
  readonly errors?: readonly Fault[];
  readonly request_id?: string;
  readonly [more: string]: unknown;
};

/** The service refused a call, and nothing was changed by it. */
export class DaybookError extends Error {
  override readonly name = 'DaybookError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super([`${problem.code}: ${problem.detail ?? problem.title}`, problem.hint].filter(Boolean).join(' '));
    this.problem = problem;
  }

  /** Code of the refusal, such as `insufficient_stock`. The reference of the service lists them all. */
  get code(): string {
    return this.problem.code;
  }

  get status(): number {
    return this.problem.status;
  }

  /** To quote where the service is asked about the call. */
  get requestId(): string | undefined {
    return this.problem.request_id;
  }
}

/** Parses a refusal; also readable where a proxy answered in place of the service. */
export async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    // The service writes such bodies and no other.
    if (typeof body === 'object' && body !== null && 'code' in body) return body as Problem;
  } catch {
    // Not JSON, so not of the service.
  }
  const title = `${response.status} ${response.statusText}`.trim();
  return { type: 'about:blank', title, status: response.status, detail: text.slice(0, 200), code: 'no_problem_body' };
}
