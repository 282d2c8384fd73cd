import path from 'node:path';

/** What Jest makes of a file that is no script: a picture is its address, a style sheet has no classes. */
// biome-ignore lint/style/noDefaultExport: Jest takes a transformer from here
export default {
  process: (_text, file) => ({ code: `export default ${JSON.stringify(`/files/${path.basename(file)}`)};` }),
};
