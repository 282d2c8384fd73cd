declare module 'react-refresh/runtime' {
  const runtime: unknown;
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default runtime;
}

/** The base URL at which the bundler's runtime requests the shell's files. */
declare let __webpack_public_path__: string;

/** The function that returns a chunk's file name. */
declare let __webpack_get_script_filename__: (chunk: string) => string;
