declare module 'react-refresh/runtime' {
  const runtime: unknown;
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default runtime;
}

/** The bundler's own: the federation plugin keeps the page's runtime there. */
declare const __webpack_require__: import('./remotes/shared-scripts.ts').BundlerRuntime;

/** Where the bundler's runtime asks for further files of the shell. */
declare let __webpack_public_path__: string;
