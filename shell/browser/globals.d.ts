declare module 'react-refresh/runtime' {
  const runtime: unknown;
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default runtime;
}

/** The bundler's runtime, in which the federation plugin stores the page's runtime. */
declare const __webpack_require__: import('./remotes/shared-scripts.ts').BundlerRuntime;

/** Fills {@link __webpack_share_scopes__} with the shell's shared modules. */
declare function __webpack_init_sharing__(scope: 'default'): Promise<unknown>;

/** Shared modules in the format that containers take. */
declare const __webpack_share_scopes__: { default: object };

/** The base URL for further files of the shell. */
declare let __webpack_public_path__: string;
