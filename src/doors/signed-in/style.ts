import { styleHash } from '../public-page/colors.ts';
import type { Html } from '../public-page/html.ts';
import { palette } from '../public-page/palette.ts';

/** What every page for people who sign in has: type, fields, buttons, notices; by day and by night, without motion. */
const controls = `${palette}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;background:var(--ground);color:var(--ink);
font:400 1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
h1,h2,h3,p,dl,dd,ul,ol,fieldset,legend,figure{margin:0;padding:0}
main{overflow-wrap:anywhere}
.brand{display:flex;align-items:center;gap:.5rem;font-weight:700;letter-spacing:-.01em;color:var(--accent)}
.home{display:inline-flex;text-decoration:none}
.home:hover{text-decoration:underline}
.brand svg{width:1.375rem;height:1.375rem;flex:none}
h1{font-size:clamp(1.5rem,1.2rem + 1.4vw,1.875rem);line-height:1.2;font-weight:650;letter-spacing:-.015em}
h1+p,h1+.notice{margin-top:.75rem}
.quiet,.detail{color:var(--quiet)}
.detail{display:block;font-size:.875rem;font-weight:400}
.notice{padding:.875rem 1rem;border-radius:8px;background:var(--calm-ground);margin-top:1.25rem}
.notice.bad{background:var(--bad-ground);color:var(--bad);font-weight:600}
.notice.good{background:var(--good-ground);color:var(--good);font-weight:600}
.tag{display:inline-block;font-size:.8125rem;font-weight:600;color:var(--quiet);border:1px solid var(--edge);
border-radius:99px;padding:0 .5rem;margin-inline-start:.375rem}
label.above,legend{display:block;font-weight:600;margin:1rem 0 .375rem}
fieldset{border:0;min-width:0;margin-top:1.25rem}
input:not([type=radio],[type=checkbox]),select,textarea{display:block;width:100%;font:inherit;color:inherit;
background:var(--field);border:1px solid var(--edge);border-radius:8px;padding:.6875rem .75rem;min-height:2.875rem}
textarea{resize:vertical;min-height:5.5rem}
input[aria-invalid=true],select[aria-invalid=true]{border:2px solid var(--bad)}
.choice{display:flex;gap:.75rem;align-items:flex-start;border:1px solid var(--edge);border-radius:8px;cursor:pointer;
padding:.75rem .875rem;margin-bottom:.5rem}
.choice:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.choice input{margin:.25rem 0 0;width:1.125rem;height:1.125rem;flex:none;accent-color:var(--accent)}
.choice b{font-weight:600}
.areas{margin-top:1.25rem}
.areas summary{cursor:pointer;font-weight:600;min-height:1.75rem}
.areas fieldset{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:.25rem 1rem;
margin-top:.5rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.tick{display:flex;gap:.625rem;align-items:center;min-height:2rem;cursor:pointer}
.tick input{width:1.125rem;height:1.125rem;margin:0;flex:none;accent-color:var(--accent)}
p.fault{color:var(--bad);font-weight:600;font-size:.875rem;margin-bottom:.375rem}
.detail.after{margin-top:1rem}
.buttons{display:flex;flex-direction:row-reverse;gap:.75rem;margin-top:1.75rem}
button,.button{font:inherit;font-weight:600;min-height:2.875rem;padding:.5rem 1.5rem;border-radius:8px;
border:1px solid var(--edge);background:transparent;color:inherit;cursor:pointer;text-align:center}
.button{display:inline-flex;align-items:center;justify-content:center;text-decoration:none}
button.primary,.button.primary{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
button:hover,.button:hover{filter:brightness(1.08)}
button.link{border:0;padding:0;min-height:1.5rem;font-weight:400;color:var(--accent);text-decoration:underline;
text-underline-offset:.2em}
a{color:var(--accent);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:8px}
.choice:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
.choice :focus-visible{outline:0}
@media (prefers-contrast:more){:root{--quiet:var(--ink);--line:var(--edge)}}
@media (prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important}}
`;

/** One card in the middle: where there is one thing to do. */
const card = `
body{padding:clamp(0rem,6vh,4rem) clamp(0rem,4vw,2rem)}
main{max-width:32rem;margin:0 auto;background:var(--paper);border-radius:14px;padding:clamp(1.5rem,6vw,2.5rem);
box-shadow:0 1px 2px rgb(0 0 0/.06),0 16px 48px rgb(0 0 0/.08)}
.brand{margin-bottom:1.5rem}
.facts{display:grid;grid-template-columns:auto 1fr;gap:.375rem 1.25rem;margin-top:1.25rem;padding-block:1rem;
border-block:1px solid var(--line)}
.facts dt{color:var(--quiet)}
.facts dd{font-weight:600;text-align:end}
form{margin-top:1.5rem}
form+.detail{margin-top:1rem}
button.primary,.button.primary{flex:1;width:100%}
.buttons.stacked{flex-direction:column}
.account{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;margin-top:1.5rem;padding-top:1rem;
border-top:1px solid var(--line);font-size:.875rem;color:var(--quiet)}
.account form{margin:0}
.ways{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin-top:1.25rem}
.ways a{min-height:1.75rem}
@media (max-width:36rem){body{padding:0;background:var(--paper)}main{border-radius:0;box-shadow:none;min-height:100vh}}
`;

/** A style, and the hash by which a policy lets it run: it runs in the page, and no other. */
export type Style = { readonly element: Html; readonly hash: string };

export function styled(layout: string): Style {
  const style = `${controls}${layout}`;
  return { element: { markup: `<style>${style}</style>` }, hash: styleHash(style) };
}

export const cardStyle = styled(card);
