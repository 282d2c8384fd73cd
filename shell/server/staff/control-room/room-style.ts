/** The styles of the control room, in addition to those of every staff page. */
export const roomStyle = `
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
.acts button,a.button{max-width:100%;overflow-wrap:anywhere}.choices a{overflow-wrap:anywhere}
.acts{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:1rem 0 0}.acts form{flex:1 1 22rem}.acts+.facts{margin-top:.75rem}
.acts form.row input{flex:1 1 12rem;min-width:0}a.go{background:var(--act);color:#fff;border-color:var(--act)}a.go:hover{background:var(--act-on)}
.releases{list-style:none;margin:0;padding:0;display:grid;gap:.5rem}.releases>li{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.75rem 1rem;min-width:0}
.releases .acts{margin:.5rem 0 0}.releases .acts a.button{min-height:2.5rem;padding:.125rem .875rem}
.releases code,.log code{white-space:normal;overflow-wrap:anywhere}
form.act{max-width:48rem}form.act>p,form.act>fieldset,form.act>div{margin:1rem 0}form.act input[type=text],form.act input[type=number],form.act input[type=datetime-local],form.act select{width:100%;max-width:32rem;min-width:0}
form.act .low{align-self:end}form.act input[type=checkbox],form.act input[type=radio]{flex:none}fieldset .check,form.act fieldset label{display:flex;gap:.5rem;overflow-wrap:anywhere;margin:0;padding:.25rem 0;align-items:center}
.was{margin:1rem 0;padding:1rem 1.25rem;background:var(--card);border:1px solid var(--line);border-radius:6px}.was p{margin:.25rem 0;overflow-wrap:anywhere}
ol.log{list-style:none;margin:0;padding:0}ol.log li{padding:.75rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}ol.log p{margin:0}
.stack{list-style:none;margin:.5rem 0;padding:0;font-size:.9375rem}.stack li{padding:.25rem 0;overflow-wrap:anywhere}.stack code{white-space:pre-wrap;overflow-wrap:anywhere}
.stack pre{margin:.25rem 0 0;padding:.5rem .75rem;background:var(--ground);border-radius:4px;white-space:pre-wrap;overflow-wrap:anywhere}
details>summary{cursor:pointer;min-height:2.75rem;display:list-item;padding:.5rem 0;font-weight:600}
.filter{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end;margin:1rem 0}.filter>div{flex:1 1 11rem;min-width:0}.filter select,.filter input{width:100%;min-width:0}
.latest{list-style:none;margin:.5rem 0 .75rem;padding:0;font-size:.9375rem;color:var(--quiet)}.latest li{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
body:has(.site) :is(main,.title){max-width:90rem}.title:has(+main .rooms){padding-top:.75rem}main:has(.rooms){padding-top:.25rem}.site th,.site td{padding:.375rem;font-size:.9375rem}.site td:nth-of-type(n+3):nth-of-type(-n+6){white-space:nowrap}.site td:nth-of-type(n+3) small,.site tbody th{white-space:nowrap}.site td:nth-of-type(2){min-width:12.5rem}.site thead th{font-size:.8125rem}.site code{white-space:normal;overflow-wrap:anywhere;font-size:.875rem}.site td p{margin:0}.site small{font-size:.8125rem}.site small code{font-size:inherit}.site .button{min-height:2.5rem;padding:.125rem .75rem;white-space:nowrap}.scroll:has(.site)+h2{margin-top:1rem}
.site tr.bad{box-shadow:inset 4px 0 var(--bad)}.site tr.warn{box-shadow:inset 4px 0 var(--try)}
@media (max-width:48rem){.card{padding:.875rem 1rem}.acts form,.acts form+a.button,.acts button{width:100%;justify-content:center}.acts form{flex:none}.filter>div,.filter button{flex:1 1 100%}.releases .acts a.button{width:auto}.site tr{display:flex;flex-wrap:wrap;align-items:center;gap:0 .5rem;padding:.5rem .75rem}.site th,.site td{padding:.125rem 0;min-width:0}.site tbody th{flex:1}.site td:last-child{order:1}.site td:nth-of-type(1){order:2;width:100%}.site td:nth-of-type(2),.site td:nth-of-type(7){order:3;width:100%}.site td{order:3;font-size:.875rem;margin-inline-end:.5rem}.site td:last-child{font-size:1rem;margin:0}.site td:empty{display:none}.site td small{display:inline;margin-inline-start:.375rem}.latest li+li{display:none}}
`;
