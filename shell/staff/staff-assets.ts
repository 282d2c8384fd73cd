/** The styles of the staff pages in the colours of the site, light and dark, without any download. */
export const staffStyle = `
:root{color-scheme:light dark;--page:#fbfaf6;--ink:#0e1b2a;--card:#fff;--line:#d9ddd6;--edge:#737d76;--quiet:#47535f;--hover:#eef0ea;--top:#0e1b2a;--top-on:#24364a;--act:#c7401f;--act-on:#a33014;--focus:#c7401f;--link:#a33014;--bad:#a3162c;--good:#1d6b45;--info:#274b73;--warn:#7a4b00;--ground:#e9ebe4;--try:#b86e00}
@media (prefers-color-scheme:dark){:root{--page:#0b131d;--ink:#e8edf2;--card:#142030;--line:#2b3a4b;--edge:#7d8b99;--quiet:#a9b5c1;--hover:#1e2d40;--top:#060c14;--top-on:#1e2d40;--act:#c7401f;--act-on:#a33014;--focus:#ffb020;--link:#ffa583;--bad:#ff95a1;--good:#74d4a4;--info:#9cc3f0;--warn:#ffc764;--ground:#22303f;--try:#d28a1c}}
*{box-sizing:border-box}
body{margin:0;font:1rem/1.5 system-ui,sans-serif;background:var(--page);color:var(--ink);font-variant-numeric:tabular-nums}
header{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;justify-content:space-between;padding:1rem 2rem;background:var(--top);color:#fbfaf6;border-bottom:4px solid #ffb020}
main{max-width:75rem;margin:0 auto;padding:1rem 2rem 3rem}
h1{font-size:1.75rem;line-height:1.2;margin:0;overflow-wrap:anywhere}h3{font-size:1rem;margin:1.5rem 0 .5rem}h2{font-size:1.125rem;margin:2.5rem 0 .75rem}
.scroll{overflow-x:auto;position:relative}
table{width:100%;border-collapse:collapse;background:var(--card);border:1px solid var(--line)}
th,td{text-align:left;vertical-align:top;padding:.75rem;border-bottom:1px solid var(--line)}
th{font-size:.875rem;color:var(--quiet)}
code{font-size:.9375rem;white-space:nowrap}
small{color:var(--quiet);display:block;font-weight:400}
.row{display:flex;flex-wrap:wrap;gap:.5rem}
tbody th{white-space:normal}th code{white-space:normal;overflow-wrap:anywhere}
label{display:block;font-weight:600;margin-bottom:.25rem}
input{font:inherit;min-height:2.75rem;padding:.25rem .75rem;border:1px solid var(--edge);border-radius:4px;min-width:12rem;background:var(--card);color:inherit}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.25rem 1.25rem;border:0;border-radius:4px;background:var(--act);color:#fff;cursor:pointer}
button:hover{background:var(--act-on)}
header p{margin:0}header .row{align-items:center}
header button{padding:.25rem .75rem;background:none;border:1px solid #b9c3cd;color:#fbfaf6}
header button:hover{background:var(--top-on)}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem;list-style:none;margin:0;padding:0}
header a{display:inline-block;padding:.625rem .75rem;color:#fbfaf6;text-decoration:none;border-radius:4px}
header a:hover{text-decoration:underline}header a[aria-current]{background:var(--top-on);box-shadow:inset 0 -3px #ffb020}
.title{max-width:75rem;margin:0 auto;padding:1.5rem 2rem 0}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.message{padding:1rem;border-left:4px solid var(--bad);background:var(--card);border-radius:4px;white-space:pre-wrap;overflow-wrap:anywhere}
.done,.notice{padding:.75rem 1rem;border-left:4px solid var(--good);background:var(--card);border-radius:4px}
.notice{border-color:var(--info)}
a{color:var(--link)}
bdi,dd,.note{overflow-wrap:anywhere}
a.button,button.quiet{display:inline-flex;align-items:center;gap:.375rem;min-height:2.75rem;padding:.25rem 1.25rem;border:1px solid var(--edge);border-radius:4px;background:var(--card);color:var(--ink);font-weight:600;text-decoration:none}
a.button:hover,button.quiet:hover{background:var(--hover)}
textarea,select{font:inherit;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:4px;background:var(--card);color:inherit}
textarea{display:block;width:100%;max-width:48rem;resize:vertical}
input[type=search]{flex:1 1 16rem;max-width:32rem;min-width:0}
input[type=radio],input[type=checkbox]{min-width:0;min-height:0;width:1.25rem;height:1.25rem;margin:0 .25rem 0 0;vertical-align:-.2em;accent-color:var(--act)}
fieldset{border:0;margin:0 0 1rem;padding:0}legend{font-weight:600;padding:0;margin-bottom:.25rem}
fieldset label,.check{display:inline-flex;align-items:center;min-height:2.75rem;margin:0 1rem 0 0;font-weight:400}
.filters{display:flex;flex-wrap:wrap;gap:.5rem 2rem;margin:1.25rem 0}
.choices a{display:inline-flex;align-items:center;min-height:2.5rem;padding:0 .875rem;border:1px solid var(--edge);border-radius:1.25rem;background:var(--card);color:var(--ink);text-decoration:none}
.choices a:hover{border-color:var(--ink)}.choices a[aria-current]{background:var(--ink);border-color:var(--ink);color:var(--page)}
.forms th a{font-size:1rem}.forms tbody th{white-space:normal;color:var(--ink);min-width:12rem}
.forms time{white-space:nowrap}.forms td:nth-of-type(1){min-width:14rem}.forms td:nth-of-type(2){min-width:11rem}
.state,.mark{display:inline-block;padding:0 .5rem;border:1px solid;border-radius:4px;font-size:.875rem;font-weight:600;white-space:nowrap}
.state.new{background:#ffb020;border-color:#ffb020;color:#0e1b2a}.state.called{background:var(--card);color:var(--info)}.state.won{background:#1d6b45;border-color:#1d6b45;color:#fff}.state.lost{background:var(--card);color:var(--quiet)}
.mark{background:var(--card);color:var(--bad);white-space:normal;margin-top:.25rem}
.empty{padding:2.5rem 1rem;text-align:center;background:var(--card);border:1px solid var(--line);color:var(--quiet)}
.aside{margin:1.5rem 0;padding:1rem;background:var(--card);border:1px solid var(--line);border-radius:4px}.aside p{margin-top:0}
.summary .state,.summary .mark{margin:0 0 0 .25rem}
.call{display:inline-flex;align-items:center;gap:.375rem;min-height:2.75rem;padding:.25rem 1.25rem;border-radius:4px;background:var(--act);color:#fff;font-weight:600}.call a{color:#fff;min-height:2.75rem;display:inline-flex;align-items:center}
.reach .button{max-width:100%}
dl{margin:0;background:var(--card);border:1px solid var(--line)}
dl div{display:grid;grid-template-columns:minmax(10rem,16rem) 1fr;gap:.25rem 1rem;padding:.5rem .75rem;border-bottom:1px solid var(--line)}dl div:last-child{border:0}
dt{color:var(--quiet);font-size:.875rem}dd{margin:0;white-space:pre-wrap}
.history,.deliveries{list-style:none;margin:0;padding:0}.history li,.deliveries li{padding:.5rem 0;border-bottom:1px solid var(--line)}.history p,.deliveries p{margin:.125rem 0}
.history .note,.deliveries .note{white-space:pre-wrap;padding:.5rem .75rem;background:var(--card);border:1px solid var(--line);border-radius:4px;max-width:48rem}
.deliveries details li{border:0;padding:.125rem 0;font-size:.9375rem}.deliveries summary{display:inline-block;min-height:1.75rem;cursor:pointer;text-decoration:underline}
.deliveries{margin-bottom:1rem}
.others{padding-left:1.25rem}.others li{padding:.25rem 0}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media (max-width:48rem){
header,main,.title{padding-inline:1rem}
header{gap:.5rem;padding-block:.5rem}header a{padding:.625rem .5rem}h1{font-size:1.5rem}
dl div{grid-template-columns:1fr}
.forms td[data-label]:not(:empty)::before{content:none}.forms td small{display:inline-block}.forms td>a,.forms td>bdi{margin-inline-end:.5rem}.forms tr{padding:.75rem 0}.forms td:nth-of-type(n+3){display:inline-block}
header .row{width:100%}header .row p{width:100%;font-size:.875rem}header button{padding:.25rem .75rem;font-size:.875rem}
.reach>*{width:100%;justify-content:center}.aside select{flex:1}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table,tbody,tr{display:block}
tr{padding:.75rem 0;border-bottom:1px solid var(--edge)}
th,td{display:block;padding:.25rem .75rem;border:0;overflow-wrap:anywhere}
tbody th{font-size:1rem;color:var(--ink);overflow-wrap:anywhere}
td[data-label]:not(:empty)::before{content:attr(data-label) ": ";color:var(--quiet);font-size:.875rem}
code{white-space:normal;overflow-wrap:anywhere}
form.row input,form.row button{width:100%}
}
.lead{font-size:1.125rem;margin:.5rem 0;overflow-wrap:anywhere}
nav.rooms{margin:0 0 .75rem}nav.rooms ul{display:flex;flex-wrap:wrap;gap:0 1.25rem;list-style:none;margin:0;padding:0;border-bottom:1px solid var(--line)}
nav.rooms a{display:inline-block;padding:.625rem 0;color:var(--ink);text-decoration:none}nav.rooms a:hover{text-decoration:underline}nav.rooms a[aria-current]{font-weight:600;box-shadow:inset 0 -3px var(--act)}
.cards{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,33rem),1fr));list-style:none;margin:0;padding:0}
.cards>li{min-width:0;display:grid}.cards .acts{margin-top:.5rem}.card h3{overflow-wrap:anywhere;min-width:0}
.card{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:1rem 1.25rem;min-width:0}
.head{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline}.head h3{margin:0}
.is{display:inline-block;padding:0 .5rem;border:1px solid currentColor;border-radius:4px;font-size:.875rem;font-weight:600;white-space:nowrap}
.is.bad{color:var(--bad)}.is.good{color:var(--good)}.is.warn{color:var(--warn)}.is.calm{color:var(--quiet)}
.facts{margin:.25rem 0 0;overflow-wrap:anywhere}.facts code{white-space:normal;overflow-wrap:anywhere}
a.button{max-width:100%;overflow-wrap:anywhere}.choices a{overflow-wrap:anywhere}
.acts{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:1rem 0 0}.acts+.facts{margin-top:.75rem}
a.go{background:var(--act);color:#fff;border-color:var(--act)}a.go:hover{background:var(--act-on)}
.releases{list-style:none;margin:0;padding:0;display:grid;gap:.5rem}.releases>li{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.75rem 1rem;min-width:0}
.releases .acts{margin:.5rem 0 0}.releases .acts a.button{min-height:2.5rem;padding:.125rem .875rem}
.releases code{white-space:normal;overflow-wrap:anywhere}
form.act{max-width:48rem}form.act>p,form.act>fieldset,form.act>div{margin:1rem 0}form.act input[type=text],form.act select{width:100%;max-width:32rem;min-width:0}
form.act .low{align-self:end}form.act input[type=checkbox]{flex:none}fieldset .check,form.act fieldset label{display:flex;gap:.5rem;overflow-wrap:anywhere;margin:0;padding:.25rem 0;align-items:center}
.was{margin:1rem 0;padding:1rem 1.25rem;background:var(--card);border:1px solid var(--line);border-radius:6px}.was p{margin:.25rem 0;overflow-wrap:anywhere}
ol.log{list-style:none;margin:0;padding:0}ol.log li{padding:.75rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}ol.log p{margin:0}
.stack{list-style:none;margin:.5rem 0;padding:0;font-size:.9375rem}.stack li{padding:.25rem 0;overflow-wrap:anywhere}.stack code{white-space:pre-wrap;overflow-wrap:anywhere}
.stack pre{margin:.25rem 0 0;padding:.5rem .75rem;background:var(--ground);border-radius:4px;white-space:pre-wrap;overflow-wrap:anywhere}
details>summary{cursor:pointer;min-height:2.75rem;display:list-item;padding:.5rem 0;font-weight:600}
.filter{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end;margin:1rem 0}.filter>div{flex:1 1 11rem;min-width:0}.filter select,.filter input{width:100%;min-width:0}
.latest{list-style:none;margin:.5rem 0 .75rem;padding:0;font-size:.9375rem;color:var(--quiet)}.latest li{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
body:has(.site) :is(main,.title){max-width:90rem}.title:has(+main .rooms){padding-top:.75rem}main:has(.rooms){padding-top:.25rem}.site th,.site td{padding:.375rem;font-size:.9375rem}.site td:nth-of-type(n+3):nth-of-type(-n+6){white-space:nowrap}.site td:nth-of-type(n+3) small,.site tbody th{white-space:nowrap}.site td:nth-of-type(2){min-width:12.5rem}.site thead th{font-size:.8125rem}.site code{white-space:normal;overflow-wrap:anywhere;font-size:.875rem}.site td p{margin:0}.site small{font-size:.8125rem}.site small code{font-size:inherit}.site .button{min-height:2.5rem;padding:.125rem .75rem;white-space:nowrap}.scroll:has(.site)+h2{margin-top:1rem}
.spark{display:block;width:7.75rem;height:1.75rem;margin-top:.25rem;fill:none;stroke:var(--info);stroke-width:1.5;stroke-linejoin:round}figure{margin:0 0 .75rem}figcaption{color:var(--quiet);font-size:.875rem}
.site tr.bad{box-shadow:inset 4px 0 var(--bad)}.site tr.warn{box-shadow:inset 4px 0 var(--try)}
.filters+details{margin:0 0 1rem}.count{margin-inline-start:.375rem;font-weight:600;opacity:.8}
.fields{display:flex;flex-wrap:wrap;gap:.75rem}.fields>div{flex:1 1 11rem;max-width:18rem;min-width:0}.fields input,.fields select{width:100%;min-width:0}
.forms input[type=checkbox]{vertical-align:-.3em}fieldset.aside legend{float:inline-start;width:100%;margin-bottom:.75rem}fieldset.aside .fields{clear:both;margin-bottom:.75rem}fieldset.aside .fields label{display:block;min-height:0;margin:0 0 .25rem;font-weight:600}fieldset.aside .row{clear:both;margin:0;gap:.5rem 1rem}fieldset.aside .check{margin:0}
.fields+label{margin-top:1rem}.done p,div.message[role=alert] p{margin:0}.done+form{margin:.5rem 0 1.25rem}.state+small{margin-top:.25rem}
.forms,.audit,.audit+form.row{margin-top:1rem}.forms tbody th{min-width:9rem}.forms td:nth-of-type(1){min-width:11rem}.forms td:nth-of-type(2){min-width:7rem}.forms a,.audit td{overflow-wrap:anywhere}
.wrong{display:none;color:var(--bad);font-weight:600}:is(:user-invalid,[aria-invalid=true])+.wrong{display:block}:is(:user-invalid,[aria-invalid=true]){border-color:var(--bad)}
.filtered{align-items:center;gap:.5rem 1rem;margin:1rem 0}.filtered p{margin:0;overflow-wrap:anywhere}
@media (min-width:48.01rem){html:has(.forms :checked){scroll-padding-bottom:9rem}fieldset.bulk{display:flex;flex-wrap:wrap;align-items:end;gap:0 .75rem;margin:0 0 1.5rem;padding:.75rem 1rem}form:has(.forms :checked) fieldset.bulk{position:sticky;bottom:0;box-shadow:0 -4px 12px #0e1b2a26}fieldset.bulk.bulk>*{margin-bottom:0}fieldset.bulk .fields{flex:1}}
@media (max-width:48rem){.card{padding:.875rem 1rem}.filter>div,.filter button{flex:1 1 100%}.releases .acts a.button{width:auto}.site tr{display:flex;flex-wrap:wrap;align-items:center;gap:0 .5rem;padding:.5rem .75rem}.site th,.site td{padding:.125rem 0;min-width:0}.site tbody th{flex:1}.site td:last-child{order:1}.site td:nth-of-type(1){order:2;width:100%}.site td:nth-of-type(2),.site td:nth-of-type(7){order:3;width:100%}.site td{order:3;font-size:.875rem;margin-inline-end:.5rem}.site td:last-child{font-size:1rem;margin:0}.site td:empty{display:none}.site td small{display:inline;margin-inline-start:.375rem}.site .spark{display:inline-block;margin:0 0 0 .75rem;vertical-align:middle}.latest li+li{display:none}.forms .state+small{margin:0 0 0 .5rem}.fields>div{flex:1 1 100%;max-width:none}}
`;

