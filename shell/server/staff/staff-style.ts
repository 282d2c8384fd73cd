/** The looks of the staff page: the site's colours, and nothing to download. */
export const staffStyle = `
*{box-sizing:border-box}
body{margin:0;font:1rem/1.5 system-ui,sans-serif;background:#fbfaf6;color:#0e1b2a}
header{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;justify-content:space-between;padding:1rem 2rem;background:#0e1b2a;color:#fbfaf6;border-bottom:4px solid #ffb020}
main{max-width:75rem;margin:0 auto;padding:1rem 2rem 3rem}
h1{font-size:1.75rem;line-height:1.2;margin:0;overflow-wrap:anywhere}h3{font-size:1rem;margin:1.5rem 0 .5rem}h2{font-size:1.125rem;margin:2.5rem 0 .75rem}
.scroll{overflow-x:auto;position:relative}
table{width:100%;border-collapse:collapse;background:#fff;border:1px solid #d9ddd6}
th,td{text-align:left;vertical-align:top;padding:.75rem;border-bottom:1px solid #d9ddd6}
th{font-size:.875rem;color:#47535f}
code{font-size:.9375rem;white-space:nowrap}
small{color:#47535f;display:block;font-weight:400}
.row{display:flex;flex-wrap:wrap;gap:.5rem}
tbody th{white-space:nowrap}
label{display:block;font-weight:600;margin-bottom:.25rem}
input{font:inherit;min-height:2.75rem;padding:.25rem .75rem;border:1px solid #737d76;border-radius:4px;min-width:12rem}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.25rem 1.25rem;border:0;border-radius:4px;background:#c7401f;color:#fff;cursor:pointer}
button:hover{background:#a33014}
header p{margin:0}header .row{align-items:center}
header button{background:none;border:1px solid #b9c3cd;color:#fbfaf6}
header button:hover{background:#24364a}
nav ul,ul.choices{display:flex;flex-wrap:wrap;gap:.25rem;list-style:none;margin:0;padding:0}
header a{display:inline-block;padding:.625rem .75rem;color:#fbfaf6;text-decoration:none;border-radius:4px}
header a:hover{text-decoration:underline}header a[aria-current]{background:#24364a;box-shadow:inset 0 -3px #ffb020}
.title{max-width:75rem;margin:0 auto;padding:1.5rem 2rem 0}
:focus-visible{outline:2px solid #c7401f;outline-offset:2px}
.message{padding:1rem;border-left:4px solid #a3162c;background:#fff;border-radius:4px;white-space:pre-wrap;overflow-wrap:anywhere}
.done{padding:.75rem 1rem;border-left:4px solid #1d6b45;background:#fff;border-radius:4px}
a{color:#a33014}
bdi,dd,.note{overflow-wrap:anywhere}
a.button,button.quiet{display:inline-flex;align-items:center;gap:.375rem;min-height:2.75rem;padding:.25rem 1.25rem;border:1px solid #737d76;border-radius:4px;background:#fff;color:#0e1b2a;font-weight:600;text-decoration:none}
a.button:hover,button.quiet:hover{background:#eef0ea}
textarea,select{font:inherit;min-height:2.75rem;padding:.5rem .75rem;border:1px solid #737d76;border-radius:4px;background:#fff;color:inherit}
textarea{display:block;width:100%;max-width:48rem;resize:vertical}
input[type=search],input[type=email]{flex:1 1 16rem;max-width:32rem;min-width:0}
input[type=radio],input[type=checkbox]{min-width:0;min-height:0;width:1.25rem;height:1.25rem;margin:0 .25rem 0 0;vertical-align:-.2em;accent-color:#c7401f}
fieldset{border:0;margin:0 0 1rem;padding:0}legend{font-weight:600;padding:0;margin-bottom:.25rem}
fieldset label,.check{display:inline-flex;align-items:center;min-height:2.75rem;margin:0 1rem 0 0;font-weight:400}
.filters{margin:1.25rem 0}.filters nav+nav{margin-top:.5rem}
.choices a{display:inline-flex;align-items:center;min-height:2.5rem;padding:0 .875rem;border:1px solid #b9c3cd;border-radius:1.25rem;background:#fff;color:#0e1b2a;text-decoration:none}
.choices a:hover{border-color:#0e1b2a}.choices a[aria-current]{background:#0e1b2a;border-color:#0e1b2a;color:#fbfaf6}
.forms th a{font-size:1rem}.forms tbody th{white-space:normal;color:#0e1b2a;min-width:12rem}
.forms time{white-space:nowrap}.forms td:nth-of-type(1){min-width:14rem}
.state,.mark{display:inline-block;padding:0 .5rem;border:1px solid;border-radius:4px;font-size:.875rem;font-weight:600;white-space:nowrap}
.state.new{background:#ffb020;border-color:#ffb020;color:#0e1b2a}.state.called{background:#fff;color:#274b73}.state.won{background:#1d6b45;border-color:#1d6b45;color:#fff}.state.lost{background:#fff;color:#47535f}
.mark{background:#fff;color:#a3162c;white-space:normal;margin-top:.25rem}
.empty{padding:2.5rem 1rem;text-align:center;background:#fff;border:1px solid #d9ddd6;color:#47535f}
.aside{margin:1.5rem 0;padding:1rem;background:#fff;border:1px solid #d9ddd6;border-radius:4px}.aside p{margin-top:0}
.summary .state,.summary .mark{margin:0 0 0 .25rem}
.call{display:inline-flex;align-items:center;gap:.375rem;min-height:2.75rem;padding:.25rem 1.25rem;border-radius:4px;background:#c7401f;color:#fff;font-weight:600}.call a{color:#fff;min-height:2.75rem;display:inline-flex;align-items:center}
.reach .button{max-width:100%}
dl{margin:0;background:#fff;border:1px solid #d9ddd6}
dl div{display:grid;grid-template-columns:minmax(10rem,16rem) 1fr;gap:.25rem 1rem;padding:.5rem .75rem;border-bottom:1px solid #d9ddd6}dl div:last-child{border:0}
dt{color:#47535f;font-size:.875rem}dd{margin:0;white-space:pre-wrap}
.history,.deliveries{list-style:none;margin:0;padding:0}.history li,.deliveries li{padding:.5rem 0;border-bottom:1px solid #d9ddd6}.history p,.deliveries p{margin:.125rem 0}
.history .note,.deliveries .note{white-space:pre-wrap;padding:.5rem .75rem;background:#fff;border:1px solid #d9ddd6;border-radius:4px;max-width:48rem}
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
tr{padding:.75rem 0;border-bottom:1px solid #737d76}
th,td{display:block;padding:.25rem .75rem;border:0}
tbody th{font-size:1rem;color:#0e1b2a}
td[data-label]:not(:empty)::before{content:attr(data-label) ": ";color:#47535f;font-size:.875rem}
code{white-space:normal;overflow-wrap:anywhere}
form.row input,form.row button{width:100%}
}
`;
