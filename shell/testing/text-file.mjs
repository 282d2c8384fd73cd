/** Transforms a style sheet for Jest into a module with its text, as the build of the staff pages does. */
// biome-ignore lint/style/noDefaultExport: Jest takes a transformer from here
export default {
  process: (text) => ({ code: `export default ${JSON.stringify(text)};` }),
};
