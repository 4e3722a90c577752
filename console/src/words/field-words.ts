import { language, loadRefusals } from './index.ts';

/** Translates what the service says of fields. It is shown as it came where the words for it do not come. */
export async function loadFieldWords(): Promise<(message: string) => string> {
  const asItCame = (message: string) => message;
  await loadRefusals();
  if (language.peek() === 'en') return asItCame;
  const part = await import('./field-faults.ts').catch(() => undefined);
  return part?.translated ?? asItCame;
}
