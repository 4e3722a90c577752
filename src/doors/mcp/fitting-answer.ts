import { z } from 'zod';
import type { Answer } from '../../operation/run.ts';
import type { Arguments } from './arguments.ts';
import type { OperationCall } from './mcp-context.ts';
import { pagesAddress } from './pages.ts';
import { resultCharactersMax, resultTooLarge, sizeOf } from './result.ts';

const attemptsMax = 4;

/** The answer, no longer than a result may be: a page gives fewer rows and a cursor that goes on from there. */
export async function fittingAnswer(
  { operation, input }: OperationCall,
  runOnce: (asked: Arguments) => Promise<Answer>,
): Promise<Answer> {
  let answer = await runOnce(input);
  // A write answers with its main fields, however long its record is.
  if (operation.effect !== 'read' || pagesAddress(operation, input) !== undefined) return answer;
  for (let attempt = 1; attempt < attemptsMax; attempt += 1) {
    const size = sizeOf(answer.output);
    if (size <= resultCharactersMax) return answer;
    const rows = rowsOf(answer.output);
    if (rows === undefined || rows < 2) break;
    // A little under the proportion, as rows differ in length.
    const limit = Math.max(1, Math.floor((rows * resultCharactersMax * 0.9) / size));
    answer = await runOnce({ ...input, limit });
  }
  if (sizeOf(answer.output) <= resultCharactersMax) return answer;
  throw resultTooLarge({ max_characters: resultCharactersMax, characters: sizeOf(answer.output) });
}

/** Number of rows on a page that continues with a cursor. A report is a page of its own kind. */
function rowsOf(output: unknown): number | undefined {
  const { data: page } = Page.safeParse(output);
  const { next_cursor: cursor, data, rows } = page?.report ?? page ?? {};
  return cursor === undefined ? undefined : (data ?? rows)?.length;
}

const rowsOfPage = {
  next_cursor: z.string().nullish(),
  data: z.array(z.unknown()).optional(),
  rows: z.array(z.unknown()).optional(),
};
const Page = z.object({ ...rowsOfPage, report: z.object(rowsOfPage).optional() });