/**
 * The one script of the control room, which the content security policy allows by its hash. It shows times in the time
 * zone of the reader. It reloads the overview by a navigation, because scripts may not read staff pages. It waits
 * while the keyboard is used in the page, text is selected, or another tab is visible. Outside of fields it knows three
 * keys, which the overview names.
 */
export const roomScript = `
{
  for (const time of document.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime);
    const year = at.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' };
    const parts = { ...year, month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' };
    if (!Number.isNaN(at.getTime())) time.textContent = at.toLocaleString([], parts);
  }
  const refreshed = document.querySelector('[data-refresh]');
  if (refreshed) setInterval(() => {
    const { activeElement, body, hidden } = document;
    const isUsed = (activeElement && activeElement !== body) || !getSelection().isCollapsed;
    if (!hidden && !isUsed && navigator.onLine) location.reload();
  }, 1000 * refreshed.dataset.refresh);
  let isGoing = false;
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || target.closest('input, select, textarea')) return;
    const tabs = [...document.querySelectorAll('.rooms a')];
    const tabOf = (letter) => tabs.find((tab) => tab.textContent.trim().toLowerCase().startsWith(letter));
    const search = document.querySelector('.filter input');
    const tab = isGoing ? tabOf(key) : key === '/' && !search && tabOf('log');
    isGoing = key === 'g';
    if (tab) tab.click();
    else if (key === 'r') location.reload();
    else if (key === '/' && search) {
      event.preventDefault();
      search.focus();
    }
  });
}
`;
