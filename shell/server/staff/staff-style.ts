/** The looks of the staff page: the site's colours, and nothing to download. */
export const staffStyle = `
*{box-sizing:border-box}
body{margin:0;font:1rem/1.5 system-ui,sans-serif;background:#fbfaf6;color:#0e1b2a}
header{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;justify-content:space-between;padding:1rem 2rem;background:#0e1b2a;color:#fbfaf6;border-bottom:4px solid #ffb020}
main{max-width:75rem;margin:0 auto;padding:2rem}
h1{font-size:1.375rem;margin:0}h2{font-size:1.125rem;margin:2.5rem 0 .75rem}
.scroll{overflow-x:auto;position:relative}
table{width:100%;border-collapse:collapse;background:#fff;border:1px solid #d9ddd6}
th,td{text-align:left;vertical-align:top;padding:.75rem;border-bottom:1px solid #d9ddd6}
th{font-size:.875rem;color:#47535f}
code{font-size:.9375rem;white-space:nowrap}
small{color:#47535f;display:block}
.row{display:flex;flex-wrap:wrap;gap:.5rem}
tbody th{white-space:nowrap}
label{display:block;font-weight:600;margin-bottom:.25rem}
input{font:inherit;min-height:2.75rem;padding:.25rem .75rem;border:1px solid #737d76;border-radius:4px;min-width:12rem}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.25rem 1.25rem;border:0;border-radius:4px;background:#c7401f;color:#fff;cursor:pointer}
button:hover{background:#a33014}
header p{margin:0}header .row{align-items:center}
header button{background:none;border:1px solid #b9c3cd;color:#fbfaf6}
:focus-visible{outline:2px solid #c7401f;outline-offset:2px}
.message{padding:1rem;border-left:4px solid #a3162c;background:#fff;border-radius:4px;white-space:pre-wrap;overflow-wrap:anywhere}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media (max-width:48rem){
header,main{padding-inline:1rem}
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
