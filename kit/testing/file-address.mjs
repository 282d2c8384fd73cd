import path from 'node:path';

/** Transforms other files than scripts for Jest: a picture becomes its URL, and a style sheet has no classes. */
// biome-ignore lint/style/noDefaultExport: Jest takes a transformer from here
export default {
  process: (_text, file) => ({ code: `export default ${JSON.stringify(`/files/${path.basename(file)}`)};` }),
};
