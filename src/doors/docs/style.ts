import { consoleLayout } from '../console/style.ts';
import { styled } from '../signed-in/style.ts';

/** The look of the pages for who is signed in, with what a reference has beside. */
export const docsStyle = styled(`${consoleLayout}
.call{display:flex;flex-wrap:wrap;gap:.125rem .625rem;align-items:baseline}
.call code{font-size:.9375rem}
.method{font:600 .75rem/1.5rem ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;border:1px solid var(--edge);
border-radius:6px;padding:0 .375rem;color:var(--quiet)}
.fields{list-style:none;padding:0;margin:.375rem 0 0}
.fields .fields{border-inline-start:2px solid var(--line);padding-inline-start:.875rem;margin:.25rem 0}
.fields>li{padding:.25rem 0}
.fields .type{color:var(--quiet);font-size:.875rem}
.needed{color:var(--bad);font-size:.8125rem;font-weight:600}
.sheet>h2{scroll-margin-top:1rem}
.plain{list-style:none;padding:0;margin-top:.5rem}
.plain li{padding:.1875rem 0}
`);
