import { DaybookError } from '../../../sdk/src/problem.ts';
import type { Input, Options, Route } from '../../../sdk/src/request.ts';
import { Transport } from '../../../sdk/src/transport.ts';
import { ConfigError } from '../../config.ts';

/** The service and the credential that commands use, from the environment or from signing in. */
export type Remote = { readonly url: string; readonly token: string | undefined; readonly folder: string };

const exitCodes = { refused: 1, usage: 2, signedOut: 3, unanswered: 4 } as const;

const retries = 2;

/** Sends a call. What is refused, and that nobody answers, ends the command with a code of its own. */
export async function send(remote: Remote, route: Route, input: Input, options: Options = {}): Promise<Response> {
  const { url, token } = remote;
  if (!URL.canParse(url)) throw usageError(`An address is written like https://books.example.com, not "${url}".`);
  const credentials = token === undefined ? {} : { credentials: { apiKey: token } };
  const transport = new Transport({ url, ...credentials, retries });
  return transport.send(route, input, options).catch((error: unknown) => {
    throw error instanceof DaybookError ? refusedAs(error) : unanswered(error, url);
  });
}

export function usageError(message: string): ConfigError {
  return new ConfigError(message, { exitCode: exitCodes.usage });
}

export function signedOut(): ConfigError {
  return new ConfigError('You are not signed in. Run `daybook login`, or set DAYBOOK_URL and DAYBOOK_API_KEY.', {
    exitCode: exitCodes.signedOut,
  });
}

/** One line each for the problem, its fields, the hint and the request id. */
function refusedAs({ problem }: DaybookError): ConfigError {
  const { code, title, detail, status, errors = [], hint, request_id: request } = problem;
  const lines = [
    `${code}: ${detail ?? title}`,
    ...errors.map(({ pointer, message }) => `  ${pointer}: ${message}`),
    ...(hint === undefined || errors.some(({ message }) => message === hint) ? [] : [`Hint: ${hint}`]),
    ...(request === undefined ? [] : [`Request ${request}`]),
  ];
  const isAway = status >= 500 || code === 'no_problem_body';
  const exitCode = status === 401 ? exitCodes.signedOut : isAway ? exitCodes.unanswered : exitCodes.refused;
  return new ConfigError(lines.join('\n'), { exitCode });
}

function unanswered(error: unknown, url: string): Error {
  if (error instanceof TypeError && error.cause === undefined) return usageError(error.message);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const why = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  return new ConfigError(`Nothing answers at ${new URL(url).origin}: ${why}.`, { exitCode: exitCodes.unanswered });
}
