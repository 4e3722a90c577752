import { z } from 'zod';
import { validationFailed } from '../../../operation/errors.ts';

/** Of the engine too, so that there is no page that cannot be asked for. */
const pagesMax = 300;
const widthMinPx = 100;
const widthMaxPx = 4_000;

export const pageInput = {
  page: z.int().min(1).max(pagesMax).default(1).describe('The page to show.'),
  width: z.int().min(widthMinPx).max(widthMaxPx).optional().describe('Width of the image in pixels.'),
};

export function pageIsThere(page: number, pages: number): void {
  if (page <= pages) return;
  const message = pages === 1 ? 'It has one page.' : `It has ${pages} pages. Write one of them.`;
  throw validationFailed({ errors: [{ pointer: '/page', code: 'no_such_page', message }], hint: message });
}
