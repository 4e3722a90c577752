import { createHmac, timingSafeEqual } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditHeads, WrittenHead } from '../../operation/audit-heads.ts';

/** So often a head of an organisation that goes on and on is written; its first one at once. */
const everyMs = 10_000;
/** A longer file is written anew with the last line of each organisation alone. */
const fileBytesMax = 4_000_000;

export type HeadFile = AuditHeads & {
  /** Writes where the chain of an organisation ends now, soon. */
  note(organization: string, head: WrittenHead): void;
  /** Writes what is not written yet. */
  flush(): void;
  close(): void;
};

type Options = {
  readonly dataFolder: string;
  readonly key: Uint8Array;
  readonly onError: (error: unknown) => void;
};

type Line = {
  readonly organization: string;
  readonly sequence: string;
  readonly hash: string;
  readonly at: string;
  readonly note: string | null;
};

/**
 * Heads of the chains of all audit logs, in a file of this node: the database cannot reach it, so that a log emptied
 * with its chain, or put back to an earlier state, is detected. Each line bears a mark of this installation.
 */
export function openHeadFile({ dataFolder, key, onError }: Options): HeadFile {
  const folder = join(dataFolder, 'audit');
  const path = join(folder, 'heads.jsonl');
  const written = new Map<string, WrittenHead>();
  let waiting = new Map<string, WrittenHead>();
  let endsHalfWay = false;
  const failing = (work: () => void) => {
    try {
      work();
    } catch (error) {
      onError(error);
    }
  };
  failing(() => {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    for (const line of linesIn(text, key)) written.set(line.organization, headOf(line));
    endsHalfWay = text !== '' && !text.endsWith('\n');
  });
  const flush = () => {
    if (waiting.size === 0) return;
    failing(() => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const text = [...waiting].map(([organization, head]) => textOf(key, organization, head)).join('');
      for (const [organization, head] of waiting) written.set(organization, head);
      waiting = new Map();
      appendFileSync(path, endsHalfWay ? `\n${text}` : text, { mode: 0o600, flush: true });
      endsHalfWay = false;
      if (statSync(path).size > fileBytesMax) shorten(path, key, written);
    });
  };
  const timer = setInterval(flush, everyMs).unref();
  return {
    find: (organization, by) =>
      [waiting.get(organization), written.get(organization)].find((head) => {
        return head !== undefined && Date.parse(head.at) <= Date.parse(by);
      }),
    note(organization, head) {
      const isFirst = !written.has(organization);
      waiting.set(organization, head);
      if (isFirst) flush();
    },
    flush,
    close() {
      clearInterval(timer);
      flush();
    },
  };
}

function textOf(key: Uint8Array, organization: string, { sequence, hash, at, note }: WrittenHead): string {
  const line: Line = { organization, sequence: `${sequence}`, hash: hash.toString('hex'), at, note };
  return `${JSON.stringify({ ...line, mark: markOf(key, line).toString('hex') })}\n`;
}

function markOf(key: Uint8Array, { organization, sequence, hash, at, note }: Line): Buffer {
  const said = JSON.stringify(['written head', organization, sequence, hash, at, note]);
  return createHmac('sha256', key).update(said).digest();
}

/** Lines that this installation wrote; half a line, which a node that died leaves at the end, is none. */
function linesIn(text: string, key: Uint8Array): Line[] {
  return text.split('\n').flatMap((part) => {
    const line = lineIn(part);
    if (line === undefined) return [];
    const mark = Buffer.from(line.mark, 'hex');
    const own = markOf(key, line);
    return mark.length === own.length && timingSafeEqual(mark, own) ? [line] : [];
  });
}

function lineIn(text: string): (Line & { readonly mark: string }) | undefined {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line !== 'object' || line === null) return undefined;
    const { organization, sequence, hash, at, note, mark } = line as Record<string, unknown>;
    if (typeof organization !== 'string' || typeof sequence !== 'string' || !/^\d{1,18}$/.test(sequence))
      return undefined;
    if (typeof hash !== 'string' || typeof at !== 'string' || typeof mark !== 'string') return undefined;
    return { organization, sequence, hash, at, mark, note: typeof note === 'string' ? note : null };
  } catch {
    return undefined;
  }
}

function headOf({ sequence, hash, at, note }: Line): WrittenHead {
  return { sequence: BigInt(sequence), hash: Buffer.from(hash, 'hex'), at, note };
}

function shorten(path: string, key: Uint8Array, written: ReadonlyMap<string, WrittenHead>): void {
  const next = `${path}.next`;
  const text = [...written].map(([organization, head]) => textOf(key, organization, head)).join('');
  writeFileSync(next, text, { mode: 0o600, flush: true });
  renameSync(next, path);
}
