/** The look of the page: system fonts, light and dark, nothing loaded. */
export const style = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1c2128;--soft:#57606a;--line:#d0d7de;--card:#f6f8fa;--pass:#1a7f37;--fail:#cf222e;--warn:#9a6700;--grey:#6e7781;--band:#ffebe9;--link:#0969da}
@media (prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--soft:#9198a1;--line:#30363d;--card:#161b22;--pass:#3fb950;--fail:#f85149;--warn:#d29922;--grey:#8b949e;--band:#3c1618;--link:#4493f8}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1180px;padding:24px 20px 80px;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,sans-serif}
h1{font-size:24px;margin:0 0 4px}h2{font-size:18px;margin:34px 0 10px}
a{color:var(--link)}code,pre,.seq{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{font-size:.92em}pre{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:10px 12px;overflow:auto;font-size:13px;margin:6px 0;white-space:pre-wrap;overflow-wrap:anywhere}
.soft{color:var(--soft)}.pill{display:inline-block;min-width:7.5em;text-align:center;border-radius:99px;padding:1px 10px;font-size:12.5px;font-weight:600;white-space:nowrap;color:#fff;background:var(--grey)}
.pill.pass,.pill.kept{background:var(--pass)}.pill.fail,.pill.broken,.pill.harness-error{background:var(--fail)}.pill.warn,.pill.incomplete,.pill.could-not-run,.pill.dependency-failed,.pill.not-shown{background:var(--warn)}
@media (prefers-color-scheme:dark){.pill{color:#0d1117}}
.counts{display:flex;flex-wrap:wrap;gap:6px 18px;margin:12px 0}.counts b{font-variant-numeric:tabular-nums}
.bar{position:sticky;top:0;z-index:1;background:var(--bg);padding:10px 0;display:flex;flex-wrap:wrap;gap:8px 14px;align-items:center;border-bottom:1px solid var(--line)}
.bar input[type=search]{flex:1 1 260px;padding:6px 10px;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:6px}
.bar label{white-space:nowrap}
details.run{border-bottom:1px solid var(--line)}details.run>summary{display:grid;grid-template-columns:10.5em minmax(0,1fr) 6em;gap:10px;padding:7px 2px;cursor:pointer;align-items:baseline;list-style:none}
details.run>summary::-webkit-details-marker{display:none}
summary .ms{text-align:right;color:var(--soft);font-variant-numeric:tabular-nums}
summary .id{display:block;color:var(--soft);font-size:13px;overflow-wrap:anywhere}
.inside{padding:4px 2px 20px 2px}@media (max-width:800px){details.run>summary{grid-template-columns:1fr}summary .pill{justify-self:start}summary .ms{text-align:left}}
.finding{border-left:4px solid var(--fail);background:var(--card);padding:10px 14px;margin:10px 0;border-radius:0 6px 6px 0}.finding.SHOULD,.finding.MAY,.finding.known{border-left-color:var(--warn)}
.finding dl{display:grid;grid-template-columns:6.5em minmax(0,1fr);gap:4px 10px;margin:8px 0 0}.finding dt{color:var(--soft)}.finding dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px}th,td{text-align:left;vertical-align:top;padding:6px 8px;border-bottom:1px solid var(--line)}th{position:sticky;top:56px;background:var(--bg)}
td:first-child{min-width:17em;overflow-wrap:anywhere}td ul{margin:0;padding:0;list-style:none}
.hidden{display:none!important}.none{padding:16px 2px;color:var(--soft)}
.seq{max-width:none;font-size:12px;margin:8px 0}.seq text{fill:var(--fg);text-anchor:middle}.seq .lane line{stroke:var(--line)}.seq .lane text{font-weight:600}.seq .lane.target text{fill:var(--link)}
.seq .m line{stroke:var(--fg)}.seq .m path{fill:var(--fg)}.seq .m rect{fill:var(--card);stroke:var(--line)}.seq .m .t{text-anchor:end;fill:var(--soft)}.seq .l{paint-order:stroke;stroke:var(--bg);stroke-width:4px}.seq .bad .l{stroke:var(--band)}.seq .n{fill:var(--soft)}
.seq .bad line{stroke:var(--fail)}.seq .bad path{fill:var(--fail)}.seq .bad .l,.seq .bad .n{fill:var(--fail);font-weight:600}.seq .m .band{fill:var(--band);stroke:none}.seq .cross{fill:var(--fail);text-anchor:start;font-weight:700}.seq .ghost{stroke-dasharray:5 4}.seq .omitted{fill:var(--soft);text-anchor:start}
details.run,tbody tr{scroll-margin-top:104px}
@media (max-width:800px){.bar{position:static}details.run,tbody tr{scroll-margin-top:8px}.finding dl{grid-template-columns:minmax(0,1fr);gap:0}.finding dd{margin-bottom:6px}header ul{padding-left:20px}header li,.inside li,.inside p,header p{overflow-wrap:anywhere}thead{display:none}table,tbody,tr,td{display:block}tr{border-bottom:1px solid var(--line);padding:6px 0}td{border:0;padding:2px 0}td:first-child{min-width:0}}
@media print{.bar{display:none}}
`;
