/** The styles of the inbox, in addition to those of every staff page. */
export const inboxStyle = `
.filters+details{margin:0 0 1rem}.count{margin-inline-start:.375rem;font-weight:600;opacity:.8}
.fields{display:flex;flex-wrap:wrap;gap:.75rem}.fields>div{flex:1 1 11rem;max-width:18rem;min-width:0}.fields input,.fields select{width:100%;min-width:0}
.forms input[type=checkbox]{vertical-align:-.3em}fieldset.aside legend{float:inline-start;width:100%;margin-bottom:.75rem}fieldset.aside .fields{clear:both;margin-bottom:.75rem}fieldset.aside .fields label{display:block;min-height:0;margin:0 0 .25rem;font-weight:600}fieldset.aside .row{clear:both;margin:0;gap:.5rem 1rem}fieldset.aside .check{margin:0}
.fields+label{margin-top:1rem}.done p{margin:0}.done+form{margin:.5rem 0 1.25rem}.state+small{margin-top:.25rem}
.forms,.audit,.audit+form.row{margin-top:1rem}.forms tbody th{min-width:9rem}.forms td:nth-of-type(1){min-width:11rem}.forms td:nth-of-type(2){min-width:7rem}.forms a,.audit td{overflow-wrap:anywhere}
@media (max-width:48rem){.forms .state+small{margin:0 0 0 .5rem}.fields>div{flex:1 1 100%;max-width:none}}
`;
