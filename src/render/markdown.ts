import { mayLinkTo } from './links.ts';

/**
 * A small part of Markdown: paragraphs, line breaks, bullets, numbered lists, **bold**, *italic* and links. It becomes
 * a tree that the page renders; nothing of it is ever evaluated, and HTML is text like any other.
 */
export type Block =
  | { readonly type: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly type: 'bullets' | 'numbers'; readonly items: readonly (readonly Inline[])[] };
export type Inline =
  | { readonly type: 'text' | 'bold' | 'italic'; readonly text: string }
  | { readonly type: 'link'; readonly text: string; readonly to: string }
  | { readonly type: 'break' };

const blocksMax = 200;
const bullet = /^[-*•] +/;
const ordinal = /^\d{1,3}[.)] +/;
const inline = /\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

export function parseMarkdown(text: string): Block[] {
  const paragraphs = text.replaceAll('\r\n', '\n').split(/\n[ \t]*\n+/);
  return paragraphs.flatMap(blocksOf).slice(0, blocksMax);
}

function blocksOf(paragraph: string): Block[] {
  const lines = paragraph.split('\n').filter((line) => line.trim() !== '');
  const blocks: Block[] = [];
  let from = 0;
  while (from < lines.length) {
    const kind = kindOf(lines[from] ?? '');
    let to = from + 1;
    while (to < lines.length && kindOf(lines[to] ?? '') === kind) to += 1;
    blocks.push(blockOf(kind, lines.slice(from, to)));
    from = to;
  }
  return blocks;
}

function kindOf(line: string): Block['type'] {
  if (bullet.test(line)) return 'bullets';
  return ordinal.test(line) ? 'numbers' : 'paragraph';
}

function blockOf(type: Block['type'], lines: readonly string[]): Block {
  if (type === 'paragraph') {
    const texts = lines.map((line, index) => (index === lines.length - 1 ? withoutRunt(line.trim()) : line.trim()));
    const content = texts.flatMap((line, index) => [...(index > 0 ? [lineBreak] : []), ...inlinesOf(line)]);
    return { type, content };
  }
  const marker = type === 'bullets' ? bullet : ordinal;
  return { type, items: lines.map((line) => inlinesOf(line.replace(marker, '').trim())) };
}

/** A short last word is not left alone on a line. */
function withoutRunt(line: string): string {
  return line.replace(/ (\S{1,9})$/, '\u00a0$1');
}

const lineBreak: Inline = { type: 'break' };

function inlinesOf(text: string): Inline[] {
  const found: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(inline)) {
    if (match.index > from) found.push({ type: 'text', text: text.slice(from, match.index) });
    found.push(inlineOf(match));
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ type: 'text', text: text.slice(from) });
  return found;
}

function inlineOf([whole, bold, italic, label, to]: RegExpExecArray): Inline {
  if (bold !== undefined) return { type: 'bold', text: bold };
  if (italic !== undefined) return { type: 'italic', text: italic };
  if (label !== undefined && to !== undefined && mayLinkTo(to)) return { type: 'link', text: label, to };
  return { type: 'text', text: whole };
}
