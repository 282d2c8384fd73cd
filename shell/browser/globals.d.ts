declare module 'react-refresh/runtime' {
  const runtime: unknown;
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default runtime;
}

/** The bundler's own: the federation plugin keeps the page's runtime there. */
declare const __webpack_require__: import('./remotes/shared-scripts.ts').BundlerRuntime;

/** Makes {@link __webpack_share_scopes__} hold what the shell provides. */
declare function __webpack_init_sharing__(scope: 'default'): Promise<unknown>;

/** Shared modules, as containers take them. */
declare const __webpack_share_scopes__: { default: object };

/** Where the bundler's runtime asks for further files of the shell. */
declare let __webpack_public_path__: string;
