import { refusal, unavailable } from './errors.ts';
import { RenderFault } from './renderer.ts';

export const pagesRefused = refusal(
  'pages_refused',
  422,
  'The pages cannot be rendered.',
  'See `fault` and `errors` for the problem in the template or its images, and its location.',
);

/** A fault of the template is for whoever wrote it; a full queue passes; all else that is thrown is our bug. */
export function asRefusal(error: unknown, fixture?: string): unknown {
  if (!(error instanceof RenderFault)) return error;
  const { kind, message, diagnostics } = error;
  if (kind === 'busy' || kind === 'closed') return unavailable();
  return pagesRefused({
    detail: fixture === undefined ? message : `${message}, in ${fixture}`,
    fault: kind,
    errors: diagnostics.map(({ message: text, hints, path, line, column }) => {
      // Lines of what the template imports are none of its author's.
      const place = path === ownPath ? { line, column } : { line: null, column: null };
      return { pointer: '/source', code: kind, message: text, ...place, hints };
    }),
  });
}

const ownPath = '/design.typ';
