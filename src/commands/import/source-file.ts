import { readFileSync } from 'node:fs';
import { ConfigError } from '../../config.ts';

/** The text of a file, in the encoding that it is said to have; what is not in it is refused, never guessed at. */
export function sourceFile(path: string, encoding: string): string {
  const decoder = decoderOf(encoding);
  const bytes = bytesOf(path);
  const [first = 0, second = 0] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16 && decoder.encoding === 'utf-8') throw notIn(path, 'UTF-8 but UTF-16', ', or name it with --encoding');
  try {
    return decoder.decode(bytes);
  } catch {
    if (decoder.encoding !== 'utf-8') throw new ConfigError(`${path} is not in ${encoding}.`);
    const line = badLine(bytes);
    throw notIn(path, `UTF-8 (line ${line})`, ', or say what it is, such as --encoding windows-1252');
  }
}

function notIn(path: string, what: string, otherwise: string): ConfigError {
  return new ConfigError(`${path} is not ${what}. Save it as "CSV UTF-8"${otherwise}.`);
}

function decoderOf(encoding: string) {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new ConfigError(`--encoding takes a name such as utf-8 or windows-1252, not "${encoding}".`);
  }
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const why = code === 'ENOENT' ? 'There is no such file' : code === 'EISDIR' ? 'That is a folder' : String(code);
    throw new ConfigError(`${path} cannot be read. ${why}.`);
  }
}

const newline = 10;

/** The first line that is not UTF-8, for whoever looks for the odd letter. */
function badLine(bytes: Buffer): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let line = 1, from = 0; from < bytes.length; line += 1) {
    const end = bytes.indexOf(newline, from);
    try {
      decoder.decode(bytes.subarray(from, end === -1 ? bytes.length : end));
    } catch {
      return line;
    }
    from = end === -1 ? bytes.length : end + 1;
  }
  return 1;
}
