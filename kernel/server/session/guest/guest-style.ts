/** The style of the pages for customers: text of at least 18 px, buttons of at least 56 px, by light and dark. */
export const GUEST_STYLE = `
:root{--ink:#1b2330;--soft:#475467;--line:#d9dee7;--gap:#f2f4f7;--ground:#fff;--blue:#0f66c2;--onblue:#fff;--good:#1f8f4d;--bad:#b42318;--warm:#8a5a00;--warmground:#fff6e0;--badground:#fdecea;--goodground:#e8f6ed;font-size:18px}
:root[data-size="1"]{font-size:21px}
:root[data-size="2"]{font-size:25px}
@media (prefers-color-scheme:dark){:root{--ink:#eef1f6;--soft:#b3bccb;--line:#3a4454;--gap:#0d1219;--ground:#171d27;--blue:#4b9cf0;--onblue:#08131f;--good:#4cc27e;--bad:#ff8a80;--warm:#f0c060;--warmground:#33290f;--badground:#3b1c1a;--goodground:#12301f}}
*,*::before,*::after{box-sizing:border-box}
body{margin:0;background:var(--gap);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"PingFang SC","Noto Sans SC","Microsoft YaHei",sans-serif;overflow-wrap:anywhere}
header,main>section,main>p.band{max-width:640px;margin:0 auto;padding:16px 20px;background:var(--ground)}
header{display:flex;align-items:center;gap:10px;flex-wrap:wrap;padding-bottom:8px}
header nav{margin-left:auto;display:flex;gap:18px;flex-wrap:wrap}
header a{color:var(--soft);text-decoration:none;min-height:44px;display:flex;align-items:center;gap:4px}
.sign{background:var(--blue);color:var(--onblue);border-radius:9px;width:38px;height:38px;display:grid;place-items:center;flex:none}
.aa b{font-size:1.3em}
main>section{margin-bottom:10px}
h1{font-size:1.5556rem;line-height:1.3;margin:4px 0 8px}
h2{font-size:1.2222rem;line-height:1.35;margin:0 0 8px}
p{margin:4px 0}
.soft{color:var(--soft)}
ol.steps{list-style:none;display:flex;padding:0;margin:14px 0 4px}
ol.steps li{flex:1;text-align:center;position:relative;min-width:0}
ol.steps li::before{content:"";display:block;width:26px;height:26px;border-radius:50%;border:3px solid var(--soft);margin:0 auto 4px;background:var(--ground);position:relative;z-index:1}
ol.steps li::after{content:"";position:absolute;top:12px;right:50%;width:100%;height:3px;background:var(--line)}
ol.steps li:first-child::after{display:none}
ol.steps li[data-is=done]::before{background:var(--good);border-color:var(--good);content:"\\2713";color:#fff;font-size:18px;line-height:20px;font-weight:700}
ol.steps li[data-is=done]::after,ol.steps li[data-is=now]::after{background:var(--good)}
ol.steps li[data-is=now]::before{border:8px solid var(--blue)}
ol.steps li[data-is=now]{color:var(--blue);font-weight:700}
.who{display:flex;gap:16px;align-items:center}
.who img,.who .face{width:76px;height:76px;border-radius:50%;object-fit:cover;flex:none;background:var(--gap)}
.face{display:grid;place-items:center;color:var(--soft)}
.who strong{font-size:1.2222rem}
table{width:100%;border-collapse:collapse;margin:10px 0}
td{padding:5px 0;vertical-align:baseline}
td:last-child{text-align:right;white-space:nowrap;padding-left:12px}
tr.sum td{font-weight:700;font-size:1.3333rem;border-top:1px solid var(--line);padding-top:10px}
tr.sum small{font-size:1rem;font-weight:400;color:var(--soft);margin-left:8px}
.pictures{display:flex;gap:10px;flex-wrap:wrap;margin:8px 0}
.pictures img{width:128px;height:96px;object-fit:cover;border-radius:10px;background:var(--gap);display:block}
form{margin:0}
.two{display:flex;gap:14px;flex-wrap:wrap;margin-top:12px}
.two>*{flex:1 1 128px}
button,a.button,summary.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:56px;padding:10px 16px;border:2px solid var(--soft);border-radius:14px;background:var(--ground);color:var(--ink);font:inherit;font-weight:600;text-decoration:none;cursor:pointer;text-align:center}
button.strong{background:var(--blue);border-color:var(--blue);color:var(--onblue)}
button[aria-disabled]{opacity:.6}
summary.button{list-style:none}
summary.button::-webkit-details-marker{display:none}
details{margin-top:12px}
details[open]>summary.button{margin-bottom:12px}
fieldset{border:0;padding:0;margin:0 0 12px}
legend{font-weight:700;padding:0;margin-bottom:6px}
.choices{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:8px}
.choices label{display:flex;align-items:center;gap:10px;min-height:56px;padding:8px 12px;border:2px solid var(--line);border-radius:12px;cursor:pointer}
.choices input{width:24px;height:24px;flex:none;margin:0;accent-color:var(--blue)}
.choices label:has(input:checked){border-color:var(--blue)}
input[type=text]{width:100%;min-height:56px;font:inherit;font-size:1.3333rem;letter-spacing:.2em;padding:8px 14px;border:2px solid var(--soft);border-radius:12px;background:var(--ground);color:var(--ink)}
:focus-visible{outline:3px solid var(--blue);outline-offset:2px}
.band{border-left:6px solid var(--good);background:var(--goodground)!important;padding:12px 16px;border-radius:8px;margin:8px 0}
main>p.band{margin-bottom:10px;border-radius:0}
.band.bad{border-color:var(--bad);background:var(--badground)!important}
.band.warm{border-color:var(--warm);background:var(--warmground)!important}
canvas[data-pad]{display:block;width:100%;height:180px;border:2px solid var(--soft);border-radius:12px;background:#fff;touch-action:none;margin-bottom:10px}
:root:not([data-script]) .scripted{display:none}
`;
