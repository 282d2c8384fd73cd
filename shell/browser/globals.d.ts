declare module 'react-refresh/runtime' {
  const runtime: unknown;
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default runtime;
}
