import { useEffect } from 'preact/hooks';
import { permissionName, useApiNames } from './api-names.ts';
import { apiNames, fieldFaults, language, loadRefusals, words } from './index.ts';
import { toldIn } from './patterns.ts';

/** For a screen that tells why something was refused or failed: true once the names in it are there. */
export function useProblemWords(isNeeded = true): boolean {
  useEffect(() => {
    if (isNeeded) void loadRefusals();
  }, [words.value, isNeeded]);
  return useApiNames(isNeeded);
}

/** A sentence of the service, or what a refusal says; as it came where the catalogue lacks it. */
export function problemText(problem: string): string {
  if (language.value === 'en') return problem;
  if (apiNames.value === undefined) return '';
  const { work_problems: sentences = {}, refusal_titles: refused = {} } = apiNames.value;
  // The record that it is about comes first.
  const text = problem.replace(/^[a-z]+_[0-9a-z]{26}: /, '');
  const told = toldIn(sentences, text, (value) => permissionName(value, value));
  if (told !== undefined) return told;
  const [title] = Object.keys(refused)
    .filter((one) => text.startsWith(one))
    .toSorted((one, other) => other.length - one.length);
  if (title === undefined) return problem;
  return faultIn(text.slice(title.length)) ?? refused[title] ?? problem;
}

/** What is said of a field, which comes before what programs do about it. */
function faultIn(text: string): string | undefined {
  const sentences = text.trim().match(/[^.!]+[.!]+/g) ?? [];
  // Fewest first: a text that ends with what is filled in would take the sentences after it, too.
  for (let count = 1; count <= sentences.length; count += 1) {
    const told = toldIn(fieldFaults.value, sentences.slice(0, count).join('').trim(), (value) => value);
    if (told !== undefined) return told;
  }
  return undefined;
}
