/**
 * The bare engine: compiles and exports the jobs of a file one after the other, as directly as it can be called. A
 * process of its own, like the service's render processes.
 */
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { readFileSync } from 'node:fs';
import type { RenderJob } from '../src/operation/renderer.ts';

export type BareRender = { readonly fonts: readonly string[]; readonly jobs: readonly RenderJob[] };
export type BareTimes = { readonly milliseconds: readonly number[] };

const [file] = process.argv.slice(2);
if (file !== undefined && import.meta.main) {
  const { fonts, jobs } = JSON.parse(readFileSync(file, 'utf8'), revive) as BareRender;
  const fontBlobs = fonts.map((path) => readFileSync(path));
  const compiler = NodeCompiler.create({ workspace: '/nonexistent', fontArgs: [{ fontBlobs }] });
  const milliseconds = jobs.map((job) => {
    const begun = performance.now();
    bareRender(compiler, job);
    return performance.now() - begun;
  });
  console.log(JSON.stringify({ milliseconds } satisfies BareTimes));
}

function bareRender(compiler: NodeCompiler, { files, main, output }: RenderJob): Buffer {
  compiler.resetShadow();
  for (const [path, content] of Object.entries(files)) compiler.mapShadow(`/nonexistent${path}`, Buffer.from(content));
  const { result } = compiler.compile({ mainFilePath: `/nonexistent${main}` });
  if (result === null || output.kind !== 'pdf') throw new Error('the bare engine failed');
  const pdf = compiler.pdf(result, {
    pdfStandard: output.standard,
    pdfTags: true,
    creationTimestamp: output.createdAt,
  });
  compiler.evictCache(5);
  return pdf;
}

/** Buffers travel through JSON as { type: 'Buffer', data }. */
function revive(_: string, value: unknown): unknown {
  const isBuffer =
    typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value;
  return isBuffer ? Buffer.from(value.data as number[]) : value;
}
