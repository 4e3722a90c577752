import { send } from './call.ts';

/** Sends a file with the fields of a call. */
export async function upload<Answer>(path: string, file: File, fields: Record<string, string> = {}): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  return (await (await send(path, { method: 'POST', body: form })).json()) as Answer;
}
