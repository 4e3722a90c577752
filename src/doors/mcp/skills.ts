import { readdirSync, readFileSync } from 'node:fs';
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import type { Skill } from '@modelcontextprotocol/server/ext/skills';
import { z } from 'zod';
import { once } from '../../core/once.ts';
import type { Caller, McpContext } from './mcp-context.ts';

/** Skills: how a job is done here, as texts that an AI app loads when somebody asks for that job (SEP-2640). */
export const skillsExtension = 'io.modelcontextprotocol/skills';

const scheme = 'skill://';
const mimeType = 'text/markdown';
const folder = new URL('skills/', import.meta.url);
/** They are of the version that runs. How long a list holds depends on rights, which change at any time. */
const cached = { ttlMs: 300_000, cacheScope: 'private' } as const;

type EntryOf = (path: string, files: Record<string, string>) => Promise<Skill>;
type Known = { readonly entry: Skill; readonly text: string; readonly needs: readonly string[] };

const Frontmatter = z.object({ metadata: z.object({ needs: z.string() }) });

const known = once(async () => {
  // Few connections ask for skills, and a start does not wait for what checks them.
  const { skillEntry } = await import('@modelcontextprotocol/server/ext/skills');
  return Promise.all(
    readdirSync(folder)
      .toSorted()
      .map((name) => readSkill(name, skillEntry)),
  );
});

async function readSkill(name: string, entryOf: EntryOf): Promise<Known> {
  const text = readFileSync(new URL(`${name}/SKILL.md`, folder), 'utf8');
  const entry = await entryOf(name, { 'SKILL.md': text });
  const { metadata } = Frontmatter.parse(entry.frontmatter);
  return { entry, text, needs: metadata.needs.split(' ') };
}

/** Those whose job the caller may do: with the others it would be led to calls that are refused. */
async function skillsFor({ toolbox }: McpContext, { view }: Caller): Promise<readonly Known[]> {
  const available = new Set(toolbox.actionsFor(view).map(({ name }) => name));
  return (await known()).filter(({ needs }) => needs.every((name) => available.has(name)));
}

export async function listSkills(mcpContext: McpContext, caller: Caller) {
  return { skills: (await skillsFor(mcpContext, caller)).map(({ entry }) => entry), ...cached };
}

export async function getSkill(mcpContext: McpContext, caller: Caller, uri: string) {
  const found = await skillAt(mcpContext, caller, uri);
  if (found === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No skill is served at ${uri.slice(0, 200)}`);
  return { skill: found.entry, ...cached };
}

/** Skills as resources, for clients that know nothing else of them. */
export async function listSkillResources(mcpContext: McpContext, caller: Caller): Promise<Resource[]> {
  return (await skillsFor(mcpContext, caller)).map(({ entry: { uri, frontmatter } }) => ({
    uri,
    name: frontmatter.name,
    description: frontmatter.description,
    mimeType,
  }));
}

export function isSkill(uri: string): boolean {
  return uri.startsWith(scheme);
}

export async function readSkillResource(
  mcpContext: McpContext,
  caller: Caller,
  uri: string,
): Promise<ReadResourceResult> {
  const found = await skillAt(mcpContext, caller, uri);
  if (found === undefined) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType, text: found.text }] };
}

async function skillAt(mcpContext: McpContext, caller: Caller, uri: string): Promise<Known | undefined> {
  return (await skillsFor(mcpContext, caller)).find(({ entry }) => entry.uri === uri);
}
