import { ascending } from '../../core/order.ts';
import type { Field, RemoteOperation } from './operations.ts';

export const usage = `Usage: daybook call <operation> [--field value …] [-] [options]

Calls an operation of the service that you are signed in to (\`daybook login\`). Fields are written
--display_name "Blue Door Books", lists by repeating them, nested ones as --address.city Berlin or as JSON.
\`daybook call <operation> --help\` lists them.

  -                     read the input as JSON from stdin; --input FILE from a file. Fields on the line come on top
  --json                print the answer as JSON; with --all one record a line
  --all                 every page of a list
  --dry-run             show what a write would do, and keep nothing
  --idempotency-key K   the same key twice writes once
  --out FILE            write the answer, such as a PDF, into a file

Exit codes: 0 done, 1 refused by the service, 2 wrong usage, 3 not signed in, 4 no answer.`;

/** Every operation with what it does. */
export function operationsText(operations: readonly RemoteOperation[]): string {
  const width = Math.max(...operations.map(({ name }) => name.length));
  return operations
    .toSorted(ascending(({ name }) => name))
    .map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
    .join('\n');
}

export function helpOn({ name, route, description, fields }: RemoteOperation): string {
  const [required, optional] = [fields.filter((one) => one.isRequired), fields.filter((one) => !one.isRequired)];
  const lines = [...required, ...optional].map(fieldText);
  return [
    `daybook call ${name}   (${route})`,
    description,
    ...(lines.length === 0 ? [] : [`Fields:\n${lines.join('\n')}`]),
  ].join('\n\n');
}

function fieldText({ name, type, isRequired, values, description }: Field): string {
  const kind = values.length > 0 ? values.join('|') : type === 'any' ? '' : type;
  const facts = [kind, isRequired ? 'required' : ''].filter(Boolean).join(', ');
  const text = description === '' ? '' : `\n      ${description.replaceAll('\n', ' ')}`;
  return `  --${name}${facts === '' ? '' : `  (${facts})`}${text}`;
}
