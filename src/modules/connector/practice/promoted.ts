import { practiceChanged } from '../refusals.ts';
import type { Context } from '../../../operation/operation.ts';
import type { Step } from '../steps/step.ts';
import { endAs } from './end.ts';
import { lockPractice, mustRun, practicePromoted, recordFrom } from './practice.ts';

/**
 * Ends the practice whose writes these steps are, with them: under its lock, so that nothing is written twice. What was
 * practised since they were planned would be lost, and refuses them.
 */
export async function promoted(context: Context, id: string, steps: readonly Step[]): Promise<void> {
  const practice = await lockPractice(context, id);
  mustRun(practice);
  const asked = steps.map(({ action }) => action).join();
  if (practice.kept.map(({ action }) => action).join() !== asked) throw practiceChanged();
  context.emit(practicePromoted(await endAs(context, recordFrom(practice), 'promoted')));
}
