declare module 'react-refresh/runtime' {
  const runtime: unknown;
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default runtime;
}

/** The base URL of the bundler's runtime for further files of the shell. */
declare let __webpack_public_path__: string;

/** Under which name it does. */
declare let __webpack_get_script_filename__: (chunk: string) => string;
