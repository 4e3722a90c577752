import { styleHash } from './colors.ts';
import type { Html } from './html.ts';
import { look } from './look.ts';

/**
 * The look of the page: one sheet of paper on a calm ground, by day and by night, on a phone and in print. Sides are
 * called start and end, so that it turns round with the script.
 */
const style = `${look}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:400 1rem/1.5 var(--text);
padding:clamp(0rem,4vw,3.5rem) clamp(0rem,3vw,2rem)}
h1,h2,p,ul,dl,dd{margin:0;padding:0}
ul{list-style:none}
a{color:var(--accent);text-underline-offset:.2em}
:root{--control:2.75rem}
.sheet{max-width:50rem;margin:0 auto;background:var(--paper);border-radius:12px;padding:clamp(1.5rem,5.5vw,3.5rem);
border:1px solid var(--line);box-shadow:var(--shade),inset 0 4px var(--accent)}
h2{font-size:.8125rem;line-height:1.4;font-weight:550;color:var(--quiet);margin-bottom:.375rem}
header{margin-bottom:2rem}
.seller{color:var(--quiet);font-weight:600}
.logo{display:inline-block;max-width:100%;margin-bottom:1.5rem;line-height:0}
.logo img{display:block;max-width:min(15rem,100%);max-height:4.5rem;object-fit:contain}
h1{font:550 clamp(1.75rem,1.4rem + 1.6vw,2.25rem)/1.15 var(--title);letter-spacing:-.018em;
margin-top:.5rem;overflow-wrap:anywhere}
[lang|=ar] h1,[lang|=he] h1,[lang|=th] h1{letter-spacing:0}
.subject{font-size:1.125rem;margin-top:.5rem;overflow-wrap:anywhere}
.notice{margin-bottom:2rem;padding:.75rem 1rem;overflow-wrap:anywhere}
.notice.good{background:var(--good-wash);color:var(--good)}
.notice.bad{color:var(--bad)}
.notice.calm{background:var(--wash)}
.facts{border-block:1px solid var(--line);padding-block:1.25rem;margin-bottom:2.25rem}
.facts dl{display:flex;flex-wrap:wrap;gap:1rem 3rem;align-items:flex-end}
.facts dt{font-size:.8125rem;color:var(--quiet)}
.facts dd{font-weight:550}
.facts .sum dd{font-size:1.75rem;line-height:1.2;font-weight:600;letter-spacing:-.02em;color:var(--accent);
font-variant-numeric:tabular-nums}
.links{display:flex;flex-wrap:wrap;gap:.5rem .75rem;margin-top:1.25rem}
.button{text-decoration:none}
.parties{display:flex;flex-wrap:wrap;gap:1.5rem 4rem;margin-bottom:2.25rem;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse}
th{font-size:.8125rem;font-weight:500;color:var(--quiet);text-align:start;vertical-align:bottom;
padding:0 0 .5rem 1rem;border-bottom:1px solid var(--edge)}
td{vertical-align:top;padding:.75rem 0 .75rem 1rem;border-bottom:1px solid var(--line)}
[dir=rtl] th,[dir=rtl] td{padding-left:0;padding-right:1rem}
th:first-child,td:first-child{padding-inline-start:0}
.figure{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.item{overflow-wrap:anywhere}
.name{font-weight:500}
.number{display:inline-block;max-width:100%}
.detail{font-size:.875rem;color:var(--quiet)}
.item .detail bdi,.text bdi{white-space:pre-line}
.totals{margin:1rem 0 0 auto;max-width:24rem}
[dir=rtl] .totals{margin:1rem auto 0 0}
.totals div{display:flex;justify-content:space-between;gap:2rem;padding-block:.25rem}
.totals dt{color:var(--quiet);overflow-wrap:anywhere;min-width:0}
.totals dd{font-variant-numeric:tabular-nums;white-space:nowrap}
.totals .grand{border-top:1px solid var(--edge);margin-top:.5rem;padding-top:.625rem;
font-size:1.1875rem;font-weight:600}
.totals .grand dt{color:inherit}
.payment{display:flex;flex-wrap:wrap;gap:1.25rem 1.75rem;align-items:flex-start;margin-top:2.25rem;padding:1.375rem;
border-radius:12px;background:var(--wash);break-inside:avoid}
.payment>div:last-child{flex:1 1 16rem;min-width:0}
.payment h2{font:550 1.1875rem/1.3 var(--title);color:var(--ink)}
.payment dl{margin-top:.75rem;display:grid;gap:.375rem}
.payment dl div{display:grid;grid-template-columns:minmax(6.5rem,auto) 1fr;gap:0 1rem;justify-content:start}
.payment dt{color:var(--quiet);font-size:.875rem}
.payment dd{font-weight:550;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.code{flex:0 0 auto;background:#fff;padding:.75rem;border-radius:var(--radius);line-height:0}
.code svg{width:8.5rem;height:8.5rem;display:block}
.reason{margin-top:1rem;color:var(--quiet)}
.texts{margin-top:2.5rem;max-width:42rem;overflow-wrap:anywhere}
.texts>*+*{margin-top:1.25rem}
.texts h2{margin-bottom:.25rem}
.texts h2+p,.texts h2+ul{margin-top:0}
.files li+li{margin-top:.25rem}
.quiet{color:var(--quiet)}
.answer{margin-top:2.5rem;padding:1.375rem;border:1px solid var(--line);border-radius:12px;background:var(--raised);
box-shadow:var(--shade)}
.answer h2{font:550 1.1875rem/1.3 var(--title);color:var(--ink);margin-bottom:1rem}
label{display:block;font-size:.8125rem;font-weight:550;color:var(--quiet);margin:0 0 .3125rem}
input[type=text],input[type=password],textarea{display:block;width:100%;margin-bottom:.875rem;padding-inline:.75rem}
.fault{margin-bottom:.5rem}
#with-passkey[hidden],#passkey-said:empty{display:none}
#with-passkey{width:100%;margin-top:.75rem}
button,.button{justify-content:center;padding:.375rem 1.25rem;white-space:normal;text-align:center}
button.primary{width:100%;margin-top:.75rem}
details{margin-top:1.25rem}
summary{cursor:pointer;padding-block:.375rem;color:var(--quiet);font-weight:550}
details form{margin-top:.75rem}
footer{display:flex;flex-wrap:wrap;gap:1.25rem 3rem;margin-top:3rem;padding-top:1.5rem;border-top:1px solid var(--line);
font-size:.875rem;color:var(--quiet);overflow-wrap:anywhere}
footer strong{color:var(--ink)}
.plain{max-width:34rem;margin-top:12vh}
.plain p{margin-top:1rem;color:var(--quiet)}
.plain section{margin-top:1.75rem}
.plain.join{margin-top:6vh}
.join .answer{margin-top:0}
.plain .answer p{margin:0 0 .75rem}
.plain .answer .fault{color:var(--bad)}
input[readonly]{background:transparent}
form.other{margin-top:.75rem}
@media (min-width:68rem){
.answerable{max-width:72rem;display:grid;grid-template-columns:minmax(0,1fr) 20rem;column-gap:3.5rem;
grid-template-rows:auto auto auto auto 1fr auto}
.answerable>*{grid-column:1}
.answerable>.answer{grid-column:2;grid-row:1/6;align-self:start;position:sticky;top:2rem;margin-top:0}
.answerable>footer{grid-column:1/-1}
.answerable .jump{display:none}
}
@media (max-width:40rem){
body{padding:0}
.sheet{border-radius:0;border:0;box-shadow:inset 0 4px var(--accent);min-height:100vh}
.plain{margin-top:0;padding-top:18vh}
.plain.join{margin-top:0;padding-top:2rem}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table,tbody{display:block}
tbody tr{display:grid;grid-template-columns:minmax(0,auto) minmax(0,auto) minmax(0,1fr) auto;gap:.125rem .5rem;
padding-block:.875rem;
border-bottom:1px solid var(--line)}
tbody tr:first-child{border-top:1px solid var(--edge)}
td,[dir=rtl] td{border:0;padding:0}
td.item{grid-column:1/4;grid-row:1}
td.amount{grid-column:4;grid-row:1;font-weight:600;padding-inline-start:1rem}
td.quantity,td.price,td.tax{grid-row:2;font-size:.875rem;color:var(--quiet);text-align:start}
td.price::before{content:"\\d7\\a0"}
td.tax{text-align:end;grid-column:3/5}
.totals,[dir=rtl] .totals{max-width:none;margin:1rem 0 0}
.bare td.quantity{grid-column:4;grid-row:1;font-size:1rem;font-weight:600;color:inherit;padding-inline-start:1rem}
.payment dl div{grid-template-columns:1fr}
td.quantity,td.price,td.tax{white-space:normal;overflow-wrap:anywhere}
.totals div{flex-wrap:wrap;column-gap:1rem}
.totals dd{margin-inline-start:auto}
.facts .sum dd{font-size:clamp(1.125rem,6.5vw,1.75rem)}
}
@media print{
:root{--ground:#fff;--paper:#fff;--ink:#000;--quiet:#444;--line:#bbb}
body{padding:0;font-size:10pt}
.sheet{max-width:none;padding:0;border:0;box-shadow:none;display:block}
.answer,.links{display:none}
tr,.totals,.texts p{break-inside:avoid}
thead{display:table-header-group}
a{color:inherit;text-decoration:none}
}
@media screen and (prefers-color-scheme:dark){.logo{background:#fff;padding:.75rem 1rem;border-radius:var(--radius)}}
`;

export const styleElement: Html = { markup: `<style>${style}</style>` };

/** As a policy names it. */
export const ownHash = styleHash(style);
