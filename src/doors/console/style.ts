import { styled } from '../signed-in/style.ts';

/** A desk: a bar with the pages above, the page below it, wide enough for tables and whole on a phone. */
export const consoleLayout = `
.skip{position:absolute;inset-inline-start:-999rem}
.skip:focus{inset:.5rem auto auto .5rem;z-index:1;background:var(--paper);padding:.5rem 1rem;border-radius:8px}
.bar{background:var(--paper);border-bottom:1px solid var(--line)}
.bar>div{max-width:62rem;margin:0 auto;padding:.625rem clamp(1rem,4vw,2rem);display:flex;flex-wrap:wrap;
align-items:center;gap:.25rem 1.5rem}
.bar form{margin:0;display:flex;align-items:center;gap:.5rem}
.bar nav{display:flex;flex-wrap:wrap;gap:.25rem;flex:1}
.bar nav a{color:var(--quiet);text-decoration:none;font-weight:500;padding:.375rem .75rem;border-radius:8px;
min-height:2.25rem}
.bar nav a:hover{color:var(--ink)}
.bar nav a[aria-current]{color:var(--ink);font-weight:600;background:var(--raised);
box-shadow:var(--shade),0 0 0 1px var(--line)}
.count{display:inline-block;min-width:1.375rem;padding:0 .375rem;border-radius:99px;background:var(--accent);
color:var(--on-accent);font-size:.8125rem;line-height:1.375rem;text-align:center;margin-inline-start:.375rem}
.who{font-size:.875rem;color:var(--quiet);min-width:0;overflow-wrap:anywhere;
display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem}
.who select,.who button:not(.link){min-height:2.25rem;padding:.25rem .625rem;font-size:.875rem;width:auto;
max-width:14rem}
main{max-width:62rem;margin:0 auto;padding:clamp(1.25rem,4vw,2.5rem) clamp(1rem,4vw,2rem) 4rem}
h2{font:550 1.1875rem/1.3 var(--title)}
h3{font-size:1rem;font-weight:600}
.lead{color:var(--quiet);margin-top:.375rem;max-width:42rem}
.sheet{background:var(--paper);border:1px solid var(--line);border-radius:12px;margin-top:1.25rem;
padding:clamp(1rem,3vw,1.5rem)}
.sheet>h2+*{margin-top:.75rem}
.sheet h3{margin:1.25rem 0 .375rem}
.step>p+.pairs{margin-top:.375rem}
.sheet>details,.sheet>.pairs+details,.sheet>p{margin-top:.75rem}
.about{display:block}
.sheet .notice:first-child{margin-top:0}
.tabs{display:flex;flex-wrap:wrap;gap:0 .25rem;margin-top:1.25rem;border-bottom:1px solid var(--line)}
.tabs a{max-width:100%;overflow-wrap:break-word;
padding:.5rem .875rem;font-weight:550;color:var(--quiet);text-decoration:none;
border-bottom:3px solid transparent}
.tabs a[aria-current]{color:var(--ink);border-bottom-color:var(--accent)}
.rows{list-style:none;padding:0;margin-top:1rem;background:var(--paper);border:1px solid var(--line);
border-radius:12px;overflow:hidden}
.rows>li+li{border-top:1px solid var(--line)}
.rows>li{padding:.875rem clamp(1rem,3vw,1.5rem);display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:baseline}
.rows .what{flex:1 1 18rem;min-width:0}
.rows .what>a{font-weight:600}
.rows .when{color:var(--quiet);font-size:.875rem}
.state:not(.good,.bad){background:var(--wash);color:var(--quiet)}
.pairs{display:grid;grid-template-columns:minmax(7rem,auto) 1fr;gap:.375rem 1.25rem}
.pairs dt{color:var(--quiet)}
.pairs dd{min-width:0}
.scroll{overflow-x:auto}
table{overflow-wrap:break-word;border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:start;padding:.4375rem .75rem .4375rem 0;border-bottom:1px solid var(--line);vertical-align:top}
th{font-size:.875rem;color:var(--quiet);font-weight:600}
tr:last-child td{border-bottom:0}
.figure{text-align:end;white-space:nowrap;padding-inline-end:0;padding-inline-start:.75rem}
.sentences{padding-inline-start:1.25rem}
.sentences li+li{margin-top:.25rem}
.first{font-size:1.0625rem}
pre,code{font:.875rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{overflow-wrap:anywhere}
pre{margin:0;background:var(--wash);border-radius:8px;padding:.75rem .875rem;overflow-x:auto;
white-space:pre-wrap;overflow-wrap:anywhere}
details>summary{cursor:pointer;font-weight:600;min-height:1.75rem}
details>summary+*{margin-top:.5rem}
.sheet>details+details{margin-top:.5rem}
.buttons.start{flex-direction:row;flex-wrap:wrap}
.crumb{margin-bottom:.75rem;font-size:.875rem}
.more{margin-top:1rem}
.rows .when{max-width:24rem}
.rows form{margin-top:.5rem}
.rows button{min-height:2.25rem;padding:.25rem .875rem;font-size:.875rem}
.apart{margin-top:2rem}
.guides details{border-top:1px solid var(--line);padding:.625rem 0}
.guides details:first-child{border-top:0}
.guides .ways{padding:0 0 .5rem}
.ways h3{margin:.75rem 0 .25rem}
.snippet{margin-top:.5rem;display:flex;gap:.5rem;align-items:flex-start}
.snippet pre{flex:1;min-width:0}
.snippet button{min-height:2.5rem;padding:.25rem .875rem;font-size:.875rem}
.narrow{max-width:34rem}
.narrow>label.above:first-of-type{margin-top:0}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:0 2rem}
@media (min-width:48rem){.rows .when{text-align:end}}
@media (max-width:36rem){.bar nav{order:3;flex-basis:100%;margin-inline:-.5rem}
.bar nav{gap:0}.bar nav a{padding:.375rem .4375rem;font-size:.9375rem}
.count{margin-inline-start:.25rem}
table{font-size:.875rem}th{font-size:.8125rem}th,td{padding-inline-end:.5rem}
.figure{padding-inline-start:.5rem}th.figure{white-space:normal}.who{flex:1;justify-content:flex-end}
.pairs{grid-template-columns:1fr;gap:0}.pairs dd{margin-bottom:.5rem}
.sheet .buttons .button,.sheet .buttons button{flex:1 1 8rem}}
`;

export const consoleStyle = styled(consoleLayout);
