import { createHash } from 'node:crypto';
import { filePath, Manifest, manifestPath } from './format.ts';
import { BadZip, type ZipReader } from './zip-reader.ts';

const manifestBytesMax = 50_000_000;

/** The archive is not whole, or not what it says it is. Its message is for people. */
export class BadArchive extends Error {}

export async function readManifest(zip: ZipReader): Promise<Manifest> {
  if (!zip.entries.has(manifestPath))
    throw new BadArchive('This zip has no manifest.json: it is no archive of Daybook.');
  if ((zip.entries.get(manifestPath)?.uncompressedSize ?? 0) > manifestBytesMax)
    throw new BadArchive('manifest.json is too large.');
  const text = Buffer.concat(await Array.fromAsync(zip.read(manifestPath))).toString();
  const parsed = Manifest.safeParse(jsonIn(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BadArchive(`manifest.json is not what an archive has: ${issue?.path.join('.')}: ${issue?.message}.`);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads every part once and compares its SHA-256 with what the manifest says, and that of every file with its name. It
 * shows damage and missing pieces; who wants to forge an archive can write another manifest.
 */
export async function checkParts(zip: ZipReader, { tables, parts, files }: Manifest): Promise<void> {
  for (const { path, sha256 } of [...tables, ...parts]) {
    if ((await hashOf(zip, path)) !== sha256) throw new BadArchive(`${path} is damaged: it is not as it was written.`);
  }
  const missing = new Set(files.missing);
  let found = 0;
  for (const path of zip.entries.keys()) {
    if (!path.startsWith('files/')) continue;
    const sha256 = path.slice(-64);
    if (missing.has(sha256)) continue;
    if (path !== filePath(sha256) || (await hashOf(zip, path)) !== sha256) throw new BadArchive(`${path} is damaged.`);
    found += 1;
  }
  if (found !== files.count) throw new BadArchive(`${files.count} files belong in it, and ${found} are there.`);
}

async function hashOf(zip: ZipReader, path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of zip.read(path)) hash.update(chunk);
  } catch (error) {
    if (error instanceof BadZip) throw new BadArchive(error.message, { cause: error });
    throw error;
  }
  return hash.digest('hex');
}
