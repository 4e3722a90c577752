import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageCookie } from './signed-in/page-cookie.ts';

/** Sent with every call of the console. No form can send it, and no page elsewhere without being allowed to first. */
const mark = 'daybook-console';

/** A page that refreshes itself must not keep an unused session alive. */
const byItself = 'background';

/** Comes by the cookie of a page instead of an access token. */
export function isConsoleCall({ headers }: FastifyRequest): boolean {
  return [byItself, '1'].includes(String(headers[mark])) && headers.authorization === undefined;
}

/** The access token behind the cookie of a console call. The script that calls never holds it. */
export function consoleToken(cookie: PageCookie, request: FastifyRequest, reply: FastifyReply): string | undefined {
  if (!isConsoleCall(request) || !isOfOurPages(request, cookie.origin)) return undefined;
  const used = request.headers[mark] === byItself ? undefined : cookie.used(request.headers.cookie);
  if (used !== undefined) reply.header('set-cookie', used);
  return cookie.token(request.headers.cookie);
}

/** Browsers say where a call was made. Over plain HTTP they leave out the one, and with a read the other. */
function isOfOurPages({ headers, protocol, host }: FastifyRequest, publicOrigin: string): boolean {
  const [site, origin] = [headers['sec-fetch-site'], headers.origin];
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || [publicOrigin, `${protocol}://${host}`].includes(origin);
}
