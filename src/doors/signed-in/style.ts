import { styleHash } from '../public-page/colors.ts';
import type { Html } from '../public-page/html.ts';
import { look } from '../public-page/look.ts';

/** Shared style of these pages: type, fields, buttons and notices, light and dark, without motion. */
const controls = `${look}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;background:var(--ground);color:var(--ink);
font:400 1rem/1.5 var(--text)}
:root{--control:2.75rem}
h1,h2,h3,p,dl,dd,ul,ol,fieldset,legend,figure{margin:0;padding:0}
main{overflow-wrap:anywhere}
.brand{display:flex;align-items:center;gap:.5rem;font-weight:600;color:var(--ink)}
.home{display:inline-flex;text-decoration:none}
.home:hover{text-decoration:underline}
.brand svg{width:1.625rem;height:1.625rem;flex:none;fill:var(--accent)}
.brand path{fill:none;stroke:var(--on-accent);stroke-width:3;stroke-linejoin:round}
h1{font:550 1.75rem/1.15 var(--title);letter-spacing:-.018em}
[lang|=ar] h1,[lang|=he] h1,[lang|=th] h1{letter-spacing:0}
h1+p,h1+.notice{margin-top:.75rem}
.quiet,.detail{color:var(--quiet)}
.detail{display:block;font-size:.875rem;font-weight:400}
.notice{padding:.75rem 1rem;background:var(--wash);margin-top:1.25rem}
.notice:not(.good,.bad){font-weight:400}
.notice.bad{color:var(--bad)}
.notice.good{background:var(--good-wash);color:var(--good)}
.tag{display:inline-block;font-size:.8125rem;font-weight:550;color:var(--quiet);border:1px solid var(--edge);
border-radius:99px;padding:0 .5rem;margin-inline-start:.375rem}
label.above,legend{display:block;font-size:.8125rem;font-weight:550;color:var(--quiet);margin:1rem 0 .3125rem;
padding:0}
fieldset{border:0;min-width:0;margin-top:1.25rem}
input:not([type=radio],[type=checkbox]),select,textarea{display:block;width:100%;padding-inline:.75rem}
input:is([type=radio],[type=checkbox]){min-height:0}
textarea{min-height:5.5rem}
.choice{display:flex;gap:.75rem;align-items:flex-start;border:1px solid var(--edge);border-radius:var(--radius);
background:var(--raised);cursor:pointer;padding:.75rem .875rem;margin-bottom:.5rem}
.choice:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.choice input{margin:.25rem 0 0;width:1.125rem;height:1.125rem;flex:none;accent-color:var(--accent)}
.choice b{font-weight:550}
.areas{margin-top:1.25rem}
.areas summary{cursor:pointer;font-weight:550;min-height:1.75rem}
.areas fieldset{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:.25rem 1rem;
margin-top:.5rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.tick{display:flex;gap:.625rem;align-items:center;min-height:2rem;cursor:pointer}
.tick input{width:1.125rem;height:1.125rem;margin:0;flex:none;accent-color:var(--accent)}
.about{font-size:1rem;font-weight:550;margin-top:1.25rem}
.scopes{margin-top:.375rem;padding-inline-start:1.25rem}
p.fault{font-size:.875rem;margin-bottom:.375rem}
:is(input,select)+.detail{margin-top:.3125rem}
.detail.after{margin-top:1rem}
.buttons{display:flex;flex-direction:row-reverse;gap:.75rem;margin-top:1.75rem}
#with-passkey[hidden],#passkey-said:empty{display:none}
button,.button{justify-content:center;padding:.375rem 1.25rem;white-space:normal;text-align:center}
.button{text-decoration:none}
button.link{border:0;padding:0;min-height:1.5rem;font-weight:400;background:none;box-shadow:none;
color:var(--accent);text-decoration:underline;text-underline-offset:.2em}
a{color:var(--accent);text-underline-offset:.2em}
.choice:has(:focus-visible){outline:2px solid var(--accent);outline-offset:2px}
.choice :focus-visible{outline:0}
`;

/** One card in the middle: where there is one thing to do. */
const card = `
body{padding:clamp(0rem,6vh,4rem) clamp(0rem,4vw,2rem)}
main{max-width:32rem;margin:0 auto;background:var(--paper);border:1px solid var(--line);border-radius:12px;
padding:clamp(1.5rem,6vw,2.5rem);box-shadow:var(--shade)}
.brand{margin-bottom:1.5rem}
.facts{display:grid;grid-template-columns:auto 1fr;gap:.375rem 1.25rem;margin-top:1.25rem;padding-block:1rem;
border-block:1px solid var(--line)}
.facts dt{color:var(--quiet)}
.facts dd{font-weight:550;text-align:end}
form{margin-top:1.5rem}
form+.detail{margin-top:1rem}
button.primary,.button.primary{flex:1;width:100%}
.buttons.stacked{flex-direction:column}
.buttons.other{margin-top:.75rem}
.buttons.other :is(button,.button){flex:1}
.account{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;margin-top:1.5rem;padding-top:1rem;
border-top:1px solid var(--line);font-size:.875rem;color:var(--quiet)}
.account form{margin:0}
.ways{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin-top:1.25rem}
.ways a{min-height:1.75rem}
@media (max-width:36rem){body{padding:0;background:var(--paper)}
main{border:0;border-radius:0;box-shadow:none;min-height:100vh}}
`;

/** A style, and the hash by which a policy lets it run: it runs in the page, and no other. */
export type Style = { readonly element: Html; readonly hash: string };

export function styled(layout: string): Style {
  const style = `${controls}${layout}`;
  return { element: { markup: `<style>${style}</style>` }, hash: styleHash(style) };
}

export const cardStyle = styled(card);
